import type { Variable } from "@sendwright/core/contract";
import { newPlaceholder, type Placeholder } from "@sendwright/core/placeholders";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { PlaceholderChip } from "../PlaceholderChip.tsx";
import styles from "./Suggestions.module.css";

/** A placeholder that is being typed: its name so far. */
export interface TypedPlaceholder {
  text: string;
  /** Characters of the whole, with the sign that begins it. */
  length: number;
  /** Begun by an `@`, which may also be only an `@`. */
  isAt: boolean;
}

/** A name that is longer has most likely lost its end. */
const BRACES = /\{\{([^{}\ufffc]{0,60})$/;
/** Not within a word, as in an address. */
const AT = /(?:^|[\s(\ufffc])@((?:[^\s{}@|\ufffc](?: [^\s{}@|\ufffc])?){0,60})$/;

/** The placeholder that is being typed at the end of a text, after `{{` or `@`; null if none. */
export function typedIn(before: string): TypedPlaceholder | null {
  const braced = BRACES.exec(before)?.[1];
  if (braced !== undefined) return { text: braced, length: braced.length + 2, isAt: false };
  const text = AT.exec(before)?.[1];
  return text === undefined ? null : { text, length: text.length + 1, isAt: true };
}

/**
 * What a person can insert: the email's placeholders, then the columns of the list that it doesn't
 * use yet.
 */
export function useOffered(
  variables: readonly Variable[],
  columns: readonly Variable[] | undefined,
) {
  return useMemo(() => {
    const used = new Set(variables.map(({ name }) => name));
    return columns ? [...variables, ...columns.filter(({ name }) => !used.has(name))] : variables;
  }, [variables, columns]);
}

/** The placeholder for a chosen variable. One that is new to the email includes its type. */
export function chosenPlaceholder(
  { name, type }: Variable,
  variables: readonly Variable[],
): Placeholder {
  return newPlaceholder(name, variables.some((one) => one.name === name) ? "text" : type);
}

interface SuggestionOptions {
  typed: TypedPlaceholder | null;
  variables: readonly Variable[];
  onChoose: (variable: Variable) => void;
  /** Called to ask for the rest of the typed placeholder. */
  onNew: () => void;
}

const FEW_WORDS = /^\S+(?: \S+){0,2}$/;
/** More would cover the text. */
const MAX_SUGGESTIONS = 6;

/**
 * The variables whose names contain a text in lower case; first those whose names begin with it.
 */
function fittingNames(variables: readonly Variable[], text: string): Variable[] {
  const at = ({ name }: Variable) => name.toLowerCase().indexOf(text);
  const begins = variables.filter((variable) => at(variable) === 0);
  return [...begins, ...variables.filter((variable) => at(variable) > 0)];
}

/**
 * The list that opens at `{{` or `@`: the variables whose names contain the typed text, and a new
 * placeholder. Arrows, Enter, Tab and Escape control it.
 */
export function useSuggestions({ typed, variables, onChoose, onNew }: SuggestionOptions) {
  const [moved, setMoved] = useState<{ text: string; to: number } | null>(null);
  const [isDismissed, setDismissed] = useState(false);
  const text = typed?.text.trim().toLowerCase() ?? "";
  const fitting = fittingNames(variables, text).slice(0, MAX_SUGGESTIONS);
  const count = fitting.length + 1;
  // An `@` that begins no name of the template is most often only that: it gets an offer that Enter
  // and Tab don't take.
  const isNew = typed?.isAt === true && text !== "" && fitting.length === 0;
  const isOffer = typed !== null && (!isNew || FEW_WORDS.test(text));
  const isOpen = isOffer && !isDismissed && !text.includes("|") && !/^[#^/]/.test(text);
  const isIdle = typed === null;
  useEffect(() => {
    if (!isIdle) return;
    setDismissed(false);
    setMoved(null);
  }, [isIdle]);
  // Another text has another list.
  const active = Math.min(moved?.text === text ? moved.to : isNew ? -1 : 0, count - 1);
  const setActive = (to: number) => setMoved({ text, to });

  const choose = (at: number) => {
    const variable = fitting[at];
    if (variable) onChoose(variable);
    else onNew();
  };
  /** Closes the list until other braces are begun. */
  const dismiss = () => setDismissed(true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") setActive((active + 1) % count);
    else if (event.key === "ArrowUp") setActive((Math.max(0, active) + count - 1) % count);
    else if (event.key === "Escape") dismiss();
    else if (active < 0) return;
    else if (event.key === "Enter" && !event.altKey && !event.shiftKey) choose(active);
    // Tab leaves the field behind a lone @.
    else if (
      event.key === "Tab" &&
      !event.altKey &&
      !event.shiftKey &&
      !(typed?.isAt && text === "")
    )
      choose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { isOpen, fitting, active, choose, dismiss, onKeyDown };
}

/**
 * The notes below a text, as they were before the braces that are being typed: a warning would come
 * too early.
 */
export function useNotes(notes: ReactNode, typed: TypedPlaceholder | null): ReactNode {
  const shown = useRef(notes);
  if (typed === null || typed.isAt) shown.current = notes;
  return shown.current;
}

interface Props {
  id: string;
  /** The text after the two braces so far. */
  text: string;
  /** Where the braces are on the screen. */
  anchor: Pick<Element, "getBoundingClientRect">;
  suggestions: ReturnType<typeof useSuggestions>;
}

/**
 * The id of the list's option at a place, for the textbox to name the active one; undefined for
 * none.
 */
export const optionId = (id: string, at: number) => (at < 0 ? undefined : `${id}-${at}`);

/**
 * Moves a list below its anchor, or above it where there is no room below, and keeps it within the
 * window.
 */
function placeAt(anchor: Props["anchor"], list: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const isBelow = bottom + list.offsetHeight <= window.innerHeight || top < list.offsetHeight;
  list.style.top = `${isBelow ? bottom : top - list.offsetHeight}px`;
  list.style.left = `${Math.max(0, Math.min(left, document.documentElement.clientWidth - list.offsetWidth))}px`;
}

/** The list below the braces that are being typed. */
export function Suggestions({ id, text, anchor, suggestions }: Props) {
  const { fitting, active, choose } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => list.current && placeAt(anchor, list.current);
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  });
  const option = (at: number) => ({
    id: optionId(id, at),
    role: "option",
    "aria-selected": at === active,
    className: styles.option,
    tabIndex: -1,
    // The focus stays in the text.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => choose(at),
  });
  return createPortal(
    <div ref={list} id={id} role="listbox" aria-label="Placeholders" className={styles.list}>
      {fitting.map((variable, at) => (
        <div key={variable.name} {...option(at)}>
          <PlaceholderChip name={variable.name} type={variable.type} />
        </div>
      ))}
      <div {...option(fitting.length)}>
        {text.trim() === "" ? "New placeholder…" : `New placeholder "${text.trim()}"…`}
      </div>
    </div>,
    document.body,
  );
}
