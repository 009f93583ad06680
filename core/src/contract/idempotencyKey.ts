import * as z from "zod/mini";

export const KEY_PATTERN = /^[A-Za-z0-9_-]{8,64}$/;
const KEY_WORDS = "must be 8 to 64 letters, digits, _ or -";

/** The header of a call that has a key. */
export const KEY_HEADER = { idempotency_key: "idempotency-key" } as const;

/** The client's UUID: the same call with the same key is made once, however often it arrives. */
export const idempotencyKey = z.optional(
  z.string().check(z.regex(KEY_PATTERN, KEY_WORDS), z.maxLength(64, KEY_WORDS)),
);
