import type { Variable, VariableType } from "@sendwright/core/contract";
import {
  newPlaceholder,
  type Placeholder,
  serializePlaceholder,
} from "@sendwright/core/placeholders";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../../lib/errorMessage.ts";
import type { PictureSources } from "../../lib/showPictures.ts";
import type { FormAnchor } from "../FormPopover.tsx";
import type { PlaceholderDraft } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { WRITTEN } from "./bodyHtml.ts";
import {
  type ChipCondition,
  conditionAt,
  otherwiseBeside,
  otherwiseOf,
  type PlacedCondition,
  type WholeBlock,
  writeCondition,
} from "./conditionChips.ts";
import type { BodyEditor } from "./createBodyEditor.ts";
import { NO_PICTURES } from "./pictureBlot.ts";
import { preparePicture } from "./preparePicture.ts";
import type { LocatedPlaceholder } from "./typedPlaceholder.ts";
import { readWritten } from "./writtenPlaceholder.ts";

/** A placeholder in its form. It will replace a chip or the typed text, or go in at the cursor. */
type OpenDraft = PlaceholderDraft & { chip?: HTMLElement; typing?: LocatedPlaceholder };

/**
 * The placeholder that is written or changed in its form, and functions that open and close the
 * form.
 */
export function usePlaceholderDraft() {
  const [draft, setDraft] = useState<OpenDraft | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  const write = useCallback(
    (name: string, type: VariableType, anchor: FormAnchor, canTotal: boolean) =>
      setDraft({ placeholder: newPlaceholder(name, type), anchor, action: "Insert", canTotal }),
    [],
  );
  return {
    draft,
    write,
    finish: (typing: LocatedPlaceholder, anchor: FormAnchor, canTotal: boolean) =>
      setDraft({
        placeholder: newPlaceholder(typing.text.trim()),
        anchor,
        action: "Insert",
        canTotal,
        typing,
      }),
    change: (chip: HTMLElement, variables: readonly Variable[], canTotal: boolean) => {
      const token = readWritten(chip.getAttribute(WRITTEN) ?? "");
      if (token?.kind !== "placeholder") return;
      const { name, fallback, isSum = false } = token;
      const { type, options } =
        (token.typed ? null : variables.find((variable) => variable.name === name)) ?? token;
      setDraft({
        placeholder: { name, type, options, fallback, isSum },
        anchor: chip,
        action: "Apply",
        canTotal,
        chip,
      });
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

/** A condition in its form: a new one around the selection, or one in the text. */
export interface ConditionDraft {
  condition: ChipCondition;
  placed: PlacedCondition | null;
  /** The block beside it for all other values, which changes with it. */
  otherwise: WholeBlock | null;
  /** The selected text that a new one is for; "" if the text is still to be written. */
  text: string;
  anchor: FormAnchor;
}

/**
 * The condition that is written or changed in its form, and functions that open and close the form.
 */
export function useConditionDraft() {
  const [draft, setDraft] = useState<ConditionDraft | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  const write = useCallback(
    (anchor: FormAnchor, text: string) =>
      setDraft({
        condition: { kind: "open", name: "", value: null },
        placed: null,
        otherwise: null,
        text,
        anchor,
      }),
    [],
  );
  return {
    draft,
    write,
    /** Opens the form for the condition that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      const placed = conditionAt(content, chip);
      if (!placed) return false;
      const otherwise = otherwiseBeside(content, placed);
      const anchor = blockAnchor(content, chip, placed, otherwise);
      setDraft({ condition: placed, placed, otherwise, text: "", anchor });
      return true;
    },
    /** `hasOtherwise`: also puts a block behind it for all other values. */
    put: (editor: BodyEditor | null, condition: ChipCondition, hasOtherwise: boolean) => {
      close();
      const opposite = writeCondition(otherwiseOf(condition));
      const added = hasOtherwise ? opposite : null;
      if (!draft?.placed) return editor?.wrap(writeCondition(condition), added);
      const changes = changedEnds(draft.placed, writeCondition(condition));
      const beside = draft.otherwise ? changedEnds(draft.otherwise, opposite) : [];
      editor?.rewrite([...beside, ...changes], added);
    },
    /** Keeps the text between its ends. */
    remove: (editor: BodyEditor | null) => {
      close();
      if (draft?.placed) editor?.rewrite(changedEnds(draft.placed, { open: null, close: null }));
    },
    cancel: (editor: BodyEditor | null) => {
      close();
      editor?.focus();
    },
  };
}

/** The chips of a condition with what is written in them from now on; null removes them. */
function changedEnds(
  { opening, closing }: PlacedCondition,
  { open, close }: { open: string | null; close: string | null },
) {
  const ends = [
    { chip: opening, written: open },
    { chip: closing, written: close },
  ];
  return ends.flatMap(({ chip, written }) => (chip ? [{ chip, written }] : []));
}

/**
 * A block from its one end to the other, with the one beside it, as far as the editor shows them:
 * its form doesn't cover what is inside. `chip` is the end that was clicked.
 */
function blockAnchor(
  content: Element,
  chip: HTMLElement,
  { opening, closing }: Pick<PlacedCondition, "opening" | "closing">,
  beside: WholeBlock | null = null,
): FormAnchor {
  if (!opening || !closing) return chip;
  const whole = document.createRange();
  whole.setStartBefore(opening);
  whole.setEndAfter(closing);
  if (beside && whole.comparePoint(beside.opening, 0) < 0) whole.setStartBefore(beside.opening);
  else if (beside) whole.setEndAfter(beside.closing);
  return {
    nodeType: Node.ELEMENT_NODE,
    within: content,
    getBoundingClientRect: () => {
      const { left } = chip.getBoundingClientRect();
      const { top, bottom } = whole.getBoundingClientRect();
      const seen = content.getBoundingClientRect();
      const from = Math.max(top, seen.top);
      return new DOMRect(left, from, 0, Math.max(0, Math.min(bottom, seen.bottom) - from));
    },
  };
}

/** The repeated part whose form is open, and functions that open and close it. */
export function useRepeatedPart() {
  const [draft, setDraft] = useState<{ anchor: FormAnchor; ends: HTMLElement[] } | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  return {
    draft,
    /** Opens the form for the part that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      if (chip.dataset.kind !== "rows") return false;
      const { opening, closing } = conditionAt(content, chip) ?? { opening: chip, closing: null };
      const anchor = blockAnchor(content, chip, { opening, closing });
      setDraft({ anchor, ends: [opening, closing].filter((end) => end !== null) });
      return true;
    },
    remove: (editor: BodyEditor | null) => {
      close();
      editor?.removeEnds(draft?.ends ?? []);
    },
    cancel: (editor: BodyEditor | null) => {
      close();
      editor?.focus();
    },
  };
}

/** Where the pictures of a body are. */
export interface BodyPictures {
  addresses: PictureSources;
  /** Adds a picture's file to the email. Returns the reason if it can't, else null. */
  add: (file: File) => string | null;
}

/** An email program shows an email about this many pixels wide. */
export const FULL_WIDTH = 600;

/** The pictures of an editor: inserts them, and the one whose description is asked for. */
export function useBodyPictures(
  pictures: BodyPictures | undefined,
  onRefusal: (sentences: string) => void,
) {
  const [editing, setEditing] = useState<HTMLImageElement | null>(null);
  const insert = async (editor: BodyEditor | null, files: readonly File[]) => {
    if (!editor) return;
    if (!pictures) return onRefusal(NO_PICTURES);
    const refusals: string[] = [];
    const place = editor.holdPlace();
    let last: HTMLImageElement | null = null;
    for (const chosen of files) {
      try {
        const { file, width } = await preparePicture(chosen);
        const refusal = pictures.add(file);
        if (refusal !== null) throw new Error(refusal);
        last = place.insertPicture({
          name: file.name,
          alt: "",
          width: Math.min(width, FULL_WIDTH),
        });
      } catch (error) {
        refusals.push(errorMessage(error));
      }
    }
    place.release();
    // Inserting a picture clears the refusal of the one before.
    onRefusal(refusals.join(" "));
    if (last) setEditing(last);
  };
  return { editing, setEditing, insert };
}
