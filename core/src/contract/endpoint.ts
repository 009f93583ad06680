import * as z from "zod/mini";
import { MAX_TEXT_BYTES } from "./limits.ts";

/** Nesting levels of JSON that a call may contain; ours need at most four. */
export const MAX_JSON_DEPTH = 10;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPENING = new Set(["{", "["].map((sign) => sign.charCodeAt(0)));
const CLOSE = new Set(["}", "]"].map((sign) => sign.charCodeAt(0)));

/**
 * Whether a JSON text is nested deeper than MAX_JSON_DEPTH. Reads only its characters, because
 * parsing would build every level.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) isText = !isText;
    else if (isText) i += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSE.has(code)) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Buckets that the database counts. RATES says how many calls per minute each allows. */
export type RateBucket =
  | "previews"
  | "template_writes"
  | "uploads"
  | "files"
  | "sends"
  | "send_controls"
  | "questions"
  | "settings"
  | "account_changes"
  | "exports"
  | "pictures"
  | "demo_previews"
  | "sign_ins";

/**
 * How many calls each number of minutes allows: per user if one is signed in, else per network
 * address.
 */
export const RATES: Record<RateBucket, { calls: number; minutes: number }> = {
  previews: { calls: 120, minutes: 1 },
  template_writes: { calls: 120, minutes: 1 },
  uploads: { calls: 120, minutes: 1 },
  // Apart from the above: a thousand people's files mustn't keep anyone from editing a template.
  files: { calls: 120, minutes: 1 },
  sends: { calls: 60, minutes: 1 },
  send_controls: { calls: 60, minutes: 1 },
  // Apart from the above: the many rows that a question may read must not keep anyone from
  // canceling.
  questions: { calls: 60, minutes: 1 },
  settings: { calls: 60, minutes: 1 },
  account_changes: { calls: 10, minutes: 1 },
  // Each may read and write all that is stored of a user: 1.4 GB.
  exports: { calls: 2, minutes: 1_440 },
  // Each reads a file of up to 2 MB.
  pictures: { calls: 240, minutes: 1 },
  demo_previews: { calls: 20, minutes: 1 },
  sign_ins: { calls: 30, minutes: 1 },
};

/**
 * Calls that only read, and the documents read for a user: how many at once, and how many per
 * second after that, per user and instance. Counting them writes nothing. Looks at a send
 * (`progress`) count as reads, but have their own part of what an account may cost in a day
 * (decision 27).
 */
export const READS = {
  calls: { atOnce: 200, perSecond: 10 },
  documents: { atOnce: 20_000, perSecond: 50 },
} as const;

/**
 * Milliseconds of an instance's processor that a user's calls may take: below a fifth of any
 * minute. Calls that change nothing and all others have a budget each.
 */
export const PROCESSOR = { atOnce: 3_000, perSecond: 100 } as const;

export type Rate = RateBucket | "reads" | "progress";

/** Whether a rate's calls are counted only in an instance's memory. */
export function isInMemory(rate: Rate): rate is "reads" | "progress" {
  return rate === "reads" || rate === "progress";
}

export interface Endpoint<
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method;
  /** Express path; `:name` parts are fields of the input. */
  path: string;
  auth: "user" | "none";
  /**
   * How the input travels, apart from path parts, query (GET) and headers. A multipart call without
   * files may also be JSON.
   */
  body: "none" | "json" | "multipart";
  /** Input fields that travel as headers: field name → header name. */
  headers: Readonly<Record<string, string>>;
  /** File parts: field name → maximum number. Further limits are up to the feature. */
  files: Readonly<Record<string, number>>;
  /** Which rate counts its calls; every call has one. */
  rate: Rate;
  /**
   * How recently the authentication service must have confirmed the user's session: at this call
   * or, for calls that change nothing, within the last minute (decision 5). `fresh`: as checked,
   * and signed in recently (`DAYS_TO_SEND`), so that a forgotten session sends nothing.
   */
  session: "checked" | "recent" | "fresh";
  /** The call's whole input, decoded; `z.encode` makes its wire form. */
  input: I;
  /**
   * Fields that older pages and extensions still send. They stay listed forever so that no new
   * field takes such a name.
   */
  removed: readonly string[];
  output: O;
  /** Whether a successful answer is a file, which the client gets as a Blob. */
  file: boolean;
  /**
   * Whether that file never changes under its address, so that the caller's browser may keep it for
   * a while.
   */
  immutable: boolean;
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodMiniType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodMiniObject, infer O> ? z.output<O> : never;

type OptionalField =
  | "headers"
  | "files"
  | "body"
  | "auth"
  | "session"
  | "file"
  | "immutable"
  | "removed";

/**
 * Describes one call for both the server that implements it and the clients that make it. Defaults:
 * a signed-in user whose session is checked, no headers, no files, JSON for POST and PUT, no
 * removed fields. Throws if the call still accepts a removed field.
 */
export function endpoint<I extends z.ZodMiniObject, O extends z.ZodMiniType>(
  given: Omit<Endpoint<I, O>, OptionalField> & Partial<Pick<Endpoint<I, O>, OptionalField>>,
): Endpoint<I, O> {
  const body = given.files
    ? "multipart"
    : given.method === "GET" || given.method === "DELETE"
      ? "none"
      : "json";
  const kept = { removed: [], file: false, immutable: false } as const;
  const described = { auth: "user", session: "checked", headers: {}, files: {}, ...kept } as const;
  const whole: Endpoint<I, O> = { ...described, body, ...given };
  const reused = whole.removed.find(
    (name) => Object.hasOwn(whole.input.shape, name) || Object.hasOwn(whole.files, name),
  );
  if (reused !== undefined)
    throw new Error(`${given.path}: "${reused}" was removed and must not mean anything again.`);
  return whole;
}

/**
 * Whether a request with this field comes from a page or an extension of another version and must
 * be refused: the field was removed, or this call decides which email goes out and doesn't know it.
 * Ignoring it could send the wrong email. Other calls ignore unknown fields.
 */
export function isFromAnotherVersion(
  { input, files, rate, removed }: Endpoint,
  field: string,
): boolean {
  if (removed.includes(field)) return true;
  const decidesWhatIsSent = rate === "sends" || rate === "send_controls";
  return decidesWhatIsSent && !Object.hasOwn(input.shape, field) && !Object.hasOwn(files, field);
}

/** `{success: true, …}`: the shape of every answer that isn't an error. */
export function success<S extends z.core.$ZodShape>(shape: S) {
  return z.object({ success: z.literal(true), ...shape });
}

/** A text that carries JSON. Its length and depth are checked before it is parsed. */
export function jsonField<T extends z.ZodMiniType>(schema: T) {
  return z.codec(z.string().check(z.maxLength(MAX_TEXT_BYTES)), schema, {
    decode: (text, context) => {
      const refuse = (message: string) => {
        context.issues.push({ code: "custom", message, input: text });
        return z.NEVER;
      };
      if (isTooDeep(text)) return refuse("is nested too deeply");
      try {
        return JSON.parse(text);
      } catch {
        return refuse("is not valid JSON");
      }
    },
    encode: (value) => JSON.stringify(value),
  });
}

/**
 * Limits that only a schema's own code can check, because zod looks at every entry before it counts
 * them.
 */
export interface Bound {
  entries: number;
  nameLength?: number;
  textLength?: number;
}

/** The bounds of such schemas, and the schema of each list entry, for `endpoint.test.ts`. */
export const bounds = z.registry<Bound>();
export const entrySchemas = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

interface BoundProblem {
  message: string;
  path?: (string | number)[];
}

/**
 * A schema whose `problemOf` counts before it looks at entries, and returns only the first problem.
 */
function bounded<T>(bound: Bound, problemOf: (given: unknown) => BoundProblem | null) {
  const schema = z.custom<T>().check(
    z.superRefine((given, context) => {
      const problem = problemOf(given);
      if (problem !== null) context.addIssue({ code: "custom", ...problem });
    }),
  );
  return schema.register(bounds, bound);
}

/**
 * Texts by name, as one object: the values of variables, the cells of a row. Not `z.record`, which
 * drops the name `__proto__`, a column like any other. Iterate over the entries; never look up a
 * name in the object itself.
 */
export function textsByName(bound: Required<Bound>) {
  return byName<string>(bound, textProblem(bound.textLength));
}

/** As `textsByName`, but each text is one of a few choices. */
export function choicesByName<T extends string>(
  bound: Omit<Bound, "textLength">,
  choices: readonly T[],
) {
  const problem = { message: `must be one of: ${choices.join(", ")}` };
  return byName<T>(bound, (given) => (choices.some((choice) => choice === given) ? null : problem));
}

function byName<T extends string>(
  bound: Bound,
  problemOf: (given: unknown) => BoundProblem | null,
) {
  return bounded<Record<string, T>>(bound, problemByName(bound, problemOf));
}

function textProblem(maxLength: number): (given: unknown) => BoundProblem | null {
  return (given) => {
    if (typeof given !== "string") return { message: "must be text" };
    return given.length > maxLength
      ? { message: `must not be longer than ${maxLength} characters` }
      : null;
  };
}

/** The first problem of an object: its kind, its number of names, then name by name. */
function problemByName(
  { entries, nameLength = 0 }: Bound,
  problemOf: (given: unknown, name: string) => BoundProblem | null,
): (given: unknown) => BoundProblem | null {
  return (given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return { message: "must be an object" };
    if (Object.keys(given).length > entries)
      return { message: `must not have more than ${entries} entries` };
    for (const [name, value] of Object.entries(given)) {
      if (name.length > nameLength)
        return { message: `must not have names longer than ${nameLength} characters` };
      const problem = problemOf(value, name);
      if (problem) return { ...problem, path: [name, ...(problem.path ?? [])] };
    }
    return null;
  };
}

/** A count or a size: 0, 1, 2, … */
export const wholeNumber = z.int().check(z.nonnegative());

/** A place in a list: 1, 2, 3, … */
export const position = z.int().check(z.positive());

/** Numbers of data rows, from 1, with a minimum and maximum count. */
export function rowNumbersField(least: number, most: number) {
  const isWrong = "must be a row number";
  return listOf(z.int(isWrong).check(z.minimum(1, isWrong)), { least, most });
}

/** A list with a minimum and maximum length. `each` must not change its input. */
export function listOf<T extends z.ZodMiniType>(
  each: T,
  { least = 0, most }: { least?: number; most: number },
) {
  const list = bounded<z.output<T>[]>({ entries: most }, (given) => {
    if (!Array.isArray(given)) return { message: "must be a list" };
    if (given.length < least) return { message: `must have at least ${least} entries` };
    if (given.length > most) return { message: `must not have more than ${most} entries` };
    for (const [index, entry] of given.entries()) {
      const [issue] = each.safeParse(entry).error?.issues ?? [];
      if (issue)
        return { message: issue.message, path: [index, ...issue.path.map((part) => String(part))] };
    }
    return null;
  });
  entrySchemas.set(list, each);
  return list;
}

/** A yes or no that travels as the text of a form field; a JSON body may also have it as it is. */
export const yesNoField = z.codec(z.union([z.enum(["true", "false"]), z.boolean()]), z.boolean(), {
  decode: (value) => String(value) === "true",
  encode: (value) => (value ? "true" : "false"),
});

/** A count that travels as the text of a form field: a whole number from 0, at most nine digits. */
export const countField = z.codec(
  z
    .string()
    .check(z.regex(/^\d+$/, "must be a whole number"), z.maxLength(9, "must be a whole number")),
  wholeNumber,
  { decode: Number, encode: String },
);

const CONTROL = /\p{Cc}/u;

/**
 * Text of one line. A control character (above all, a line break) is refused, never silently
 * removed.
 */
export function lineOfText(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength, `must not be longer than ${maxLength} characters`),
    z.refine((text) => !CONTROL.test(text), "must not contain line breaks or control characters"),
  );
}

/** One of our ids, as part of a path. Firestore reserves `__…__`. */
export const idField = z
  .string()
  .check(z.regex(/^(?!__.*__$)[A-Za-z0-9_-]+$/, "is not an id"), z.maxLength(128, "is not an id"));

/** Characters of a time: the format itself allows any number of digits after the seconds. */
const MAX_TIME_LENGTH = 40;

/** ISO 8601 in UTC, as on the wire. */
export const timeField = z.iso.datetime().check(z.maxLength(MAX_TIME_LENGTH));

/** ISO 8601 in any zone, as a person's clock may write it. */
export const zonedTimeField = z.iso.datetime({ offset: true }).check(z.maxLength(MAX_TIME_LENGTH));
