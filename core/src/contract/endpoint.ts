import * as z from "zod";

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

/** Calls in any 60 s: per user where one is signed in, else per network address. */
export const RATES: Record<RateBucket, number> = {
  previews: 120,
  template_writes: 120,
  uploads: 120,
  sends: 60,
  send_controls: 60,
  settings: 60,
  account_changes: 10,
  exports: 5,
  demo_previews: 20,
  sign_ins: 30,
};

/**
 * Calls that only read, per user and instance: how many at once, and how many a second after that. Nothing is written
 * for them.
 */
export const READS = { atOnce: 600, perSecond: 10 } as const;

export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
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
  output: O;
  /** Whether a good answer is a file, which a client gets as a Blob. */
  file: boolean;
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;

type Optional = "headers" | "files" | "body" | "auth" | "session" | "file";

/**
 * Describes one call, once, for the server that implements it and the clients that make it. Defaults: a signed-in
 * user whose session is checked, no headers, no files, JSON for POST and PUT.
 */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  given: Omit<Endpoint<I, O>, Optional> & Partial<Pick<Endpoint<I, O>, Optional>>,
): Endpoint<I, O> {
  const body = given.files ? "multipart" : given.method === "GET" || given.method === "DELETE" ? "none" : "json";
  return { auth: "user", session: "checked", headers: {}, files: {}, body, file: false, ...given };
}

/** `{success: true, …}`: the shape of every answer that is not an error. */
export function success<S extends z.ZodRawShape>(shape: S) {
  return z.object({ success: z.literal(true), ...shape });
}

/** A field of a multipart form that carries JSON as text. */
export function jsonField<T extends z.ZodType>(schema: T) {
  return z.codec(z.string(), schema, {
    decode: (text, context) => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: "custom", message: "is not valid JSON", input: text });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
}

/**
 * Texts by name, as one object: the values of variables, the cells of a row. Not `z.record`: that drops the name
 * `__proto__`, which is a column like any other. Take the entries, never look a name up in the object itself.
 */
export function textsByName(maxNameLength: number) {
  return byName<string>(maxNameLength, Number.POSITIVE_INFINITY, (text) =>
    typeof text === "string" ? null : "must be text",
  );
}

/** As `textsByName`, for at most `maxNames` names, each with one of a few words. */
export function choicesByName<T extends string>(maxNameLength: number, maxNames: number, choices: readonly T[]) {
  return byName<T>(maxNameLength, maxNames, (given) =>
    choices.some((choice) => choice === given) ? null : `must be one of: ${choices.join(", ")}`,
  );
}

function byName<T extends string>(
  maxNameLength: number,
  maxNames: number,
  problemOf: (given: unknown) => string | null,
) {
  return z
    .custom<Record<string, T>>(
      (given) => typeof given === "object" && given !== null && !Array.isArray(given),
      "must be an object",
    )
    .superRefine((given, context) => {
      const entries = Object.entries(given);
      if (entries.length > maxNames) {
        context.addIssue({ code: "custom", message: `must not have more than ${maxNames} entries` });
        return;
      }
      for (const [name, text] of entries) {
        const problem = problemOf(text);
        if (problem !== null) context.addIssue({ code: "custom", path: [name], message: problem });
        if (name.length > maxNameLength) {
          context.addIssue({ code: "custom", message: `must not have names longer than ${maxNameLength} characters` });
        }
      }
    });
}

/** A yes or no that travels as the text of a form field. */
export const yesNoField = z.codec(z.enum(["true", "false"]), z.boolean(), {
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false"),
});

/** A number of things that travels as the text of a form field: whole, not negative, at most nine digits. */
export const countField = z.codec(z.string().regex(/^\d{1,9}$/, "must be a whole number"), z.number().int().min(0), {
  decode: Number,
  encode: String,
});

const CONTROL = /\p{Cc}/u;

/** Text of one line: a control character (a line break above all) is refused, never cut out silently. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must not be longer than ${maxLength} characters`)
    .refine((text) => !CONTROL.test(text), "must not contain line breaks or control characters");
}

/** The id of a thing of ours, as it stands in a path. Firestore keeps `__…__` for itself. */
export const idField = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, "is not an id");

/** ISO 8601 in UTC, as times travel. */
export const timeField = z.iso.datetime();

/** ISO 8601 in any zone, as a person's clock may write it. */
export const zonedTimeField = z.iso.datetime({ offset: true });
