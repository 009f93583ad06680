import * as z from "zod/mini";
import { endpoint, listOf, success, timeField, wholeNumber } from "./endpoint.ts";
import { MAX_SUPPRESSIONS } from "./limits.ts";

/** How an address came onto the list of people you don't email. */
export const suppressionSource = z.enum(["typed", "file"]);
export type SuppressionSource = z.infer<typeof suppressionSource>;

/** Someone you don't email. */
export const suppression = z.object({
  /** As it was added. Two with the same `addressKey` are one entry. */
  address: z.string(),
  since: timeField,
  source: suppressionSource,
});
export type Suppression = z.infer<typeof suppression>;

const IN_ONE_CALL = { least: 1, most: MAX_SUPPRESSIONS };
const addresses = listOf(z.string().check(z.maxLength(320)), IN_ONE_CALL);
/** Increases with each change of the list; 0 if it was never changed. */
const version = wholeNumber;

/**
 * The people you don't email, the latest first. A page that names the `version` it has gets the
 * list only if there is another.
 */
export const getSuppressions = endpoint({
  method: "GET",
  path: "/api/suppressions",
  rate: "reads",
  session: "recent",
  /** `version`: in digits. */
  input: z.object({ version: z.optional(z.string().check(z.maxLength(16))) }),
  /** `suppressions`: absent if the caller has this version. */
  output: success({ version, suppressions: z.optional(z.array(suppression)) }),
});

/**
 * Adds all of these addresses or, if one isn't an address or the list would be too long, none. An
 * address that is already on the list keeps its entry.
 */
export const addSuppressions = endpoint({
  method: "POST",
  path: "/api/suppressions",
  rate: "settings",
  /** `since`: for addresses whose removal is undone, since when each was on the list. */
  input: z.object({
    addresses,
    source: suppressionSource,
    since: z.optional(listOf(timeField, IN_ONE_CALL)),
  }),
  /** `added`: the entries that are new. */
  output: success({ version, added: z.array(suppression) }),
});

/** Removes these addresses; those that aren't on the list change nothing. */
export const removeSuppressions = endpoint({
  method: "POST",
  path: "/api/suppressions/remove",
  rate: "settings",
  input: z.object({ addresses }),
  /** `removed`: the entries that were there. */
  output: success({ version, removed: z.array(suppression) }),
});
