import { AppError } from "../contract/appError.ts";
import { MAX_COPIES, MAX_COPIES_LENGTH } from "../contract/limits.ts";
import { withCommas } from "../withCommas.ts";
import { faultOf, leftOutSentence, repairedAddress } from "./faults.ts";
import { splitRecipients } from "./list.ts";
import {
  addressKey,
  formatRecipient,
  type Recipient,
  type RecipientText,
  uniqueRecipients,
} from "./recipients.ts";

/** The people who get a copy of one email. */
export interface Copies {
  cc: readonly Recipient[];
  bcc: readonly Recipient[];
}

/** The addresses of a send as written: where replies go, and who gets a copy of every email. */
export interface CopyTexts {
  replyTo: string;
  cc: string;
  bcc: string;
}

/** Whether an address is visible to the others, or only gets the copy. */
export type CopyField = "cc" | "bcc";
export const COPY_FIELDS = ["cc", "bcc"] as const satisfies CopyField[];
export const COPY_WORDS: Record<keyof CopyTexts, string> = {
  replyTo: "Reply-To",
  cc: "Cc",
  bcc: "Bcc",
};

export const NO_COPIES: CopyTexts = { replyTo: "", cc: "", bcc: "" };

interface ReadAddresses {
  people: Recipient[];
  /** The texts left out around them, in sentences. */
  leftOut: string[];
  /** Why they can't be used, in a sentence that names the field; null if they can. */
  problem: string | null;
  /** The text with its invalid addresses corrected, if no one else can be meant; null otherwise. */
  repair: string | null;
}

/** Reads the addresses of Reply-To, Cc or Bcc, or of a cell for them; a blank text has none. */
export function readAddresses(text: string, field: string): ReadAddresses {
  if (text.trim() === "") return { people: [], leftOut: [], problem: null, repair: null };
  if (text.length > MAX_COPIES_LENGTH) {
    return refused(`${field} is longer than ${withCommas(MAX_COPIES_LENGTH)} characters`);
  }
  const pieces = splitRecipients(text);
  const people: Recipient[] = [];
  const leftOut: string[] = [];
  for (const { address, name, text: written } of pieces) {
    if (address === null) return refusedPiece(text, field, pieces);
    people.push({ address, name });
    const left = leftOutSentence(written);
    if (left !== null) leftOut.push(left);
  }
  const unique = uniqueRecipients(people);
  // The text has something other than spaces, such as a comma.
  if (unique.length === 0) return refused(`Not an email address in ${field}: ${shown(text)}`);
  if (unique.length > MAX_COPIES) return refused(`${field} has more than ${MAX_COPIES} addresses`);
  return { people: unique, leftOut, problem: null, repair: null };
}

function refusedPiece(
  text: string,
  field: string,
  pieces: readonly RecipientText[],
): ReadAddresses {
  const wrong = pieces.filter(({ address }) => address === null).map((piece) => piece.text);
  const named = wrong.length === pieces.length ? text : (wrong[0] ?? text);
  const fault = faultOf(wrong[0] ?? text);
  const whole = pieces.map(({ address, name, text: written }) => {
    const fixed = address ?? repairedAddress(written);
    return fixed === null ? null : formatRecipient({ address: fixed, name });
  });
  const isWhole = whole.every((one) => one !== null);
  const problem = `Not an email address in ${field}: ${shown(named)}${fault === null ? "" : ` (${fault})`}`;
  return { ...refused(problem), repair: isWhole ? whole.join(", ") : repairedAddress(text) };
}

function refused(problem: string): ReadAddresses {
  return { people: [], leftOut: [], problem, repair: null };
}

function shown(text: string): string {
  const line = text.trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** As `readAddresses`. Throws `invalid_recipient` for a text that can't be used. */
export function requireAddresses(text: string, field: keyof CopyTexts): Recipient[] {
  const { people, problem } = readAddresses(text, COPY_WORDS[field]);
  if (problem !== null) throw new AppError("invalid_recipient", `${problem}.`);
  return people;
}

/** The text that `readAddresses` reads back. */
export function addressesText(people: readonly Recipient[]): string {
  return people.map(formatRecipient).join(", ");
}

/**
 * Who gets a copy of the email to this address. No mailbox gets it twice: To counts before Cc, and
 * Cc before Bcc.
 */
export function copiesOf(to: string, { cc, bcc }: Copies): Copies {
  const taken = new Set([addressKey(to)]);
  const others = (people: readonly Recipient[]) =>
    people.filter(({ address }) => {
      const key = addressKey(address);
      return !taken.has(key) && taken.add(key);
    });
  return { cc: others(cc), bcc: others(bcc) };
}

/** How many people an email with these copies reaches. */
export function recipientCount({ cc, bcc }: Copies): number {
  return 1 + cc.length + bcc.length;
}
