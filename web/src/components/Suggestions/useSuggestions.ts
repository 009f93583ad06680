import type { Variable } from "@sendwright/core/contract";
import { newPlaceholder, type Placeholder } from "@sendwright/core/placeholders";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { isComposing } from "../../lib/isComposing.ts";
import { useAfterPress } from "../../lib/useAfterPress.ts";
import type { TypedPlaceholder } from "./typedIn.ts";

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
    if (!isOpen || isComposing(event)) return;
    if (event.key === "ArrowDown") setActive((active + 1) % count);
    else if (event.key === "ArrowUp") setActive((Math.max(0, active) + count - 1) % count);
    else if (event.key === "Escape") dismiss();
    else if (active < 0) return;
    // Tab leaves the field behind a lone @.
    else if (event.key === "Enter" || (event.key === "Tab" && !(typed?.isAt && text === ""))) {
      if (event.altKey || event.shiftKey) return;
      choose(active);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { isOpen, fitting, active, choose, dismiss, onKeyDown };
}

/**
 * The notes below a text. While someone writes braces that aren't closed yet, or a block that has
 * no text yet, these are the notes from before: a warning would come too early.
 */
export function useNotes(notes: ReactNode, isTooEarly: boolean): ReactNode {
  const shown = useRef(notes);
  if (!isTooEarly) shown.current = notes;
  // A press elsewhere ends the writing.
  return useAfterPress(shown.current);
}
