import type { Variable } from "@sendwright/functions/contract";
import { serializePlaceholder } from "@sendwright/functions/core";
import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { PlaceholderPopover } from "../PlaceholderForm/PlaceholderPopover.tsx";
import styles from "./BodyField.module.css";
import { CHIP_CLASS } from "./bodyHtml.ts";
import { ChipSymbols } from "./ChipSymbols.tsx";
import { MAIL_LOOK } from "./mailLook.ts";
import { PlaceholderButtons } from "./PlaceholderButtons.tsx";
import { optionId, Suggestions } from "./Suggestions.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useBodyEditor } from "./useBodyEditor.ts";
import { usePlaceholderDraft } from "./usePlaceholderDraft.ts";
import { useSuggestions } from "./useSuggestions.ts";
import { useTextbox } from "./useTextbox.ts";

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

/** Writes a mail's body: formatted text in which every placeholder is a chip. */
export default function BodyField(props: BodyFieldProps) {
  const { label, value, onChange, disabled = false, error, notes, variables = [] } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const form = usePlaceholderDraft();
  const { editor, formats, typing } = useBodyEditor(host, { value, onChange, onChip: form.change, disabled });
  const suggestions = useSuggestions({
    typing,
    variables,
    onChoose: (variable) => typing && editor?.complete(typing, serializePlaceholder(variable)),
    onNew: () => typing && form.finish(typing, placeIn(host.current, typing)),
  });
  useTextbox(host, {
    "aria-labelledby": `${id}-label`,
    "aria-describedby": `${id}-error ${id}-notes ${id}-keys`,
    "aria-invalid": error ? "true" : undefined,
    "aria-disabled": disabled ? "true" : undefined,
    "aria-controls": suggestions.isOpen ? `${id}-list` : undefined,
    "aria-activedescendant": suggestions.isOpen ? optionId(`${id}-list`, suggestions.active) : undefined,
  });
  const clickChip = (event: MouseEvent) => {
    const chip = (event.target as Element).closest<HTMLElement>(`.${CHIP_CLASS}`);
    if (chip && !disabled) form.change(chip);
  };

  return (
    <div className={styles.field}>
      <style>{MAIL_LOOK}</style>
      <ChipSymbols />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the label only moves the cursor into the text. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <span id={`${id}-label`} className={styles.label} onClick={() => editor?.focus()}>
        {label}
      </span>
      <div className={styles.frame} data-invalid={Boolean(error)} data-disabled={disabled}>
        <Toolbar editor={editor} formats={formats} disabled={disabled} />
        <PlaceholderButtons
          disabled={disabled || !editor}
          onChoose={(type, button) => form.write(editor?.selectedText().trim() ?? "", type, button)}
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens a chip with Alt+Enter. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the textbox is inside; clicks are for its chips. */}
        <div ref={host} className={styles.host} onClick={clickChip} onKeyDownCapture={suggestions.onKeyDown}>
          {typing && suggestions.isOpen && (
            <Suggestions
              id={`${id}-list`}
              typing={typing}
              anchor={placeIn(host.current, typing)}
              suggestions={suggestions}
            />
          )}
        </div>
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
      <div id={`${id}-notes`} className={styles.notes}>
        {notes}
      </div>
      <span id={`${id}-keys`} hidden>
        Alt and Enter change the placeholder beside the cursor.
      </span>
      <PlaceholderPopover
        draft={form.draft}
        variables={variables}
        onDone={(placeholder) => form.put(editor, placeholder)}
        onCancel={() => form.cancel(editor)}
        {...(form.draft?.chip ? { onRemove: () => form.remove(editor) } : {})}
      />
    </div>
  );
}

/** A place in an element, for the form to float beside. */
function placeIn(element: Element | null, { left, top }: { left: number; top: number }) {
  return {
    nodeType: Node.ELEMENT_NODE,
    getBoundingClientRect: () => {
      const box = element?.getBoundingClientRect();
      return new DOMRect((box?.left ?? 0) + left, (box?.top ?? 0) + top, 0, 0);
    },
  };
}
