import { counted } from "../../../lib/counted.ts";
import { dayAndTime } from "../../../sending/when.ts";
import type { Repeat } from "./earlierRecipients.ts";

/** Takes a repeat, how many mails are about to go out, and the present (milliseconds); asks whether that is meant. */
export function repeatQuestion({ at, rows }: Repeat, ready: number, now: number): string {
  const people =
    rows.length === ready ? "these people" : `${rows.length} of these ${counted(ready, "person", "people")}`;
  if (Date.parse(at) > now) return `This goes to ${people} ${dayAndTime(at, now)} already. Send again?`;
  return `You sent this to ${people} ${dayAndTime(at, now)}. Send again?`;
}
