import { type Doubt, doubtAbout } from "./doubts.ts";
import { faultOf, leftOutSentence, repairedRecipient } from "./faults.ts";
import { parseRecipient, type Recipient } from "./recipients.ts";

/** Our judgment of a text that should be one address, with or without a name. */
export interface Judgment {
  /** The person with the bare address; null if the text is refused. */
  recipient: Recipient | null;
  /** The text left out around the address, in a sentence; null for none. */
  leftOut: string | null;
  /** The question to ask before it is used; null for none. */
  doubt: Doubt | null;
  /** Why it is refused, in a clause that names the character at fault; null if it is accepted. */
  fault: string | null;
  /** The only address that a refused text can mean, with its name; null if there isn't one. */
  repair: string | null;
}

/**
 * Judges a text that should be one address: the same for To, Cc, Bcc, Reply-To and the values of
 * `{{…|email}}`.
 */
export function judgeAddress(text: string): Judgment {
  const recipient = parseRecipient(text);
  return {
    recipient,
    leftOut: leftOutSentence(text),
    doubt: recipient && doubtAbout(recipient.address),
    fault: faultOf(text),
    repair: recipient === null ? repairedRecipient(text) : null,
  };
}
