import { type RefObject, useEffect, useRef, useState } from "react";
import { type BodyEditor, createBodyEditor, type EditorFormats } from "./createBodyEditor.ts";
import type { Typing } from "./typedPlaceholder.ts";

interface Options {
  value: string;
  onChange: (body: string) => void;
  /** The keyboard asked to change a chip. */
  onChip: (chip: HTMLElement) => void;
  disabled: boolean;
}

/** The editor that lives in an element, the formats at its cursor, and a placeholder being typed. */
export function useBodyEditor(host: RefObject<HTMLDivElement | null>, options: Options) {
  const { value, disabled } = options;
  const [editor, setEditor] = useState<BodyEditor | null>(null);
  const [formats, setFormats] = useState<EditorFormats>({});
  const [typing, setTyping] = useState<Typing | null>(null);
  const latest = useRef(options);
  latest.current = options;
  /** The body that the editor shows, so that its own news does not come back to it. */
  const shown = useRef<string | null>(null);

  useEffect(() => {
    const element = document.createElement("div");
    host.current?.append(element);
    const made = createBodyEditor(element, {
      onBody: (body) => {
        shown.current = body;
        latest.current.onChange(body);
      },
      onFormats: (now) => setFormats((before) => (isSame(before, now) ? before : now)),
      onTyping: setTyping,
      onChip: (chip) => latest.current.onChip(chip),
    });
    setEditor(made);
    return () => {
      element.remove();
      shown.current = null;
      setEditor(null);
    };
  }, [host]);

  useEffect(() => {
    if (!editor || shown.current === value) return;
    shown.current = value;
    editor.setBody(value);
  }, [editor, value]);
  useEffect(() => editor?.setEnabled(!disabled), [editor, disabled]);
  return { editor, formats, typing };
}

/** Whether the formats at the cursor are those of before: most keys change none. */
function isSame(before: EditorFormats, now: EditorFormats): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}
