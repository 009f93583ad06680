import { AppError } from "@sendwright/core/contract/appError";
import { type Endpoint, isFromAnotherVersion } from "@sendwright/core/contract/endpoint";
import { PAGE_OUTDATED } from "@sendwright/core/contract/messages";
import * as z from "zod";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/**
 * Decodes what arrived by an endpoint's schema. Throws `invalid_input` with one plain sentence that
 * names the first field that is wrong (`details.field`).
 */
export function parseInput<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = z.safeParse(schema, given, { error: plainWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  throw new AppError("invalid_input", sentence(field, issue?.message ?? "is malformed"), {
    ...(field ? { details: { field } } : {}),
  });
}

/**
 * Throws `page_outdated` if a field or a file part has a name that only another version of a page
 * sends (`details.field`).
 */
export function refuseOtherVersions(endpoint: Endpoint, names: readonly string[]): void {
  const field = names.find((name) => isFromAnotherVersion(endpoint, name));
  if (field !== undefined)
    throw new AppError("page_outdated", PAGE_OUTDATED, { details: { field } });
}

/**
 * A schema's own message may be a whole sentence (the fixed words); else it follows the field's
 * name.
 */
function sentence(field: string, message: string): string {
  if (message.endsWith(".")) return message;
  return field ? `"${field.slice(0, 100)}" ${message}.` : `The request ${message}.`;
}

/** Words for the issues that a schema has no message of its own for. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "too_big":
      return `must ${bound(issue.origin, "not be longer than", "not have more than", "be at most")} ${issue.maximum}${unit(issue.origin)}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must ${bound(issue.origin, "not be shorter than", "have at least", "be at least")} ${issue.minimum}${unit(issue.origin)}`;
    case "invalid_value":
      return `must be one of: ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "datetime" ? "must be an ISO time" : "is malformed";
    default:
      return issue.input === undefined ? "is missing" : "is malformed";
  }
}

function bound(origin: string, text: string, list: string, number: string): string {
  return origin === "string" ? text : origin === "array" ? list : number;
}

function unit(origin: string): string {
  return origin === "string" ? " characters" : origin === "array" ? " entries" : "";
}
