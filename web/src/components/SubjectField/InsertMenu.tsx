import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type Variable, variableType } from "@sendwright/core/contract";
import type { Placeholder } from "@sendwright/core/placeholders";
import { Braces } from "lucide-react";
import { useState } from "react";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";

interface Props {
  disabled: boolean;
  variables: readonly Variable[];
  /** Called with a variable that is there already. */
  onChoose: (placeholder: Placeholder) => void;
  /** Called with a type, to ask for the rest beside the button. */
  onNew: (placeholder: Placeholder, button: Element) => void;
}

/** The dropdown that inserts a placeholder: one that the template has already, or a new one of some type. */
export function InsertMenu({ disabled, variables, onChoose, onNew }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = anchor && "Insert placeholder";
  return (
    <>
      <Button
        disabled={disabled}
        startIcon={<Braces size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flex: "none" }}
      >
        Insert placeholder
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        transitionDuration={0}
        slotProps={{ list: { "aria-label": name ?? "" } }}
      >
        {variables.map((variable) => (
          <MenuItem
            key={variable.name}
            onClick={() => {
              close();
              onChoose(variable);
            }}
          >
            <PlaceholderChip name={variable.name} type={variable.type} />
          </MenuItem>
        ))}
        {variables.length > 0 && <Divider component="li" />}
        {variableType.options.map((type) => {
          const { word, Icon, colour } = PLACEHOLDER_KINDS[type];
          return (
            <MenuItem
              key={type}
              sx={{ gap: 2.5 }}
              onClick={() => {
                close();
                if (anchor) onNew({ name: "", type, options: [], fallback: null }, anchor);
              }}
            >
              <Icon size={16} color={colour} aria-hidden /> New {word.toLowerCase()} placeholder
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
