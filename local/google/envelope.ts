import type { AddressObject, EmailAddress } from "mailparser";
import { simpleParser } from "mailparser";
import { GoogleError } from "./googleError.ts";

/** What a message's header section says; `to` has the addresses of To, Cc and Bcc, separated by commas. */
export interface Envelope {
  from: string;
  to: string;
  subject: string;
}

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/;
const RECIPIENT_HEADERS = ["to", "cc", "bcc"] as const;

/** The envelope of a raw message. Throws Gmail's refusals: no recipient, an invalid address. */
export async function readEnvelope(bytes: Buffer): Promise<Envelope> {
  const mail = await simpleParser(headerSection(bytes));
  const recipients = RECIPIENT_HEADERS.flatMap((header) => {
    const found = addresses(mail[header]);
    if (found.some(({ address }) => address === undefined || !ADDRESS.test(address))) {
      throw new GoogleError(
        400,
        "invalidArgument",
        `Invalid ${header.charAt(0).toUpperCase()}${header.slice(1)} header`,
      );
    }
    return found.map(({ address = "" }) => address);
  });
  if (recipients.length === 0) throw new GoogleError(400, "invalidArgument", "Recipient address required");
  return { from: mail.from?.text ?? "", to: recipients.join(", "), subject: mail.subject ?? "" };
}

/** The text before the first empty line. Delivering an email doesn't need its body, which may be many megabytes. */
function headerSection(bytes: Buffer): Buffer {
  const ends = ["\r\n\r\n", "\n\n"].map((gap) => bytes.indexOf(gap)).filter((index) => index >= 0);
  return ends.length === 0 ? bytes : bytes.subarray(0, Math.min(...ends) + 2);
}

function addresses(header: AddressObject | AddressObject[] | undefined): EmailAddress[] {
  const objects = header === undefined ? [] : [header].flat();
  return objects.flatMap(({ value }) => value).flatMap((each) => each.group ?? [each]);
}
