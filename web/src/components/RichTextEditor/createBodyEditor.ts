import "quill/dist/quill.core.css";
import type { Variable, VariableType } from "@sendwright/core/contract";
import type Delta from "quill-delta";
import { type PictureSources, showPicture } from "../../lib/showPictures.ts";
import { conditionProblem, type Ends, isInEmptyBlock, wrap, writeBehindBlock } from "./blocks.ts";
import { BlockTints } from "./blockTints.ts";
import { bodyOf } from "./bodyHtml.ts";
import {
  type ChipChange,
  changePicture,
  insertChip,
  insertPicture,
  rewriteChips,
} from "./chipEdits.ts";
import { deltaText } from "./deltas.ts";
import { showTypes } from "./drawChip.ts";
import { endKey } from "./endKey.ts";
import {
  clearFormats,
  type EditorFormats,
  formatSelection,
  inlineFormats,
  linkRange,
} from "./formats.ts";
import { showNumbers } from "./listNumbering.ts";
import { type BodyPicture, PICTURE_SELECTOR, pictureOf } from "./pictureBlot.ts";
import { readBehindChips } from "./placeholderBlot.ts";
import { KEYS, Quill } from "./quillParts.ts";
import { isPlaceForTotal, ROWS } from "./repeatedPart.ts";
import { chipsIn, removeEnds, repeatLines, repeatProblem } from "./repeatLines.ts";
import {
  completeTables,
  deleteAcrossCells,
  deletesLine,
  editTable,
  type TableEdit,
} from "./tableEdits.ts";
import { TemplateClipboard } from "./templateClipboard.ts";
import { chipBeside, isOnlyText, type TextRange } from "./textRange.ts";
import {
  type LinePosition,
  type LocatedPlaceholder,
  lineAt,
  textBefore,
  typingOf,
} from "./typedPlaceholder.ts";
import { asOneStep } from "./undoStep.ts";
import { readWritten } from "./writtenPlaceholder.ts";

export interface BodyEditorEvents {
  /** A person changed the body; the function reads it. */
  onBody: (read: () => string) => void;
  /** The cursor moved, or the content under it changed. */
  onFormats: (formats: EditorFormats) => void;
  /** Whether the cursor is in a condition or repeated part that has no text yet. */
  onEmptyBlock?: (isIn: boolean) => void;
  /** The placeholder being typed by hand; null if none. */
  onTyping: (typing: LocatedPlaceholder | null) => void;
  /** The keyboard asked to change a chip. */
  onChip: (chip: HTMLElement) => void;
  /** The keyboard asked for a link around the selection. */
  onLink: () => void;
  /** The selection can't repeat for each row; the sentence says why. Null if it can. */
  onRepeatProblem?: (sentence: string | null) => void;
  /** A paste lost something; the sentence says what. */
  onLoss: (sentence: string) => void;
  /** Picture files were pasted or dropped at the cursor. */
  onFiles: (files: readonly File[]) => void;
  /** Whether `{{` has no meaning: no chips. */
  isLiteral?: boolean;
}

/** A position in the body that stays between the same letters while a person types elsewhere. */
interface HeldPlace {
  /** Inserts a picture here. Returns it if the cursor is still here, too. */
  insertPicture: (picture: BodyPicture) => HTMLImageElement | null;
  release: () => void;
}

/** The editor's interface for the page; only this folder knows Quill. */
export interface BodyEditor {
  setBody: (body: string) => void;
  /** The stored form of the body. */
  body: () => string;
  setEnabled: (enabled: boolean) => void;
  focus: () => void;
  /** The place is in characters, a chip being one. */
  select: (index: number, length: number) => void;
  format: (name: string, value: unknown) => void;
  clean: () => void;
  /**
   * Makes a link of the selection, or of the address itself where nothing is selected; "" takes the
   * link away.
   */
  link: (address: string) => void;
  /** Where the cursor or the selection is or was last, in pixels of the editor's element. */
  cursorLine: () => LinePosition;
  /** The text that is selected, chips as they are written. */
  selectedText: () => string;
  /** Inserts a placeholder's source text at the cursor's current or last position. */
  insert: (written: string) => void;
  /** As `insert`, replacing the placeholder being typed. */
  complete: (typing: LocatedPlaceholder, written: string) => void;
  /** Replaces or removes a chip. */
  replace: (chip: HTMLElement, written: string | null) => void;
  /**
   * As `replace`, for several chips, as one change. `behind`: the ends of a block that comes behind
   * the last of them, with the cursor in it.
   */
  rewrite: (changes: readonly ChipChange[], behind?: Ends | null) => void;
  /** Draws each placeholder without a type as one of its variable's type. */
  showTypes: (variables: readonly Variable[]) => void;
  /** Shows the pictures that are there, and marks those that are missing. */
  showPictures: (addresses: PictureSources) => void;
  /** Remembers the cursor's current or last position, which later changes move along. */
  holdPlace: () => HeldPlace;
  /** Changes or removes a picture. */
  changePicture: (image: HTMLImageElement, picture: BodyPicture | null) => void;
  /**
   * Puts a chip before and after the selection, or both at the cursor, which moves between them, or
   * into `otherwise`, a second pair behind the first.
   */
  wrap: (ends: Ends, otherwise: Ends | null) => void;
  /** Why a condition can't go around the selection, as a sentence; null if it can. */
  wrapProblem: () => string | null;
  /** Makes the selected lines, items or row of a table, or the line at the cursor, repeat. */
  repeat: () => void;
  /** Whether a chip, or a placeholder at the cursor, can be the total of all rows. */
  canTotal: (chip?: HTMLElement) => boolean;
  /** Removes the ends of a repeated part. */
  removeEnds: (chips: readonly HTMLElement[]) => void;
  /** Changes the stored form of the body, as one step that undo takes back. */
  edit: (change: (body: string) => string) => void;
  /** Takes away what the page has of the editor outside of its element. */
  end: () => void;
  /** Changes the table at the cursor. */
  editTable: (edit: TableEdit) => void;
}

const { USER, SILENT, API } = Quill.sources;

/** Makes the body's editor in an empty element. */
export function createBodyEditor(host: HTMLElement, events: BodyEditorEvents): BodyEditor {
  const {
    onBody,
    onFormats,
    onTyping,
    onChip,
    onLink,
    onRepeatProblem,
    onEmptyBlock,
    onLoss,
    onFiles,
    isLiteral = false,
  } = events;
  const changeChip = {
    key: "Enter",
    altKey: true,
    handler: () => {
      const chip = chipBeside(quill, cursor);
      if (chip) onChip(chip);
      return chip === null;
    },
  };
  const askForLink = {
    key: "k",
    shortKey: true,
    handler: () => {
      onLink();
      return false;
    },
  };
  const takeFiles = (range: { index: number; length: number }, files: readonly File[]) => {
    quill.setSelection(range.index, range.length, API);
    onFiles(files);
  };
  const quill = new Quill(host, {
    modules: {
      keyboard: { bindings: { changeChip, askForLink, end: endKey(() => quill), ...KEYS } },
      history: { userOnly: true },
      clipboard: { isLiteral },
      uploader: { handler: takeFiles },
    },
  });
  readBehindChips(quill.selection);
  const { clipboard } = quill;
  if (!(clipboard instanceof TemplateClipboard)) throw new Error("The editor has no clipboard.");
  clipboard.onLoss = onLoss;
  let cursor = { index: 0, length: 0 };
  const held = new Set<TextRange>();
  const tints = new BlockTints();
  let pictures: PictureSources = {};
  let types: ReadonlyMap<string, VariableType> = new Map();
  const drawPictures = () => {
    for (const image of quill.root.querySelectorAll(PICTURE_SELECTOR)) {
      const picture = pictureOf(image);
      if (picture) showPicture(image, picture.name, pictures);
    }
  };
  const read = () =>
    quill.getLength() > 1 || quill.root.querySelector("li, h1, h2, h3, td")
      ? bodyOf(quill.root)
      : "";
  const reportFormats = () => {
    onFormats(quill.getFormat(cursor.index, cursor.length));
    if (!isLiteral) onRepeatProblem?.(repeatProblem(quill, cursor, types.has(ROWS)));
  };

  /** A placeholder that was typed to its last brace becomes a chip; undo gives the text back. */
  const takeTyped = (change: Delta) => {
    const typed = change.ops.find(({ insert }) => insert !== undefined)?.insert;
    // Only the brace itself: undo brings back the text as a whole.
    if (typeof typed !== "string" || !/^\}{1,2}$/.test(typed)) return;
    const range = quill.getSelection();
    if (!range || range.length > 0) return;
    const before = textBefore(quill, range.index);
    const from = before.lastIndexOf("{{");
    // `{{{Name}}}` is not a chip in braces: it is reported as written.
    if (from < 0 || before[from - 1] === "{" || !readWritten(before.slice(from))) return;
    replaceBefore(range.index, before.length - from, before.slice(from));
  };
  const putChip = (index: number, length: number, written: string, formatsAt = index) =>
    asOneStep(quill, () =>
      insertChip(quill, index, length, written, inlineFormats(quill.getFormat(formatsAt))),
    );
  const replaceBefore = (index: number, length: number, written: string) =>
    putChip(index - length, length, written, index);

  quill.on(Quill.events.TEXT_CHANGE, (change, before, source) => {
    for (const place of held) {
      const end = change.transformPosition(place.index + place.length);
      place.index = change.transformPosition(place.index);
      place.length = end - place.index;
    }
    const isTyped = isOnlyText(change);
    if (!isTyped) {
      drawPictures();
      showTypes(quill.root, types);
      tints.show(quill.root);
      showNumbers(quill.root);
    }
    if (source !== USER) return;
    if (!isLiteral) takeTyped(change);
    if (!isTyped && deletesLine(change, before)) completeTables(quill);
    onBody(read);
    if (!isLiteral) onEmptyBlock?.(isInEmptyBlock(quill, cursor));
  });
  let reports = 0;
  quill.on(Quill.events.EDITOR_CHANGE, (event) => {
    const before = reports;
    // If the cursor has moved with the text, this reports it.
    const range = quill.getSelection();
    if (range) cursor = range;
    if (reports > before) return;
    reports++;
    reportFormats();
    if (isLiteral) return;
    onTyping(typingOf(quill, cursor));
    // After `onBody`, if the text has changed.
    if (event === Quill.events.SELECTION_CHANGE) onEmptyBlock?.(isInEmptyBlock(quill, cursor));
  });

  // Before Quill hears of it, which would delete the edges of cells.
  host.addEventListener(
    "beforeinput",
    (event) => {
      if (!event.cancelable || document.getSelection()?.isCollapsed) return;
      const range = quill.getSelection();
      if (!range || !deleteAcrossCells(quill, range)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.inputType !== "insertText" || !event.data) return;
      quill.insertText(range.index, event.data, USER);
      quill.setSelection(range.index + event.data.length, 0, SILENT);
    },
    true,
  );

  // A button takes the focus and leaves the selection, so Quill doesn't say so.
  if (!isLiteral) quill.root.addEventListener("blur", () => onTyping(typingOf(quill, cursor)));
  // The browser would put the cursor into the last line, and in front of the end that is there.
  quill.root.addEventListener("click", ({ target, clientY }) => {
    const bottom = quill.root.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    const isBelow = target === quill.root && clientY > bottom;
    if (isBelow && quill.isEnabled() && document.getSelection()?.isCollapsed)
      writeBehindBlock(quill);
  });

  return {
    setBody: (body) => {
      clipboard.waiting.forget();
      quill.setContents(clipboard.read(body), API);
      quill.history.clear();
      cursor = { index: Math.max(0, quill.getLength() - 1), length: 0 };
      reportFormats();
    },
    body: read,
    setEnabled: (enabled) => quill.enable(enabled),
    focus: () => quill.setSelection(cursor.index, cursor.length, SILENT),
    select: (index, length) => quill.setSelection(index, length, SILENT),
    format: (name, value) => {
      quill.setSelection(cursor.index, cursor.length, SILENT);
      formatSelection(quill, cursor, name, value);
      reportFormats();
    },
    clean: () => {
      const { index, length } = cursor;
      clearFormats(quill, cursor);
      quill.setSelection(index, length, SILENT);
      reportFormats();
    },
    link: (address) => {
      quill.setSelection(linkRange(quill, cursor, address), 0, SILENT);
      reportFormats();
    },
    cursorLine: () => lineAt(quill, cursor.index, cursor.length),
    selectedText: () => deltaText(quill.getContents(cursor.index, cursor.length)),
    insert: (written) => {
      putChip(cursor.index, cursor.length, written);
      quill.focus();
    },
    complete: ({ length }, written) => {
      replaceBefore(cursor.index, length, written);
      quill.focus();
    },
    replace: (chip, written) => rewriteChips(quill, [{ chip, written }]),
    rewrite: (changes, behind) => rewriteChips(quill, changes, behind),
    repeat: () => repeatLines(quill, cursor),
    canTotal: (chip) => {
      const blot = chip ? Quill.find(chip) : null;
      const at = blot && !(blot instanceof Quill) ? blot.offset(quill.scroll) : cursor.index;
      return !types.has(ROWS) && isPlaceForTotal(chipsIn(quill), at);
    },
    removeEnds: (chips) => removeEnds(quill, chips),
    edit: (change) => clipboard.change(change(read())),
    end: () => {
      clipboard.waiting.paste();
      tints.clear();
    },
    editTable: (edit) => {
      editTable(quill, cursor.index, edit);
      quill.focus();
      reportFormats();
    },
    showTypes: (variables) => {
      types = new Map(variables.map(({ name, type }) => [name, type]));
      showTypes(quill.root, types);
      reportFormats();
    },
    showPictures: (addresses) => {
      pictures = addresses;
      drawPictures();
    },
    holdPlace: () => {
      const place = { index: cursor.index, length: cursor.length };
      held.add(place);
      const insert = (picture: BodyPicture) => {
        const { index, length } = place;
        const isHere = cursor.index === index && cursor.length === length;
        insertPicture(quill, place, picture);
        if (!isHere) return null;
        quill.setSelection(index + 1, 0, SILENT);
        cursor = { index: index + 1, length: 0 };
        const image = quill.getLeaf(index + 1)[0]?.domNode;
        return image instanceof HTMLImageElement ? image : null;
      };
      return { insertPicture: insert, release: () => held.delete(place) };
    },
    changePicture: (image, picture) => changePicture(quill, image, picture),
    wrap: (ends, otherwise) => wrap(quill, cursor, ends, otherwise),
    wrapProblem: () => conditionProblem(quill, cursor),
  };
}
