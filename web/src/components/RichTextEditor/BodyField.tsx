import type { Variable, VariableType } from "@sendwright/core/contract";
import { serializePlaceholder } from "@sendwright/core/placeholders";
import { type MouseEvent, type ReactNode, useCallback, useId, useRef } from "react";
import { PlaceholderPopover } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { optionId, Suggestions } from "../Suggestions/Suggestions.tsx";
import { useSuggestions } from "../Suggestions/useSuggestions.ts";
import styles from "./BodyField.module.css";
import { CHIP_CLASS } from "./bodyHtml.ts";
import { ChipSymbols } from "./ChipSymbols.tsx";
import { ConditionPopover } from "./ConditionPopover.tsx";
import { MAIL_LOOK } from "./mailLook.ts";
import { PlaceholderButtons } from "./PlaceholderButtons.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { Line } from "./typedPlaceholder.ts";
import { useBodyEditor } from "./useBodyEditor.ts";
import { useConditionDraft } from "./useConditionDraft.ts";
import { usePlaceholderDraft } from "./usePlaceholderDraft.ts";
import { useTextbox } from "./useTextbox.ts";

export interface BodyFieldProps {
  label: string;
  /** HTML, with placeholders as `{{…}}`. */
  value: string;
  /** Called with the new body when a person changed it. */
  onChange: (body: string) => void;
  disabled?: boolean;
  /** The body's errors. */
  error?: ReactNode;
  /** Beside the text: the grammar's warnings about it, how long it is. */
  notes?: ReactNode;
  /** The variables of subject and body together. */
  variables?: readonly Variable[];
}

/** The editor of an email's body: formatted text in which every placeholder is a chip. */
export default function BodyField(props: BodyFieldProps) {
  const { label, value, onChange, disabled = false, error, notes, variables = [] } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const form = usePlaceholderDraft();
  const condition = useConditionDraft();
  const openChip = (chip: HTMLElement) => {
    if (!host.current || !condition.change(host.current, chip)) form.change(chip);
  };
  const { editor, formats, typing } = useBodyEditor(host, { value, onChange, onChip: openChip, disabled });
  const suggestions = useSuggestions({
    text: typing?.text ?? null,
    variables,
    onChoose: (variable) => typing && editor?.complete(typing, serializePlaceholder(variable)),
    onNew: () => typing && form.finish(typing, placeIn(host.current, typing)),
  });
  useTextbox(host, {
    "aria-labelledby": `${id}-label`,
    "aria-describedby": `${id}-error ${id}-notes ${id}-keys`,
    "aria-haspopup": "listbox",
    "aria-autocomplete": "list",
    "aria-invalid": error ? "true" : undefined,
    "aria-disabled": disabled ? "true" : undefined,
    "aria-controls": suggestions.isOpen ? `${id}-list` : undefined,
    "aria-activedescendant": suggestions.isOpen ? optionId(`${id}-list`, suggestions.active) : undefined,
  });
  const { write: writePlaceholder } = form;
  const insertPlaceholder = useCallback(
    (type: VariableType) =>
      editor && writePlaceholder(editor.selectedText().trim(), type, placeIn(host.current, editor.cursorLine())),
    [editor, writePlaceholder],
  );
  const { write: writeCondition } = condition;
  const insertCondition = useCallback(
    () => editor && writeCondition(placeIn(host.current, editor.cursorLine())),
    [editor, writeCondition],
  );
  const clickChip = (event: MouseEvent) => {
    const chip = (event.target as Element).closest<HTMLElement>(`.${CHIP_CLASS}`);
    if (chip && !disabled) openChip(chip);
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
        <PlaceholderButtons disabled={disabled || !editor} onChoose={insertPlaceholder} onCondition={insertCondition} />
        <Toolbar editor={editor} formats={formats} disabled={disabled} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens a chip with Alt+Enter. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the textbox is inside; clicks are for its chips. */}
        <div ref={host} className={styles.host} onClick={clickChip} onKeyDownCapture={suggestions.onKeyDown}>
          {typing && suggestions.isOpen && (
            <Suggestions
              id={`${id}-list`}
              text={typing.text}
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
      <p id={`${id}-keys`} className={styles.keys}>
        {"{{ offers placeholders; "}
        <kbd>Alt+Enter</kbd> changes the one beside the cursor.
      </p>
      <PlaceholderPopover
        draft={form.draft}
        variables={variables}
        onDone={(placeholder) => form.put(editor, placeholder)}
        onCancel={() => {
          form.cancel(editor);
          suggestions.dismiss();
        }}
        {...(form.draft?.chip ? { onRemove: () => form.remove(editor) } : {})}
      />
      <ConditionPopover
        draft={condition.draft}
        variables={variables}
        onDone={(done) => condition.put(editor, done)}
        onCancel={() => condition.cancel(editor)}
        onRemove={() => condition.remove(editor)}
      />
    </div>
  );
}

/** A line in an element, for a form or a list to float beside. */
function placeIn(element: Element | null, { left, top, height }: Line) {
  return {
    nodeType: Node.ELEMENT_NODE,
    getBoundingClientRect: () => {
      const box = element?.getBoundingClientRect();
      return new DOMRect((box?.left ?? 0) + left, (box?.top ?? 0) + top, 0, height);
    },
  };
}
