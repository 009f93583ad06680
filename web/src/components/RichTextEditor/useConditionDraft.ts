import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { FormAnchor } from "../FormPopover.tsx";
import { type Condition, conditionOf, type PlacedCondition, writeCondition } from "./conditionChips.ts";
import type { BodyEditor } from "./createBodyEditor.ts";

/** A condition in its form: a new one around the selection, or one in the text. */
export interface ConditionDraft {
  condition: Condition;
  placed: PlacedCondition | null;
  anchor: FormAnchor;
}

/** The condition that is being written or changed in its form, and the ways to open and to close that. */
export function useConditionDraft() {
  const [draft, setDraft] = useState<ConditionDraft | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  const rewrite = (editor: BodyEditor | null, written: { open: string; close: string } | null) => {
    const { opening = null, closing = null } = draft?.placed ?? {};
    const ends = [
      [opening, written?.open ?? null],
      [closing, written?.close ?? null],
    ] as const;
    editor?.rewrite(ends.flatMap(([chip, text]) => (chip ? [{ chip, written: text }] : [])));
  };
  const write = useCallback(
    (anchor: FormAnchor) => setDraft({ condition: { kind: "open", name: "" }, placed: null, anchor }),
    [],
  );
  return {
    draft,
    write,
    /** Opens the form for the condition that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      const placed = conditionOf(content, chip);
      if (placed) setDraft({ condition: { kind: placed.kind, name: placed.name }, placed, anchor: chip });
      return placed !== null;
    },
    put: (editor: BodyEditor | null, condition: Condition) => {
      close();
      const written = writeCondition(condition);
      if (draft?.placed) rewrite(editor, written);
      else editor?.wrap(written.open, written.close);
    },
    /** Keeps the text between its ends. */
    remove: (editor: BodyEditor | null) => {
      close();
      rewrite(editor, null);
    },
    cancel: (editor: BodyEditor | null) => {
      close();
      editor?.focus();
    },
  };
}
