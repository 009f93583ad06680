import Popper, { type PopperProps } from "@mui/material/Popper";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "./Suggestions.module.css";
import type { useSuggestions } from "./useSuggestions.ts";

type VirtualElement = NonNullable<PopperProps["anchorEl"]>;

interface Props {
  id: string;
  /** The text after the two braces so far. */
  text: string;
  /** Where the braces are on the screen. */
  anchor: VirtualElement;
  suggestions: ReturnType<typeof useSuggestions>;
}

/** The id of the list's option at a place, for the textbox to name the active one. */
export const optionId = (id: string, at: number) => `${id}-${at}`;

/** The list below the braces that are being typed. */
export function Suggestions({ id, text, anchor, suggestions }: Props) {
  const { fitting, active, choose } = suggestions;
  const option = (at: number) => ({
    id: optionId(id, at),
    role: "option",
    "aria-selected": at === active,
    className: styles.option,
    tabIndex: -1,
    // The focus stays in the text.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => choose(at),
  });
  return (
    <Popper
      open
      anchorEl={anchor}
      placement="bottom-start"
      id={id}
      role="listbox"
      aria-label="Placeholders"
      className={styles.list ?? ""}
    >
      {fitting.map((variable, at) => (
        <div key={variable.name} {...option(at)}>
          <PlaceholderChip name={variable.name} type={variable.type} />
        </div>
      ))}
      <div {...option(fitting.length)}>
        {text.trim() === "" ? "New placeholder…" : `New placeholder "${text.trim()}"…`}
      </div>
    </Popper>
  );
}
