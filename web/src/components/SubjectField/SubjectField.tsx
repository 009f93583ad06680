import type { Variable, VariableType } from "@sendwright/core/contract";
import {
  newPlaceholder,
  type Placeholder,
  serializePlaceholder,
  tokenize,
  withPlaceholders,
} from "@sendwright/core/placeholders";
import { Braces } from "lucide-react";
import { memo, type ReactNode, type UIEvent, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useStable } from "../../lib/useStable.ts";
import type { WarningsOfText } from "../../lib/warningsOfTexts.ts";
import { Button } from "../Button.tsx";
import { PlaceholderMenu, PlaceholderPopover } from "../editorForms.tsx";
import field from "../field.module.css";
import type { PlaceholderDraft } from "../PlaceholderForm/PlaceholderPopover.tsx";
import { PLACEHOLDER_KINDS } from "../placeholderKinds.ts";
import { optionId, Suggestions } from "../Suggestions/Suggestions.tsx";
import { typedIn } from "../Suggestions/typedIn.ts";
import {
  chosenPlaceholder,
  useNotes,
  useOffered,
  useSuggestions,
} from "../Suggestions/useSuggestions.ts";
import { SyntaxWarnings } from "../SyntaxWarnings.tsx";
import styles from "./SubjectField.module.css";

const OTHERS = {
  open: "var(--skipped-tint)",
  inverted: "var(--skipped-tint)",
  close: "var(--skipped-tint)",
  refused: "var(--warning-tint)",
} as const;

interface TintedProps {
  tokens: ReturnType<typeof tokenize>;
  typeOf: ReadonlyMap<string, VariableType>;
  scrolled: number;
  /** `tint` lies behind the input, `letters` above it: there it colors the input's own. */
  layer: "tint" | "letters";
}

/**
 * Lies letter over letter on the input and makes its placeholders look like the body's. People and
 * screen readers read the input itself.
 */
function Tinted({ tokens, typeOf, scrolled, layer }: TintedProps) {
  return (
    <div className={`${field.text} ${styles.tinted} ${styles[layer]}`} aria-hidden>
      <span style={{ transform: `translateX(${-scrolled}px)` }}>
        {tokens.map((token) => {
          if (token.kind === "literal") return token.source;
          const kind =
            token.kind === "placeholder"
              ? PLACEHOLDER_KINDS[typeOf.get(token.name) ?? token.type]
              : null;
          const tint = kind?.tint ?? OTHERS[token.kind as keyof typeof OTHERS];
          if (layer === "tint") {
            return (
              <mark
                key={token.start}
                style={{ background: tint, outlineColor: tint }}
                data-kind={token.kind}
              >
                {token.source}
              </mark>
            );
          }
          return (
            <span key={token.start} style={{ background: kind?.color }}>
              {token.source}
            </span>
          );
        })}
      </span>
    </div>
  );
}

const NO_VARIABLES: readonly Variable[] = [];

export interface SubjectFieldProps {
  label: string;
  /** Text, with placeholders as `{{…}}`. */
  value: string;
  onChange: (subject: string) => void;
  disabled?: boolean;
  maxLength?: number;
  required?: boolean;
  /** The subject's errors. */
  error?: ReactNode;
  /** Below the field: the grammar's warnings about it. */
  warnings?: WarningsOfText | undefined;
  /** The variables of subject and body together. */
  variables?: readonly Variable[];
  /** The list's columns that can be placeholders. */
  columns?: readonly Variable[] | undefined;
  /** Names of the totals of an email for several rows; null if it's for one, without totals. */
  totals?: readonly string[] | null;
}

/** A line of text with tinted placeholders and a menu that inserts them. */
export const SubjectField = memo(function SubjectField(props: SubjectFieldProps) {
  const {
    label,
    value,
    onChange,
    disabled = false,
    maxLength,
    error,
    warnings,
    variables = NO_VARIABLES,
    columns,
    totals = null,
  } = props;
  const required = props.required === true;
  const offered = useOffered(variables, columns);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [draft, setDraft] = useState<PlaceholderDraft | null>(null);

  /** The cursor's position, for text typed between braces; null without the focus. */
  const [caret, setCaret] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const typing = caret === null ? null : typedIn(value.slice(0, caret));

  const tokens = useMemo(() => tokenize(value, "text"), [value]);
  // One name has one type in the whole email, wherever that is written out.
  const typeOf = useMemo(
    () => new Map(variables.map(({ name, type }) => [name, type])),
    [variables],
  );

  const ask = (placeholder: Placeholder, anchor: Element) =>
    setDraft({ placeholder, anchor, action: "Insert", canTotal: totals !== null });
  /** Closes the form first: while it is open, it keeps the focus. */
  const closeDraft = () => flushSync(() => setDraft(null));
  const insert = (placeholder: Placeholder) => {
    const field = input.current;
    if (!field) return;
    const written = serializePlaceholder(placeholder);
    const begun = typing?.length ?? 0;
    const from = (field.selectionStart ?? value.length) - begun;
    closeDraft();
    flushSync(() =>
      onChange(value.slice(0, from) + written + value.slice(field.selectionEnd ?? from + begun)),
    );
    field.focus();
    field.setSelectionRange(from + written.length, from + written.length);
  };
  const suggestions = useSuggestions({
    typed: typing,
    variables: offered,
    onChoose: (chosen) => insert(chosenPlaceholder(chosen, variables)),
    onNew: () => {
      const placeholder = newPlaceholder(typing?.text.trim() ?? "");
      if (box.current) ask(placeholder, box.current);
    },
  });
  /** As if typed, so that the browser can undo it. */
  const write = useStable((subject: string) => {
    input.current?.focus();
    input.current?.select();
    const isTyped = document.execCommand?.("insertText", false, subject) === true;
    if (!isTyped) onChange(subject);
  });
  const known = useStable(() => offered);
  const notes = useMemo(
    () =>
      warnings && (
        <SyntaxWarnings
          {...warnings}
          disabled={disabled}
          onUse={(one) => write(withPlaceholders(input.current?.value ?? "", "text", one, known()))}
        />
      ),
    [warnings, disabled, write, known],
  );
  const isOffering = suggestions.isOpen && draft === null;
  const follow = ({ currentTarget }: UIEvent<HTMLInputElement>) => {
    setScrolled(currentTarget.scrollLeft);
    const { selectionStart, selectionEnd } = currentTarget;
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
  };

  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label} data-required={required || undefined}>
        {label}
      </label>
      <div className={styles.line}>
        <div
          ref={box}
          className={`${field.box} ${styles.box}`}
          data-invalid={Boolean(error)}
          data-disabled={disabled}
        >
          <Tinted tokens={tokens} typeOf={typeOf} scrolled={scrolled} layer="tint" />
          <input
            ref={input}
            id={id}
            className={`${field.text} ${field.input} ${styles.input}`}
            value={value}
            disabled={disabled}
            maxLength={maxLength}
            autoComplete="off"
            aria-invalid={Boolean(error)}
            aria-required={required}
            aria-describedby={`${id}-error ${id}-notes`}
            aria-haspopup="listbox"
            aria-autocomplete="list"
            aria-controls={isOffering ? `${id}-list` : undefined}
            aria-activedescendant={
              isOffering ? optionId(`${id}-list`, suggestions.active) : undefined
            }
            dir="auto"
            onChange={(event) => {
              setCaret(event.target.selectionStart);
              onChange(event.target.value);
            }}
            onScroll={follow}
            onSelect={follow}
            onBlur={() => draft === null && setCaret(null)}
            onKeyDownCapture={suggestions.onKeyDown}
          />
          <Tinted tokens={tokens} typeOf={typeOf} scrolled={scrolled} layer="letters" />
          {isOffering && box.current && (
            <Suggestions
              id={`${id}-list`}
              text={typing?.text ?? ""}
              anchor={box.current}
              suggestions={suggestions}
            />
          )}
        </div>
        <InsertMenu
          disabled={disabled}
          variables={offered}
          onChoose={(chosen) => insert(chosenPlaceholder(chosen, variables))}
          onNew={ask}
          totals={totals}
          onTotal={(name) => insert({ ...newPlaceholder(name), isSum: true })}
        />
      </div>
      <p id={`${id}-error`} className={field.error}>
        {error}
      </p>
      <div id={`${id}-notes`} className={field.notes}>
        {useNotes(notes, typing !== null && !typing.isAt)}
      </div>
      {draft && (
        <PlaceholderPopover
          draft={draft}
          variables={variables}
          onDone={insert}
          onCancel={() => {
            closeDraft();
            input.current?.focus();
            // The person canceled the form: the text between the braces stays as it is.
            suggestions.dismiss();
          }}
        />
      )}
    </div>
  );
});

interface Props {
  disabled: boolean;
  variables: readonly Variable[];
  onChoose: (variable: Variable) => void;
  /** Called with a type, to ask for the rest beside the button. */
  onNew: (placeholder: Placeholder, button: Element) => void;
  totals: readonly string[] | null;
  /** Called with the name of one of the totals. */
  onTotal: (name: string) => void;
}

/** The dropdown that inserts a placeholder: one of those offered, or a new one of some type. */
function InsertMenu({ disabled, variables, onChoose, onNew, totals, onTotal }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const askFor = (placeholder: Placeholder) => {
    close();
    if (anchor) onNew(placeholder, anchor);
  };
  return (
    <>
      <Button
        disabled={disabled}
        startIcon={<Braces size={16} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        style={{ flex: "none" }}
      >
        Insert placeholder
      </Button>
      {anchor && (
        <PlaceholderMenu
          anchor={anchor}
          variables={variables}
          onClose={close}
          onChoose={(variable) => {
            close();
            onChoose(variable);
          }}
          onNew={(type) => askFor(newPlaceholder("", type))}
          totals={totals ?? []}
          onTotal={(name) => {
            close();
            onTotal(name);
          }}
          onNewTotal={totals ? () => askFor({ ...newPlaceholder(""), isSum: true }) : undefined}
        />
      )}
    </>
  );
}
