import type { Variable, VariableType } from "@sendwright/core/contract";
import {
  newPlaceholder,
  type Placeholder,
  serializePlaceholder,
} from "@sendwright/core/placeholders";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../../lib/errorMessage.ts";
import type { PictureAddresses } from "../../lib/showPictures.ts";
import type { FormAnchor } from "../FormPopover.tsx";
import type { PlaceholderDraft } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { WRITTEN } from "./bodyHtml.ts";
import {
  type ChipCondition,
  conditionAt,
  type PlacedCondition,
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
  /** For a new one, whether it's for the selected text or for text that is still to be written. */
  hasText: boolean;
  anchor: FormAnchor;
}

/**
 * The condition that is written or changed in its form, and functions that open and close the form.
 */
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
    (anchor: FormAnchor, hasText: boolean) =>
      setDraft({
        condition: { kind: "open", name: "", value: null },
        placed: null,
        hasText,
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
      if (placed) setDraft({ condition: placed, placed, hasText: true, anchor: chip });
      return placed !== null;
    },
    put: (editor: BodyEditor | null, condition: ChipCondition) => {
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

/** The repeated part whose form is open, and functions that open and close it. */
export function useRepeatedPart() {
  const [draft, setDraft] = useState<{ anchor: HTMLElement; ends: HTMLElement[] } | null>(null);
  /** The form goes first: while it is open, it keeps the focus. */
  const close = () => flushSync(() => setDraft(null));
  return {
    draft,
    /** Opens the form for the part that a chip is an end of; returns whether it is one. */
    change: (content: Element, chip: HTMLElement): boolean => {
      if (chip.dataset.kind !== "rows") return false;
      const { opening, closing } = conditionAt(content, chip) ?? { opening: chip, closing: null };
      setDraft({ anchor: chip, ends: [opening, closing].filter((end) => end !== null) });
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
  addresses: PictureAddresses;
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
