import type { Variable, VariableType } from "@sendwright/core/contract";
import { newPlaceholder, type Placeholder, serializePlaceholder } from "@sendwright/core/placeholders";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { PlaceholderDraft } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { WRITTEN } from "./bodyHtml.ts";
import type { BodyEditor } from "./createBodyEditor.ts";
import type { Typing } from "./typedPlaceholder.ts";
import { readWritten } from "./writtenPlaceholder.ts";

type Anchor = PlaceholderDraft["anchor"];

/** A placeholder in its form. It will replace a chip or the typed text, or go in at the cursor. */
type OpenDraft = PlaceholderDraft & { chip?: HTMLElement; typing?: Typing };

/** The placeholder that is being written or changed in its form, and the ways to open and to close that. */
export function usePlaceholderDraft() {
  const [draft, setDraft] = useState<OpenDraft | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  const write = useCallback(
    (name: string, type: VariableType, anchor: Anchor) =>
      setDraft({ placeholder: newPlaceholder(name, type), anchor, action: "Insert" }),
    [],
  );
  return {
    draft,
    write,
    finish: (typing: Typing, anchor: Anchor) =>
      setDraft({ placeholder: newPlaceholder(typing.text.trim()), anchor, action: "Insert", typing }),
    change: (chip: HTMLElement, variables: readonly Variable[]) => {
      const token = readWritten(chip.getAttribute(WRITTEN) ?? "");
      if (token?.kind !== "placeholder") return;
      const { name, fallback } = token;
      const { type, options } = (token.typed ? null : variables.find((variable) => variable.name === name)) ?? token;
      setDraft({ placeholder: { name, type, options, fallback }, anchor: chip, action: "Apply", chip });
    },
    put: (editor: BodyEditor | null, placeholder: Placeholder) => {
      close();
      const written = serializePlaceholder(placeholder);
      if (draft?.typing) editor?.complete(draft.typing, written);
      else if (draft?.chip) editor?.replace(draft.chip, written);
      else editor?.insert(written);
    },
    remove: (editor: BodyEditor | null) => {
      close();
      if (draft?.chip) editor?.replace(draft.chip, null);
    },
    cancel: (editor: BodyEditor | null) => {
      close();
      editor?.focus();
    },
  };
}
