import type { Variable, VariableType } from "@sendwright/core/contract";
import { serializePlaceholder, withPlaceholders } from "@sendwright/core/placeholders";
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useStable } from "../../lib/useStable.ts";
import type { WarningsOfText } from "../../lib/warningsOfTexts.ts";
import {
  ConditionPopover,
  EDITOR_FORMS,
  LinkPopover,
  PicturePopover,
  PlaceholderPopover,
  RepeatOffer,
  RepeatPopover,
} from "../editorForms.tsx";
import type { FormAnchor } from "../FormPopover.tsx";
import field from "../field.module.css";
import { preloadAfter } from "../later.tsx";
import { optionId, Suggestions } from "../Suggestions/Suggestions.tsx";
import {
  chosenPlaceholder,
  useNotes,
  useOffered,
  useSuggestions,
} from "../Suggestions/useSuggestions.ts";
import { SyntaxWarnings } from "../SyntaxWarnings.tsx";
import { CHIP_CLASS } from "./bodyHtml.ts";
import {
  type BodyPictures,
  useBodyPictures,
  useConditionDraft,
  usePlaceholderDraft,
  useRepeatedPart,
} from "./formDrafts.ts";
import { MAIL_LOOK } from "./mailLook.ts";
import { ChipSymbols, PlaceholderButtons } from "./PlaceholderButtons.tsx";
import { PICTURE_SELECTOR } from "./pictureBlot.ts";
import { choosePictures } from "./preparePicture.ts";
import styles from "./RichTextField.module.css";
import { TableBar, Toolbar } from "./Toolbar.tsx";
import { KEPT_TABLE } from "./tableHtml.ts";
import type { LinePosition } from "./typedPlaceholder.ts";
import { useBodyEditor, useTextbox } from "./useBodyEditor.ts";

export interface RichTextFieldProps {
  label: string;
  /** HTML, with placeholders as `{{…}}`. */
  value: string;
  /** Called with the new body when a person changed it. */
  onChange: (body: string) => void;
  disabled?: boolean;
  /** The body's errors. */
  error?: ReactNode;
  /** Below the text: how long it is. */
  notes?: ReactNode;
  /** Below the text: the grammar's warnings about it. */
  warnings?: WarningsOfText | undefined;
  /** The variables of subject and body together. */
  variables?: readonly Variable[];
  /** The list's columns that can be placeholders. */
  columns?: readonly Variable[] | undefined;
  /**
   * A short text in which `{{` has no meaning: without chips, and without the tools for
   * placeholders.
   */
  isLiteral?: boolean;
  /** Absent: the body can't have pictures. */
  pictures?: BodyPictures;
  /**
   * To offer to repeat lines: the email's subject, and the placeholders in which rows of one email
   * differ.
   */
  repeat?: { subject: string; names: readonly string[] } | undefined;
}

/** Milliseconds after which the body is most likely drawn, and ready for keys. */
const SOON = 300;

const NO_ADDRESSES = {};
const NO_VARIABLES: readonly Variable[] = [];

/** The editor of an email's body: formatted text in which every placeholder is a chip. */
export default function RichTextField(props: RichTextFieldProps) {
  const {
    label,
    value,
    onChange,
    disabled = false,
    error,
    notes,
    warnings,
    variables = NO_VARIABLES,
    columns,
    isLiteral = false,
    pictures,
    repeat: offer,
  } = props;
  const id = useId();
  useEffect(() => preloadAfter(SOON, EDITOR_FORMS), []);
  const offered = useOffered(variables, columns);
  const host = useRef<HTMLDivElement>(null);
  const form = usePlaceholderDraft();
  const condition = useConditionDraft();
  const repeated = useRepeatedPart();
  const [loss, setLoss] = useState("");
  const [linkAt, setLinkAt] = useState<FormAnchor | null>(null);
  const picturing = useBodyPictures(pictures, setLoss);
  const openChip = (chip: HTMLElement) => {
    const content = host.current;
    if (chip instanceof HTMLImageElement) picturing.setEditing(chip);
    else if (content && repeated.change(content, chip)) return;
    else if (!content || !condition.change(content, chip))
      form.change(chip, variables, editor?.canTotal(chip) === true);
  };
  const { editor, formats, typing, repeatProblem, isInEmptyBlock } = useBodyEditor(host, {
    value,
    onChange: (body) => {
      setLoss("");
      onChange(body);
    },
    onChip: openChip,
    onLink: () => editor && setLinkAt(placeIn(host.current, editor.cursorLine())),
    onLoss: setLoss,
    onFiles: (files) => void picturing.insert(editor, files),
    addresses: pictures?.addresses ?? NO_ADDRESSES,
    disabled,
    isLiteral,
    variables,
  });
  // As late as the warnings, which the page finds in a later frame.
  const wasInEmptyBlock = useDeferredValue(isInEmptyBlock);
  const suggestions = useSuggestions({
    typed: typing,
    variables: offered,
    onChoose: (chosen) =>
      typing &&
      editor?.complete(typing, serializePlaceholder(chosenPlaceholder(chosen, variables))),
    onNew: () =>
      typing && form.finish(typing, placeIn(host.current, typing), editor?.canTotal() === true),
  });
  useTextbox(host, {
    "aria-labelledby": `${id}-label`,
    "aria-describedby": `${id}-error ${id}-notes ${isLiteral ? "" : `${id}-keys`}`.trim(),
    "aria-haspopup": isLiteral ? undefined : "listbox",
    "aria-autocomplete": isLiteral ? undefined : "list",
    "aria-invalid": error ? "true" : undefined,
    "aria-disabled": disabled ? "true" : undefined,
    "aria-controls": suggestions.isOpen ? `${id}-list` : undefined,
    "aria-activedescendant": suggestions.isOpen
      ? optionId(`${id}-list`, suggestions.active)
      : undefined,
  });
  const { write: writePlaceholder } = form;
  const insertPlaceholder = useCallback(
    (type: VariableType) =>
      editor &&
      writePlaceholder(
        editor.selectedText().trim(),
        type,
        placeIn(host.current, editor.cursorLine()),
        editor.canTotal(),
      ),
    [editor, writePlaceholder],
  );
  const { write: writeCondition } = condition;
  const insertCondition = useCallback(() => {
    const problem = editor?.wrapProblem() ?? null;
    setLoss(problem ?? "");
    if (editor && problem === null)
      writeCondition(placeIn(host.current, editor.cursorLine()), editor.selectedText().trim());
  }, [editor, writeCondition]);
  const repeat = useStable(() => {
    setLoss(repeatProblem ?? "");
    if (repeatProblem === null) editor?.repeat();
  });
  const openPicker = useStable(() =>
    choosePictures((files) => void picturing.insert(editor, files)),
  );
  const clickChip = (event: MouseEvent) => {
    const chip = (event.target as Element).closest<HTMLElement>(
      `.${CHIP_CLASS}, ${PICTURE_SELECTOR}`,
    );
    if (chip && !chip.closest(`.${KEPT_TABLE}`) && !disabled) openChip(chip);
  };

  return (
    <div className={field.field}>
      <style>{MAIL_LOOK}</style>
      <ChipSymbols />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the label only moves the cursor into the text. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <span id={`${id}-label`} className={field.label} onClick={() => editor?.focus()}>
        {label}
      </span>
      {offer && editor && !disabled && (
        <RepeatOffer editor={editor} body={editor.body()} {...offer} />
      )}
      <div className={field.box} data-invalid={Boolean(error)} data-disabled={disabled}>
        {!isLiteral && (
          <PlaceholderButtons
            disabled={disabled || !editor}
            onChoose={insertPlaceholder}
            onCondition={insertCondition}
            onRepeat={repeat}
            repeatProblem={repeatProblem}
          />
        )}
        <Toolbar
          editor={editor}
          formats={formats}
          disabled={disabled}
          onLink={setLinkAt}
          onPicture={pictures && openPicker}
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens a chip with Alt+Enter. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the textbox is inside; clicks are for its chips. */}
        <div
          ref={host}
          className={styles.host}
          data-small={isLiteral}
          onClick={clickChip}
          onKeyDownCapture={suggestions.onKeyDown}
        >
          {typing && suggestions.isOpen && (
            <Suggestions
              id={`${id}-list`}
              text={typing.text}
              anchor={placeIn(host.current, typing)}
              suggestions={suggestions}
            />
          )}
        </div>
        {formats.cell !== undefined && !disabled && <TableBar editor={editor} focusKeyOf={host} />}
      </div>
      <p role="status" className={field.notes}>
        {loss}
      </p>
      <p id={`${id}-error`} className={field.error}>
        {error}
      </p>
      <div id={`${id}-notes`} className={field.notes}>
        {useNotes(
          <>
            {notes}
            {warnings && (
              <SyntaxWarnings
                {...warnings}
                disabled={disabled || !editor}
                onUse={(one) =>
                  editor?.edit((body) => withPlaceholders(body, "html", one, offered))
                }
              />
            )}
          </>,
          (typing !== null && !typing.isAt) || isInEmptyBlock || wasInEmptyBlock,
        )}
      </div>
      {!isLiteral && (
        <p id={`${id}-keys`} className={`hint ${field.notes} ${styles.keys}`}>
          {"Type @ or {{ to insert a placeholder. Press "}
          <kbd>Alt+Enter</kbd> to edit the one next to the cursor.
          {formats.cell !== undefined && (
            <>
              {" Press "}
              <kbd>Tab</kbd> to go to the next cell, or <kbd>Alt+F10</kbd> to go to the table
              buttons.
            </>
          )}
        </p>
      )}
      {form.draft && (
        <PlaceholderPopover
          draft={form.draft}
          variables={variables}
          onDone={(placeholder) => form.put(editor, placeholder)}
          onCancel={() => {
            form.cancel(editor);
            suggestions.dismiss();
          }}
          {...(form.draft.chip ? { onRemove: () => form.remove(editor) } : {})}
        />
      )}
      {linkAt && (
        <LinkPopover
          anchor={linkAt}
          editor={editor}
          href={formats.link}
          isLiteral={isLiteral}
          known={offered}
          onClose={() => setLinkAt(null)}
        />
      )}
      {picturing.editing && (
        <PicturePopover
          image={picturing.editing}
          editor={editor}
          onClose={() => picturing.setEditing(null)}
        />
      )}
      {repeated.draft && (
        <RepeatPopover
          anchor={repeated.draft.anchor}
          onClose={() => repeated.cancel(editor)}
          onRemove={() => repeated.remove(editor)}
        />
      )}
      {condition.draft && (
        <ConditionPopover
          draft={condition.draft}
          variables={offered}
          onDone={(done, hasOtherwise) => condition.put(editor, done, hasOtherwise)}
          onCancel={() => condition.cancel(editor)}
          onRemove={() => condition.remove(editor)}
        />
      )}
    </div>
  );
}

/** A line in an element, for a form or a list to float beside. */
function placeIn(element: Element | null, { left, top, height }: LinePosition) {
  return {
    nodeType: Node.ELEMENT_NODE,
    within: element,
    getBoundingClientRect: () => {
      const box = element?.getBoundingClientRect();
      return new DOMRect((box?.left ?? 0) + left, (box?.top ?? 0) + top, 0, height);
    },
  };
}
