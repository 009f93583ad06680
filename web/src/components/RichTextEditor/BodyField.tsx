import {
  type Placeholder,
  serializePlaceholder,
  type Variable,
  type VariableType,
} from "@sendwright/functions/contract";
import { type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type PlaceholderDraft, PlaceholderPopover } from "../PlaceholderForm/PlaceholderPopover.tsx";
import styles from "./BodyField.module.css";
import { CHIP_CLASS, WRITTEN } from "./bodyHtml.ts";
import { ChipSymbols } from "./ChipSymbols.tsx";
import { PlaceholderButtons } from "./PlaceholderButtons.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useBodyEditor } from "./useBodyEditor.ts";
import { readWritten } from "./writtenPlaceholder.ts";

export interface BodyFieldProps {
  label: string;
  /** HTML, with placeholders as `{{…}}`. */
  value: string;
  /** Called with the new body when a person changed it. */
  onChange: (body: string) => void;
  disabled?: boolean;
  /** What is wrong with the body. */
  error?: ReactNode;
  /** Beside the text: the grammar's warnings about it, how long it is. */
  notes?: ReactNode;
  /** The variables of subject and body together. */
  variables?: readonly Variable[];
}

/** A placeholder being written: in the place of a chip, of what was typed so far, or where the cursor is. */
type Draft = PlaceholderDraft & { chip: HTMLElement | null; typing?: Typing };

/** Writes a mail's body: formatted text in which every placeholder is a chip. */
export default function BodyField(props: BodyFieldProps) {
  const { label, value, onChange, disabled = false, error, notes, variables = [] } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const openChip = (chip: HTMLElement) => {
    const token = readWritten(chip.getAttribute(WRITTEN) ?? "");
    if (disabled || token?.kind !== "placeholder") return;
    const { name, type, options, fallback } = token;
    setDraft({ placeholder: { name, type, options, fallback }, anchor: chip, action: "Apply", chip });
  };
  const listId = `${id}-suggestions`;
  const { editor, formats, typing } = useBodyEditor(host, {
    value,
    onChange,
    onChip: openChip,
    disabled,
    attributes: {
      role: "textbox",
      "aria-multiline": "true",
      "aria-labelledby": `${id}-label`,
      "aria-describedby": `${id}-error ${id}-notes`,
      "aria-invalid": error ? "true" : undefined,
      "aria-disabled": disabled ? "true" : undefined,
    },
  });

  const write = (type: VariableType, anchor: Element) => {
    const name = editor?.selectedText().trim() ?? "";
    setDraft({ placeholder: { name, type, options: [], fallback: null }, anchor, action: "Insert", chip: null });
  };
  const clickChip = (event: MouseEvent) => {
    const chip = (event.target as Element).closest<HTMLElement>(`.${CHIP_CLASS}`);
    if (chip) openChip(chip);
  };
  /** Closes the form first: while it is open, it keeps the focus. */
  const closeDraft = () => flushSync(() => setDraft(null));
  const put = (written: string | null) => {
    closeDraft();
    if (draft?.typing && written !== null) editor?.complete(draft.typing, written);
    else if (draft?.chip) editor?.replace(draft.chip, written);
    else if (written !== null) editor?.insert(written);
  };
  const done = (placeholder: Placeholder) => put(serializePlaceholder(placeholder));

  const suggestions = useSuggestions({
    typing,
    variables,
    onChoose: (variable) => typing && editor?.complete(typing, serializePlaceholder(asWritten(variable))),
    onNew: (name) => {
      const anchor = host.current;
      if (!typing || !anchor) return;
      const placeholder = { name, type: "text", options: [], fallback: null } as const;
      setDraft({ placeholder: { ...placeholder, options: [] }, anchor, action: "Insert", chip: null, typing });
    },
  });

  return (
    <div className={styles.field}>
      <ChipSymbols />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the label only moves the cursor into the text. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <span id={`${id}-label`} className={styles.label} onClick={() => editor?.focus()}>
        {label}
      </span>
      <div className={styles.frame} data-invalid={Boolean(error)} data-disabled={disabled}>
        <Toolbar editor={editor} formats={formats} disabled={disabled} />
        <PlaceholderButtons disabled={disabled || !editor} onChoose={write} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens a chip with Alt+Enter. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the textbox is inside; clicks are for its chips. */}
        <div ref={host} className={styles.host} onClick={clickChip} onKeyDownCapture={suggestions.onKeyDown}>
          {typing && suggestions.isOpen && <Suggestions id={listId} typing={typing} suggestions={suggestions} />}
        </div>
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <div id={`${id}-notes`} className={styles.notes}>
        {notes}
      </div>
      <PlaceholderPopover
        draft={draft}
        variables={variables}
        onDone={done}
        onCancel={() => {
          closeDraft();
          editor?.focus();
        }}
        {...(draft?.chip ? { onRemove: () => put(null) } : {})}
      />
    </div>
  );
}
