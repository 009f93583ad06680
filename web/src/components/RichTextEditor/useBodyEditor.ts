import type { Variable } from "@sendwright/core/contract";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLateTyping } from "../../lib/lateTyping.ts";
import type { PictureSources } from "../../lib/showPictures.ts";
import { type BodyEditor, type BodyEditorEvents, createBodyEditor } from "./createBodyEditor.ts";
import type { EditorFormats } from "./formats.ts";
import type { LocatedPlaceholder } from "./typedPlaceholder.ts";

interface BodyEditorOptions
  extends Pick<BodyEditorEvents, "onChip" | "onLink" | "onLoss" | "onFiles"> {
  value: string;
  onChange: (body: string) => void;
  disabled: boolean;
  /** Whether `{{` has no meaning: no chips. Doesn't change. */
  isLiteral: boolean;
  addresses: PictureSources;
  /** The variables of subject and body together. */
  variables: readonly Variable[];
}

/**
 * The editor that lives in an element, the formats at its cursor, a placeholder being typed, why the
 * selection can't repeat for each row, and whether the cursor is in a block without text.
 */
export function useBodyEditor(host: RefObject<HTMLDivElement | null>, options: BodyEditorOptions) {
  const { value, disabled, isLiteral, addresses, variables } = options;
  const [editor, setEditor] = useState<BodyEditor | null>(null);
  const [formats, setFormats] = useState<EditorFormats>({});
  const [typing, setTyping] = useState<LocatedPlaceholder | null>(null);
  const [repeatProblem, setRepeatProblem] = useState<string | null>(null);
  const [isInEmptyBlock, setInEmptyBlock] = useState(false);
  const latest = useRef(options);
  latest.current = options;
  /** The body that the editor shows, so that its own changes don't come back to it. */
  const shown = useRef<string | null>(null);
  const read = useRef<() => string>(() => value);
  const isInEmpty = useRef(false);
  const isWaiting = useRef(false);
  const deliver = useLateTyping(() => {
    const body = read.current();
    shown.current = body;
    isWaiting.current = false;
    markFull(host.current);
    options.onChange(body);
    setInEmptyBlock(isInEmpty.current);
  });

  useEffect(() => {
    const element = document.createElement("div");
    host.current?.append(element);
    const made = createBodyEditor(element, {
      onBody: (body) => {
        read.current = body;
        isWaiting.current = true;
        deliver();
      },
      onFormats: (now) => setFormats((before) => (isSame(before, now) ? before : now)),
      onTyping: setTyping,
      onRepeatProblem: setRepeatProblem,
      onEmptyBlock: (isIn) => {
        isInEmpty.current = isIn;
        if (isIn) return setInEmptyBlock(true);
        // Its first letter is on the screen before the page hears of it, and the cursor has moved
        // before the editor says so.
        queueMicrotask(() => {
          if (!isInEmpty.current && !isWaiting.current) setInEmptyBlock(false);
        });
      },
      onChip: (chip) => latest.current.onChip(chip),
      onLink: () => latest.current.onLink(),
      isLiteral,
      onLoss: (sentence) => latest.current.onLoss(sentence),
      onFiles: (files) => latest.current.onFiles(files),
    });
    const { value: first } = latest.current;
    shown.current = first;
    made.setBody(first);
    setEditor(made);
    const resized = new ResizeObserver(() => markFull(host.current));
    for (const text of element.children) resized.observe(text);
    return () => {
      resized.disconnect();
      made.end();
      element.remove();
      shown.current = null;
      setEditor(null);
    };
  }, [host, isLiteral, deliver]);

  useEffect(() => {
    if (!editor || shown.current === value) return;
    shown.current = value;
    editor.setBody(value);
    markFull(host.current);
  }, [host, editor, value]);
  useEffect(() => editor?.setEnabled(!disabled), [editor, disabled]);
  useEffect(() => editor?.showPictures(addresses), [editor, addresses]);
  useEffect(() => editor?.showTypes(variables), [editor, variables]);
  return { editor, formats, typing, repeatProblem, isInEmptyBlock };
}

/** Tells the style sheet whether the text is higher than its place, whose height is known then. */
function markFull(host: HTMLElement | null): void {
  const text = host?.querySelector(".ql-editor");
  if (text) host?.toggleAttribute("data-full", text.scrollHeight > text.clientHeight);
}

/** Whether the formats at the cursor are those of before: most keys change none. */
function isSame(before: EditorFormats, now: EditorFormats): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

/** Describes the editor's text to assistive technology with these attributes. */
export function useTextbox(
  host: RefObject<HTMLElement | null>,
  attributes: Record<string, string | undefined>,
): void {
  useEffect(() => {
    const text = host.current?.querySelector(".ql-editor");
    for (const [name, value] of Object.entries({
      role: "textbox",
      "aria-multiline": "true",
      ...attributes,
    })) {
      if (value === undefined) text?.removeAttribute(name);
      // The editor would read its text again.
      else if (text?.getAttribute(name) !== value) text?.setAttribute(name, value);
    }
  });
}
