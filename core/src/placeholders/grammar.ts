import { type VariableType, variableType } from "../contract/templates.ts";

const MAX_VARIABLE_NAME_LENGTH = 500;
/** Characters between the braces; a dropdown's options are the longest. */
export const MAX_PLACEHOLDER_LENGTH = 10_000;

/** Signs with a meaning at the beginning of a placeholder, which can't begin a name. */
const SIGILS = "#^/&>=!";

/** Editors leave these behind; no one sees them or types them on purpose. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
const NON_BREAKING = /[\u00a0\u2007\u202f]/g;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const CONTROL = /\p{Cc}/u;

/**
 * The tidy form of a name, option or fallback in a text: invisible characters removed, non-breaking
 * spaces ordinary, a line break or tab (HTML wraps anywhere) one space, trimmed. Other inner spaces
 * stay.
 */
export function tidy(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(NON_BREAKING, " ")
    .split(BREAKS)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** Why a tidy text can't be a name, as the end of a sentence that begins with it, or null. */
export function nameProblem(name: string): string | null {
  if (name === "") return "has no name";
  if (/[{}|]/.test(name)) return "has {, } or | in its name";
  if (SIGILS.includes(name.charAt(0))) return `has a name that begins with ${name.charAt(0)}`;
  if (CONTROL.test(name)) return "has an unprintable character in its name";
  if (name.length > MAX_VARIABLE_NAME_LENGTH)
    return `has a name of more than ${MAX_VARIABLE_NAME_LENGTH} characters`;
  return null;
}

/** One placeholder as written: the editor's chip shows and edits it. */
export interface Placeholder {
  name: string;
  type: VariableType;
  /** Only for a dropdown. */
  options: string[];
  /**
   * The text for a blank value ("" writes nothing); null if there is none. Only type `text` has
   * one.
   */
  fallback: string | null;
  /** Whether it is the total of all rows, `{{Amount|sum}}`; its type is `text`. */
  isSum?: boolean;
}

/**
 * A placeholder that says no more than its name and type: enough wherever the template says the
 * rest.
 */
export function newPlaceholder(name: string, type: VariableType = "text"): Placeholder {
  return { name, type, options: [], fallback: null };
}

/**
 * A text as conditions and filters compare it: tidy, in any case, however its letters are encoded.
 */
export function comparable(text: string): string {
  return tidy(text).normalize("NFC").toLowerCase();
}

/**
 * The placeholder that a condition is on, and the value that it compares with; null asks only
 * whether there is one.
 */
export interface Comparison {
  name: string;
  value: string | null;
}

/**
 * The meaning of the text between two braces; `problem` ends a sentence that begins with the
 * placeholder as written.
 */
export type BraceMeaning =
  | ({ kind: "placeholder"; typed: boolean; problem: string | null } & Placeholder)
  | ({
      kind: "open" | "inverted" | "close";
      problem: string | null;
      compared: string | null;
    } & Comparison)
  | { kind: "refused"; problem: string };

const CONDITIONS = { "#": "open", "^": "inverted", "/": "close" } as const;

const REFUSED = {
  ">": "appears as plain text: a name cannot begin with >",
  "=": "appears as plain text: a name cannot begin with =",
  "!": "appears as plain text: a name cannot begin with !",
} as const;

const AS_TEXT = "needs only two braces: every value is plain text";

/** Reads the decoded text between two braces. Never throws. */
export function readForm(content: string): BraceMeaning {
  if (content.length > MAX_PLACEHOLDER_LENGTH)
    return { kind: "refused", problem: "is too long for a placeholder" };
  const text = tidy(content);
  const sigil = text.charAt(0);
  if (sigil in REFUSED) return { kind: "refused", problem: REFUSED[sigil as keyof typeof REFUSED] };
  if (sigil === "&") return withProblem(readPlaceholder(text.slice(1)), AS_TEXT);
  if (sigil in CONDITIONS)
    return readCondition(CONDITIONS[sigil as keyof typeof CONDITIONS], text.slice(1));
  return readPlaceholder(text);
}

/** As `readForm`, for the text between three braces. */
export function readTripleForm(content: string): BraceMeaning {
  return withProblem(readForm(content), AS_TEXT);
}

function withProblem(form: BraceMeaning, problem: string): BraceMeaning {
  return form.kind === "placeholder" ? { ...form, problem } : form;
}

function readCondition(kind: "open" | "inverted" | "close", text: string): BraceMeaning {
  const [before = "", ...more] = text.split("|");
  const equals = before.indexOf("=");
  const name = tidy(equals < 0 ? before : before.slice(0, equals));
  const value = equals < 0 ? null : tidy(before.slice(equals + 1));
  const problem = nameProblem(name);
  if (problem) return { kind: "refused", problem };
  if (value === "")
    return { kind: "refused", problem: "compares with nothing: write a value after =" };
  const compared = value === null ? null : comparable(value);
  return {
    kind,
    name,
    value,
    compared,
    problem: more.length > 0 ? "needs only a name: a condition has no type" : null,
  };
}

function readPlaceholder(text: string): BraceMeaning {
  const pipe = text.indexOf("|");
  const name = tidy(pipe < 0 ? text : text.slice(0, pipe));
  const problem = nameProblem(name);
  if (problem) return { kind: "refused", problem };
  const read = pipe < 0 ? UNTYPED : readType(text.slice(pipe + 1));
  return { kind: "placeholder", name, ...read, options: [...read.options] };
}

type TypePart = Omit<Placeholder, "name"> & {
  typed: boolean;
  problem: string | null;
};

const { name: _, ...UNNAMED } = newPlaceholder("");
const UNTYPED: TypePart = { ...UNNAMED, typed: false, problem: null };

/** The word behind a placeholder that adds up the values of all rows. */
export const SUM = "sum";

function readType(text: string): TypePart {
  const colon = text.indexOf(":");
  const word = tidy(colon < 0 ? text : text.slice(0, colon)).toLowerCase();
  const rest = colon < 0 ? null : text.slice(colon + 1);
  // Not a type: the placeholder's other places say what it is.
  if (word === SUM) return { ...UNTYPED, fallback: rest === null ? null : tidy(rest), isSum: true };
  const known = variableType.safeParse(word);
  if (!known.success) {
    const types = variableType.options.join(", ");
    return {
      ...UNTYPED,
      problem: `has the unknown type "${word}" and is treated as text; the types are ${types}`,
    };
  }
  const typed = { ...UNTYPED, type: known.data, typed: true };
  if (known.data === "text") return { ...typed, fallback: rest === null ? null : tidy(rest) };
  if (known.data === "dropdown") return readDropdown(rest ?? "", typed);
  if (rest === null || tidy(rest) === "") return typed;
  return { ...typed, problem: `has ":${rest}" after the type ${known.data}, which we ignore` };
}

function readDropdown(list: string, typed: TypePart): TypePart {
  const options = [...new Set(list.split(",").map(tidy))].filter((option) => option !== "");
  if (options.length > 0) return { ...typed, options };
  return {
    ...UNTYPED,
    problem:
      "is a dropdown without options, so it is treated as text; write the options after a colon",
  };
}
