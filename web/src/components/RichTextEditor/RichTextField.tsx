import { MAIL_BASE_STYLE, MAIL_INDENT, MAIL_STYLES } from "@sendwright/core/body/tags";
import { type Variable, type VariableType, variableType } from "@sendwright/core/contract";
import { serializePlaceholder } from "@sendwright/core/placeholders";
import { Split } from "lucide-react";
import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useStable } from "../../lib/useStable.ts";
import field from "../field.module.css";
import { PlaceholderPopover } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import { chosenPlaceholder, optionId, Suggestions, useSuggestions } from "../Suggestions/Suggestions.tsx";
import { CHIP_CLASS } from "./bodyHtml.ts";
import { ConditionPopover, useConditionDraft } from "./ConditionPopover.tsx";
import { useBodyEditor } from "./createBodyEditor.ts";
import { type ChipKind, iconId } from "./drawChip.ts";
import { type BodyPictures, PicturePopover, useBodyPictures } from "./PicturePopover.tsx";
import { PICTURE_SELECTOR } from "./pictureBlot.ts";
import { choosePictures } from "./preparePicture.ts";
import styles from "./RichTextField.module.css";
import toolbar from "./Toolbar.module.css";
import { TableBar, Toolbar } from "./Toolbar.tsx";
import { KEPT_TABLE } from "./tableHtml.ts";
import type { Line } from "./typedPlaceholder.ts";
import { usePlaceholderDraft } from "./usePlaceholderDraft.ts";

const EDITOR = ".ql-editor";
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Tags that the editor names differently, or doesn't have. */
const ELSEWHERE = new Set(["ul", "ol", "li", "pre", "code", "th", "hr"]);
/** The width of one list level in ems, as in the email. */
const LIST_LEVEL = Number(/margin:0 0 0 ([\d.]+)em/.exec(MAIL_STYLES.ul ?? "")?.[1] ?? 2);

const rule = (selector: string, style = "") => `${EDITOR} ${selector}{${style}}`;

/**
 * The style sheet that makes the editor look like the email: the email's own styles, for the editor's elements. Colors
 * that a dark theme would hide are left to the theme.
 */
const MAIL_LOOK = [
  `${EDITOR}{${MAIL_BASE_STYLE};color:var(--ink)}`,
  ...Object.entries(MAIL_STYLES).flatMap(([tag, style]) => (ELSEWHERE.has(tag) ? [] : rule(tag, style))),
  rule(":is(p,h1,h2,h3)", "font-family:inherit;letter-spacing:normal;text-wrap:wrap"),
  rule(".ql-code-block-container", `${MAIL_STYLES.pre ?? ""};background-color:var(--paper);color:var(--ink)`),
  rule("a", "color:var(--accent)"),
  rule(":is(th,[role=columnheader])", MAIL_STYLES.th),
  rule("ol", "margin:0;padding:0"),
  rule("li", `padding-left:${LIST_LEVEL}em`),
  // The selectors are those of Quill's own style sheet, so that the later rule wins.
  ...LEVELS.flatMap((level) => [
    rule(`.ql-indent-${level}:not(.ql-direction-rtl)`, `padding-left:0;margin-left:${MAIL_INDENT * level}em`),
    rule(`li.ql-indent-${level}:not(.ql-direction-rtl)`, `padding-left:${LIST_LEVEL * (level + 1)}em;margin-left:0`),
  ]),
  rule("li:is(.ql-align-center,.ql-align-right)>.ql-ui", "position:static"),
  rule("li:is(.ql-align-center,.ql-align-right)>.ql-ui:before", "margin:0;width:auto;white-space:pre"),
].join("\n");

interface Props {
  disabled: boolean;
  onChoose: (type: VariableType) => void;
  /** Called to ask for a condition around the selection. */
  onCondition: () => void;
}

/** The buttons that write a placeholder into the body, Text, Sticky, Dropdown, Date, Time, Email, and one for a condition. */
const PlaceholderButtons = memo(function PlaceholderButtons({ disabled, onChoose, onCondition }: Props) {
  return (
    <div className={styles.insertion}>
      <fieldset className={styles.placeholders}>
        <legend className="unseen">Insert a placeholder</legend>
        {variableType.options.map((type) => {
          const { word, Icon, colour } = PLACEHOLDER_KINDS[type];
          return (
            <button
              key={type}
              type="button"
              className={toolbar.quiet}
              style={{ color: disabled ? "inherit" : colour }}
              disabled={disabled}
              onClick={() => onChoose(type)}
            >
              <Icon size={14} aria-hidden />
              {word}
            </button>
          );
        })}
      </fieldset>
      <button type="button" className={toolbar.quiet} disabled={disabled} onClick={onCondition}>
        <Split size={14} aria-hidden />
        Only if…
      </button>
    </div>
  );
});

const ICONS = [
  ...Object.entries(PLACEHOLDER_KINDS).map(([kind, { Icon }]) => [kind as ChipKind, Icon] as const),
  ["condition", Split] as const,
];

/** The drawings that the chips of the editor point to: they are plain DOM, and React draws the icons only once. */
function ChipSymbols() {
  return (
    <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true" focusable="false">
      {ICONS.map(([kind, Icon]) => (
        <symbol key={kind} id={iconId(kind)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
}

export interface RichTextFieldProps {
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
  /** The variables to insert and to depend on; by default those of subject and body. */
  offered?: readonly Variable[];
  /** A short text in which `{{` has no meaning: without chips, and without the tools for placeholders. */
  isLiteral?: boolean;
  /** Absent: the body can't have pictures. */
  pictures?: BodyPictures;
}

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
    variables = NO_VARIABLES,
    offered = variables,
    isLiteral = false,
    pictures,
  } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const form = usePlaceholderDraft();
  const condition = useConditionDraft();
  const [loss, setLoss] = useState("");
  const picturing = useBodyPictures(pictures, setLoss);
  const openChip = (chip: HTMLElement) => {
    if (chip instanceof HTMLImageElement) picturing.setEditing(chip);
    else if (!host.current || !condition.change(host.current, chip)) form.change(chip, variables);
  };
  const { editor, formats, typing } = useBodyEditor(host, {
    value,
    onChange: (body) => {
      setLoss("");
      onChange(body);
    },
    onChip: openChip,
    onLoss: setLoss,
    onFiles: (files) => void picturing.insert(editor, files),
    addresses: pictures?.addresses ?? NO_ADDRESSES,
    disabled,
    isLiteral,
    variables,
  });
  const suggestions = useSuggestions({
    typed: typing,
    variables: offered,
    onChoose: (chosen) =>
      typing && editor?.complete(typing, serializePlaceholder(chosenPlaceholder(chosen, variables))),
    onNew: () => typing && form.finish(typing, placeIn(host.current, typing)),
  });
  useTextbox(host, {
    "aria-labelledby": `${id}-label`,
    "aria-describedby": `${id}-error ${id}-notes ${isLiteral ? "" : `${id}-keys`}`.trim(),
    "aria-haspopup": isLiteral ? undefined : "listbox",
    "aria-autocomplete": isLiteral ? undefined : "list",
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
  const openPicker = useStable(() => choosePictures((files) => void picturing.insert(editor, files)));
  const clickChip = (event: MouseEvent) => {
    const chip = (event.target as Element).closest<HTMLElement>(`.${CHIP_CLASS}, ${PICTURE_SELECTOR}`);
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
      <div className={field.box} data-invalid={Boolean(error)} data-disabled={disabled}>
        {!isLiteral && (
          <PlaceholderButtons
            disabled={disabled || !editor}
            onChoose={insertPlaceholder}
            onCondition={insertCondition}
          />
        )}
        <Toolbar
          editor={editor}
          formats={formats}
          disabled={disabled}
          isLiteral={isLiteral}
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
        {notes}
      </div>
      {!isLiteral && (
        <p id={`${id}-keys`} className={`hint ${field.notes} ${styles.keys}`}>
          {"Type @ or {{ to insert a placeholder. Press "}
          <kbd>Alt+Enter</kbd> to edit the one next to the cursor.
          {formats.cell !== undefined && (
            <>
              {" Press "}
              <kbd>Tab</kbd> to go to the next cell, or <kbd>Alt+F10</kbd> to go to the table buttons.
            </>
          )}
        </p>
      )}
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
      <PicturePopover image={picturing.editing} editor={editor} onClose={() => picturing.setEditing(null)} />
      <ConditionPopover
        draft={condition.draft}
        variables={offered}
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
    within: element,
    getBoundingClientRect: () => {
      const box = element?.getBoundingClientRect();
      return new DOMRect((box?.left ?? 0) + left, (box?.top ?? 0) + top, 0, height);
    },
  };
}

/** Tells assistive technology, in these attributes, what the editor's text is. */
function useTextbox(host: RefObject<HTMLElement | null>, attributes: Record<string, string | undefined>): void {
  useEffect(() => {
    const text = host.current?.querySelector(".ql-editor");
    for (const [name, value] of Object.entries({ role: "textbox", "aria-multiline": "true", ...attributes })) {
      if (value === undefined) text?.removeAttribute(name);
      else text?.setAttribute(name, value);
    }
  });
}
