import * as z from "zod";
import { isTooDeep } from "./json.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Buckets that the database counts; how many calls a minute each allows is in RATES. */
export type RateBucket =
  | "previews"
  | "template_writes"
  | "uploads"
  | "sends"
  | "send_controls"
  | "settings"
  | "account_changes"
  | "exports"
  | "demo_previews"
  | "sign_ins";

/** Calls in any so many minutes: per user where one is signed in, else per network address. */
export const RATES: Record<RateBucket, { calls: number; minutes: number }> = {
  previews: { calls: 120, minutes: 1 },
  template_writes: { calls: 120, minutes: 1 },
  uploads: { calls: 120, minutes: 1 },
  sends: { calls: 60, minutes: 1 },
  send_controls: { calls: 60, minutes: 1 },
  settings: { calls: 60, minutes: 1 },
  account_changes: { calls: 10, minutes: 1 },
  // Each reads and sends up to 50 MB of files.
  exports: { calls: 5, minutes: 60 },
  demo_previews: { calls: 20, minutes: 1 },
  sign_ins: { calls: 30, minutes: 1 },
};

/**
 * Calls that only read, and the documents that are read for a user: how many at once, and how many a second after that,
 * per user and instance. Nothing is written for them.
 */
export const READS = {
  calls: { atOnce: 200, perSecond: 10 },
  documents: { atOnce: 20_000, perSecond: 50 },
} as const;

export interface Endpoint<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  method: Method;
  /** Express path; `:name` parts are fields of the input. */
  path: string;
  /** Whether the call needs a signed-in user. */
  auth: "user" | "none";
  /** How the input travels, beside path parts, query (GET) and headers. A multipart call without files may be sent as JSON too. */
  body: "none" | "json" | "multipart";
  /** Input fields that travel as headers: field name → header name. */
  headers: Readonly<Record<string, string>>;
  /** File parts: field name → how many at most (further limits are the feature's to check). */
  files: Readonly<Record<string, number>>;
  /** How its calls are counted: nobody can ask without end. */
  rate: RateBucket | "reads";
  /**
   * How fresh the word of the authentication service must be that the user's session is good: asked at this call, or, where
   * nothing is changed, one of the last minute (decision 5). `fresh`: as checked, and signed in lately
   * (`DAYS_TO_SEND`): a forgotten session sends nothing.
   */
  session: "checked" | "recent" | "fresh";
  /** Everything the call takes, decoded; on the wire it is what `z.encode` makes of it. */
  input: I;
  /** Fields that older pages and extensions still send. Listed forever, so that no new field takes such a name. */
  removed: readonly string[];
  output: O;
  /** Whether a good answer is a file, which a client gets as a Blob. */
  file: boolean;
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer O> ? z.output<O> : never;

type Optional = "headers" | "files" | "body" | "auth" | "session" | "file" | "removed";

/**
 * Describes one call, once, for the server that implements it and the clients that make it. Defaults: a signed-in
 * user whose session is checked, no headers, no files, JSON for POST and PUT, no removed fields. Throws if the call
 * still takes a removed field.
 */
export function endpoint<I extends z.ZodObject, O extends z.ZodType>(
  given: Omit<Endpoint<I, O>, Optional> & Partial<Pick<Endpoint<I, O>, Optional>>,
): Endpoint<I, O> {
  const body = given.files ? "multipart" : given.method === "GET" || given.method === "DELETE" ? "none" : "json";
  const described = { auth: "user", session: "checked", headers: {}, files: {}, removed: [], file: false } as const;
  const whole: Endpoint<I, O> = { ...described, body, ...given };
  const reused = whole.removed.find(
    (name) => Object.hasOwn(whole.input.shape, name) || Object.hasOwn(whole.files, name),
  );
  if (reused !== undefined) throw new Error(`${given.path}: "${reused}" was removed and must not mean anything again.`);
  return whole;
}

/**
 * Whether a request with this field comes from a page or an extension of another version and must be refused: the field
 * was removed, or this call decides which mail goes out and doesn't know it. Ignoring it could send the wrong mail.
 * Other calls ignore fields they don't know.
 */
export function isFromAnotherVersion({ input, files, rate, removed }: Endpoint, field: string): boolean {
  if (removed.includes(field)) return true;
  const decidesWhatIsSent = rate === "sends" || rate === "send_controls";
  return decidesWhatIsSent && !Object.hasOwn(input.shape, field) && !Object.hasOwn(files, field);
}

/** `{success: true, …}`: the shape of every answer that is not an error. */
export function success<S extends z.ZodRawShape>(shape: S) {
  return z.object({ success: z.literal(true), ...shape });
}

/** A field of a multipart form that carries JSON as text. How long and how deep it is, is checked before it is parsed. */
export function jsonField<T extends z.ZodType>(schema: T) {
  return z.codec(z.string().max(MAX_TEXT_BYTES), schema, {
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

/** What a schema takes at most, where only its own code can tell: zod looks at every entry before it counts them. */
export interface Bound {
  entries: number;
  /** Characters of each name. */
  nameLength?: number;
  /** Characters of each text. */
  textLength?: number;
}

/** The bounds of such schemas, and the schema of each entry of a list; `bounds.test.ts` looks them up. */
export const bounds = z.registry<Bound>();
export const entrySchemas = new WeakMap<z.ZodType, z.ZodType>();

interface Problem {
  message: string;
  path?: (string | number)[];
}

/** A schema whose `problemOf` counts before it looks at entries, and returns the first problem only. */
function bounded<T>(bound: Bound, problemOf: (given: unknown) => Problem | null) {
  const schema = z.custom<T>().superRefine((given, context) => {
    const problem = problemOf(given);
    if (problem !== null) context.addIssue({ code: "custom", ...problem });
  });
  return schema.register(bounds, bound);
}

/**
 * Texts by name, as one object: the values of variables, the cells of a row. Not `z.record`: that drops the name
 * `__proto__`, which is a column like any other. Take the entries, never look a name up in the object itself.
 */
export function textsByName(bound: Required<Bound>) {
  return byName<string>(bound, textProblem(bound.textLength));
}

/** As `textsByName`, for one of a few words each. */
export function choicesByName<T extends string>(bound: Omit<Bound, "textLength">, choices: readonly T[]) {
  const problem = { message: `must be one of: ${choices.join(", ")}` };
  return byName<T>(bound, (given) => (choices.some((choice) => choice === given) ? null : problem));
}

function byName<T extends string>(bound: Bound, problemOf: (given: unknown) => Problem | null) {
  return bounded<Record<string, T>>(bound, problemByName(bound, problemOf));
}

function textProblem(maxLength: number): (given: unknown) => Problem | null {
  return (given) => {
    if (typeof given !== "string") return { message: "must be text" };
    return given.length > maxLength ? { message: `must not be longer than ${maxLength} characters` } : null;
  };
}

/** Looks for the first problem of an object: its kind, its number of names, then name by name. */
function problemByName(
  { entries, nameLength = 0 }: Bound,
  problemOf: (given: unknown, name: string) => Problem | null,
): (given: unknown) => Problem | null {
  return (given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return { message: "must be an object" };
    if (Object.keys(given).length > entries) return { message: `must not have more than ${entries} entries` };
    for (const [name, value] of Object.entries(given)) {
      if (name.length > nameLength) return { message: `must not have names longer than ${nameLength} characters` };
      const problem = problemOf(value, name);
      if (problem) return { ...problem, path: [name, ...(problem.path ?? [])] };
    }
    return null;
  };
}

/** The numbers of data rows, from 1: so many at least and at most. */
export function rowNumbers(least: number, most: number) {
  const isWrong = "must be the number of a row";
  return listOf(z.number(isWrong).int(isWrong).min(1, isWrong), { least, most });
}

/** A list with so many entries at least and at most. `each` must not change what it reads. */
export function listOf<T extends z.ZodType>(each: T, { least = 0, most }: { least?: number; most: number }) {
  const list = bounded<z.output<T>[]>({ entries: most }, (given) => {
    if (!Array.isArray(given)) return { message: "must be a list" };
    if (given.length < least) return { message: `must have at least ${least} entries` };
    if (given.length > most) return { message: `must not have more than ${most} entries` };
    for (const [index, entry] of given.entries()) {
      const [issue] = each.safeParse(entry).error?.issues ?? [];
      if (issue) return { message: issue.message, path: [index, ...issue.path.map((part) => String(part))] };
    }
    return null;
  });
  entrySchemas.set(list, each);
  return list;
}

/** A yes or no that travels as the text of a form field. */
export const yesNoField = z.codec(z.enum(["true", "false"]), z.boolean(), {
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false"),
});

/** A number of things that travels as the text of a form field: whole, not negative, at most nine digits. */
export const countField = z.codec(
  z.string().regex(/^\d+$/, "must be a whole number").max(9, "must be a whole number"),
  z.number().int().min(0),
  { decode: Number, encode: String },
);

const CONTROL = /\p{Cc}/u;

/** Text of one line: a control character (a line break above all) is refused, never cut out silently. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must not be longer than ${maxLength} characters`)
    .refine((text) => !CONTROL.test(text), "must not contain line breaks or control characters");
}

/** The id of a thing of ours, as it stands in a path. Firestore keeps `__…__` for itself. */
export const idField = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]+$/, "is not an id")
  .max(128, "is not an id");

/** Characters of a time: the format itself allows any number of digits after the seconds. */
const MAX_TIME_LENGTH = 40;

/** ISO 8601 in UTC, as times travel. */
export const timeField = z.iso.datetime().max(MAX_TIME_LENGTH);

/** ISO 8601 in any zone, as a person's clock may write it. */
export const zonedTimeField = z.iso.datetime({ offset: true }).max(MAX_TIME_LENGTH);
