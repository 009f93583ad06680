import { type Doubt, doubtAbout } from "./doubts.ts";
import { faultOf, leftOutOf, repairedRecipient } from "./faults.ts";
import { type Recipient, readRecipient } from "./recipients.ts";

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
  const read = readRecipient(text);
  return {
    recipient: read && { address: read.address, name: read.name },
    leftOut: read && leftOutOf(read),
    doubt: read && doubtAbout(read.address),
    fault: read ? null : faultOf(text),
    repair: read ? null : repairedRecipient(text),
  };
}
