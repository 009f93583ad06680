import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type Variable, type VariableType, variableType } from "@sendwright/core/contract";
import { Sigma } from "lucide-react";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";

interface Props {
  anchor: HTMLElement;
  variables: readonly Variable[];
  onClose: () => void;
  onChoose: (variable: Variable) => void;
  /** Called to ask for the rest of a new placeholder. */
  onNew: (type: VariableType) => void;
  /** The names of the email's totals. */
  totals: readonly string[];
  onTotal: (name: string) => void;
  /** Called to ask for the column of a total; absent if the email has no repeated part. */
  onNewTotal?: (() => void) | undefined;
}

/** The placeholders that can be inserted, below the button that opens it. */
export default function PlaceholderMenu(props: Props) {
  const { anchor, variables, onClose, onChoose, onNew, totals, onTotal, onNewTotal } = props;
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      transitionDuration={0}
      slotProps={{ list: { "aria-label": "Insert placeholder" } }}
    >
      {totals.map((name) => (
        <MenuItem key={`total ${name}`} onClick={() => onTotal(name)}>
          <PlaceholderChip name={name} type="text" detail="· total" />
        </MenuItem>
      ))}
      {variables.map((variable) => (
        <MenuItem key={variable.name} onClick={() => onChoose(variable)}>
          <PlaceholderChip name={variable.name} type={variable.type} />
        </MenuItem>
      ))}
      {variables.length > 0 && <Divider component="li" />}
      {variableType.options.map((type) => {
        const { word, Icon, color } = PLACEHOLDER_KINDS[type];
        return (
          <MenuItem key={type} sx={{ gap: 2.5 }} onClick={() => onNew(type)}>
            <Icon size={16} color={color} aria-hidden /> New {word.toLowerCase()} placeholder
          </MenuItem>
        );
      })}
      {onNewTotal && (
        <MenuItem sx={{ gap: 2.5 }} onClick={onNewTotal}>
          <Sigma size={16} aria-hidden /> Total of all rows
        </MenuItem>
      )}
    </Menu>
  );
}
