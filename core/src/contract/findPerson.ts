import * as z from "zod/mini";
import { endpoint, position, success, wholeNumber } from "./endpoint.ts";
import { rowResult, send } from "./sends.ts";

/** How a person gets an email. */
const addressedAs = z.enum(["to", "cc", "bcc"]);

/** A row whose email goes to the person. */
const foundRow = z.extend(
  z.pick(rowResult, {
    recipient: true,
    name: true,
    status: true,
    reason: true,
    at: true,
    cancelled: true,
  }),
  {
    /** The send's id. */
    send: z.string(),
    row: position,
    /** The further rows that its email is for; absent without any. */
    further: z.optional(z.array(position)),
    as: addressedAs,
  },
);

/**
 * Every email to a person, and every row that was to be one, from all sends whose data isn't
 * deleted yet. A POST, so that no address is in a log.
 */
export const findPerson = endpoint({
  method: "POST",
  path: "/api/find-person",
  rate: "questions",
  session: "recent",
  /** A whole address, or whole words of a name (older servers refuse a name). */
  input: z.object({ address: z.string().check(z.maxLength(1_000)) }),
  output: success({
    /** The sends below, newest first. */
    sends: z.array(send),
    /** At most MAX_FOUND_ROWS. */
    rows: z.array(foundRow),
    /** The sends whose every email is copied to the person. */
    copied: z.array(z.object({ send: z.string(), as: z.enum(["cc", "bcc"]) })),
    /** Whether there are more rows. */
    more: z.boolean(),
    /** How many sends can't be searched, because an earlier version began them. */
    unknown: wholeNumber,
  }),
});
