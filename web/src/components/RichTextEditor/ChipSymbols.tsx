import { Split } from "lucide-react";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import { type ChipKind, iconId } from "./drawChip.ts";

const ICONS = [
  ...Object.entries(PLACEHOLDER_KINDS).map(([kind, { Icon }]) => [kind as ChipKind, Icon] as const),
  ["condition", Split] as const,
];

/** The drawings that the chips of the editor point to: they are plain DOM, and React draws the icons only once. */
export function ChipSymbols() {
  return (
    <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true" focusable="false">
      {ICONS.map(([kind, Icon]) => (
        <symbol key={kind} id={iconId(kind)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}
