import { randomBytes } from "node:crypto";
import { type AddressObject, type EmailAddress, simpleParser } from "mailparser";
import { GoogleError } from "./googleError.ts";
import type { StateFolder } from "./stateFolder.ts";

/**
 * What a message's header section says; `to` has the addresses of To, Cc and Bcc, separated by
 * commas.
 */
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
      const name = header.charAt(0).toUpperCase() + header.slice(1);
      throw new GoogleError(400, "invalidArgument", `Invalid ${name} header`);
    }
    return found.map(({ address = "" }) => address);
  });
  if (recipients.length === 0)
    throw new GoogleError(400, "invalidArgument", "Recipient address required");
  return { from: mail.from?.text ?? "", to: recipients.join(", "), subject: mail.subject ?? "" };
}

/**
 * A message as its recipients get it: without the Bcc header and otherwise byte for byte. Only the
 * sender's own copy has it.
 */
export function withoutBccHeader(bytes: Buffer): Buffer {
  const end = headerSection(bytes).length;
  // One character per byte, so that nothing is decoded.
  const headers = bytes.subarray(0, end).toString("latin1");
  const others = headers.replace(/^bcc:.*\r?\n(?:[ \t].*\r?\n)*/gim, "");
  return Buffer.concat([Buffer.from(others, "latin1"), bytes.subarray(end)]);
}

/**
 * The text before the first empty line. Delivering an email doesn't need its body, which may be
 * many megabytes.
 */
function headerSection(bytes: Buffer): Buffer {
  const ends = ["\r\n\r\n", "\n\n"].map((gap) => bytes.indexOf(gap)).filter((index) => index >= 0);
  return ends.length === 0 ? bytes : bytes.subarray(0, Math.min(...ends) + 2);
}

function addresses(header: AddressObject | AddressObject[] | undefined): EmailAddress[] {
  const objects = header === undefined ? [] : [header].flat();
  return objects.flatMap(({ value }) => value).flatMap((each) => each.group ?? [each]);
}

/**
 * One sent mail as `/mail.json` lists it. `user` is the account that sent it, even with another
 * From; `size` is in bytes.
 */
export interface StoredMail extends Envelope {
  id: string;
  threadId: string;
  user: string;
  size: number;
  receivedAt: string;
}

/** Everything that was "sent", kept between starts, the bytes exactly as they came. */
export async function openMailbox(state: StateFolder, now: () => number) {
  let mails = await readIndex(state);
  let lastStamp = Math.max(0, ...mails.map((mail) => Date.parse(mail.receivedAt)));

  return {
    /** Stores a mail of an account with its exact bytes; `envelope` holds its headers. */
    async add(user: string, envelope: Envelope, bytes: Buffer): Promise<StoredMail> {
      // Times never repeat, so that their order is the order of arrival even after a restart.
      lastStamp = Math.max(now(), lastStamp + 1);
      const id = `${Math.floor(lastStamp).toString(16).padStart(11, "0")}${randomBytes(3).toString("hex").slice(1)}`;
      const receivedAt = new Date(lastStamp).toISOString();
      const mail = { id, threadId: id, user, ...envelope, size: bytes.length, receivedAt };
      await state.write(`mail/${id}.eml`, bytes);
      await state.write(`mail/${id}.json`, JSON.stringify(mail));
      mails.push(mail);
      return mail;
    },

    /** The mails in the order of arrival, those of one account or of all. */
    list: (user?: string): StoredMail[] =>
      user === undefined ? [...mails] : mails.filter((mail) => mail.user === user),

    /** An email's exact bytes, or null if it doesn't exist. */
    bytes: (id: string): Promise<Buffer | null> =>
      mails.some((mail) => mail.id === id) ? state.read(`mail/${id}.eml`) : Promise.resolve(null),

    async clear(user?: string): Promise<void> {
      const gone = mails.filter((mail) => user === undefined || mail.user === user);
      mails = user === undefined ? [] : mails.filter((mail) => mail.user !== user);
      for (const mail of gone) await removeFiles(state, mail.id);
    },
  };
}

async function readIndex(state: StateFolder): Promise<StoredMail[]> {
  const names = (await state.list("mail")).filter((name) => name.endsWith(".json"));
  const files = await Promise.all(names.map((name) => state.read(`mail/${name}`)));
  const mails = files
    .filter((file) => file !== null)
    .map((file) => JSON.parse(file.toString("utf8")) as StoredMail);
  return mails.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
}

/**
 * The index entry goes first: a crash in between leaves unlisted bytes, never a mail without bytes.
 */
async function removeFiles(state: StateFolder, id: string): Promise<void> {
  await state.remove(`mail/${id}.json`);
  await state.remove(`mail/${id}.eml`);
}
