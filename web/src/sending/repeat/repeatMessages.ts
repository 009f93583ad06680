import { pluralize } from "../../lib/pluralize.ts";
import { spanWords } from "../when.ts";
import type { Repeat } from "./useRepeatGuard.ts";

/** The question whether you mean to repeat an email; `ready` emails are about to be sent. `now` is in milliseconds. */
export function repeatQuestion({ first, last, rows }: Repeat, ready: number, now: number): string {
  const people =
    rows.length === ready ? "these people" : `${rows.length} of these ${pluralize(ready, "person", "people")}`;
  const when = spanWords(first, last, now);
  if (Date.parse(last) <= now) return `You sent this to ${people} ${when}. Send again?`;
  if (Date.parse(first) > now) return `You've already scheduled this for ${people} ${when}. Send again?`;
  return `You sent or scheduled this for ${people} ${when}. Send again?`;
}
