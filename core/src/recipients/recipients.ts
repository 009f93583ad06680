/** Zero-width characters: with or without them, everyone reads the same address. */
export const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g;

/** Longer text isn't an address with something around it. */
const MAX_REPAIRED_LENGTH = 320;

const BEFORE = /^[\s\p{Default_Ignorable_Code_Point}]*(?:mailto:)?[\s\p{Default_Ignorable_Code_Point}<("'[]*/iu;
const AFTER = /[\s\p{Default_Ignorable_Code_Point}>)"'\].,;]+$/u;
/** A comma that is the domain's only separator, so it can only be a dot. */
const COMMA_FOR_DOT = /^([^\s,@]+@[^\s,.@]+),([^\s,.@]+)$/;

/**
 * The only address that an invalid one can mean, or null. It removes surroundings, spaces beside the @ and zero-width
 * characters, and replaces a comma that is the domain's only separator with a dot. Two words are never joined: `max
 * muster@example.org` isn't an address, but `maxmuster@example.org` may be a stranger's.
 */
export function repairedAddress(text: string): string | null {
  if (text.length > MAX_REPAIRED_LENGTH) return null;
  const bare = text
    .replace(BEFORE, "")
    .replace(AFTER, "")
    .replace(ZERO_WIDTH, "")
    .replace(/\s*@\s*/, "@")
    .replace(COMMA_FOR_DOT, "$1.$2");
  return isEmailAddress(bare) ? bare : null;
}

/** The invisible problem of an invalid address: " (it contains a space)", or "" if there is none. */
export function addressHint(text: string): string {
  if (/\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/u.test(text)) return " (it contains an invisible character)";
  if (!text.includes("@") || repairedAddress(text) !== null) return "";
  if (/\s/.test(text.trim())) return " (it contains a space)";
  return text.includes(",") ? " (it contains a comma)" : "";
}

/** A person who gets email: the bare address, and the name before it ("" if there was none). */
export interface Recipient {
  address: string;
  name: string;
}

/** One piece of a typed or pasted list: the text as given; `address` is null if it isn't one. */
export interface RecipientText {
  text: string;
  address: string | null;
  name: string;
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const QUOTED = '"[!#-+\\-.\\/0-9:=?@A-Z\\[\\]^_`a-z{|}~]+"';
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?";
const TOP_LEVEL = "(?![0-9]+$)[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
const IP = `\\[(?:${OCTET}(?:\\.${OCTET}){3}|IPv6:(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4})\\]`;

/**
 * Recipient email pattern: local part, @, then a domain or a bracketed IP.
 * Left of the @, only ASCII is allowed: another script needs SMTPUTF8 on every server on the way and can't be written
 * into an ordinary header, so such an email would be lost after we called it sent. Domains of any script are allowed:
 * they travel as punycode. Invisible characters (`Default_Ignorable_Code_Point`: zero-width, direction overrides,
 * fillers) are refused everywhere, because two addresses that look the same must be the same. So is `=?`: a mail
 * program decodes `=?utf-8?Q?eve=40evil=2Ecom?=@example.org` and shows another address.
 */
const EMAIL_PATTERN = new RegExp(
  `^(?!.*(?:\\p{Default_Ignorable_Code_Point}|=\\?))(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:(?:${LABEL}\\.)+${TOP_LEVEL}|${IP})$`,
  "u",
);

const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
/** Name and address together; a header line can't be longer (RFC 5322, 998 characters). */
const MAX_RECIPIENT_LENGTH = 998;

/** Whether a text is a bare email address (no name, no surrounding spaces; at most 254 characters, also in ASCII). */
export function isEmailAddress(text: string): boolean {
  if (!fitsPattern(text)) return false;
  // A domain of fullwidth digits, for example, is an IP address in ASCII.
  const ascii = asciiAddress(text);
  return ascii === text || (ascii !== null && fitsPattern(ascii));
}

function fitsPattern(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && text.lastIndexOf("@") <= MAX_LOCAL_LENGTH && EMAIL_PATTERN.test(text);
}

const ASCII = /^[\0-\x7f]*$/;
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]{1,254}$/u;

/**
 * An address with its domain in ASCII, as it travels, by the URL standard, which page and server both have. Null if the
 * domain has no such form.
 */
export function asciiAddress(address: string): string | null {
  if (ASCII.test(address)) return address;
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (!DOMAIN.test(domain)) return null;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** The one key by which addresses are compared: two with the same key are one mailbox. Accepts any text. */
export function addressKey(address: string): string {
  return (asciiAddress(address) ?? address.normalize("NFC")).toLowerCase();
}

/** The first recipient of each address, in order. */
export function uniqueRecipients<T extends { address: string }>(recipients: Iterable<T>): T[] {
  const byKey = new Map<string, T>();
  for (const recipient of recipients) {
    const key = addressKey(recipient.address);
    if (!byKey.has(key)) byKey.set(key, recipient);
  }
  return [...byKey.values()];
}

/**
 * Reads `ann@example.org`, `<ann@example.org>`, `Ann Good <ann@example.org>` or `"Good, Ann" <ann@example.org>`; null
 * for anything else. Refuses a second address in the unquoted name, whose owner would silently get nothing.
 */
export function parseRecipient(text: string): Recipient | null {
  const given = text.trim();
  if (isEmailAddress(given)) return { address: given, name: "" };
  if (given.length > MAX_RECIPIENT_LENGTH || !given.endsWith(">")) return null;
  const open = given.lastIndexOf("<");
  if (open < 0) return null;
  const address = given.slice(open + 1, -1).trim();
  if (!isEmailAddress(address)) return null;
  const before = given.slice(0, open).trim();
  const unquoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(before)?.[1];
  const name = cleanName(
    unquoted === undefined ? before.replace(/^'(.*)'$/s, "$1") : unquoted.replace(/\\(.)/gs, "$1"),
  );
  if (addressKey(name) === addressKey(address)) return { address, name: "" };
  if (unquoted === undefined && /[<>@"]/.test(name)) return null;
  return { address, name };
}

/** A text as one piece of a list. */
export function recipientText(text: string): RecipientText {
  return { text, ...(parseRecipient(text) ?? { address: null, name: "" }) };
}

/** The key of the address in a text such as `Ann <ann@b.co>`, or of the text itself if it contains none. */
export function recipientKey(text: string): string {
  return pieceKey(recipientText(text));
}

/** The key of a piece of a list, as `recipientKey` of a text. */
export function pieceKey({ address, text }: RecipientText): string {
  return addressKey(address ?? text);
}

/**
 * One line, one space between words, and no characters that reorder or break a header. Joiners that scripts need stay.
 */
function cleanName(name: string): string {
  return name
    .replace(/[\u202a-\u202e\u2066-\u2069]|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The text that `parseRecipient` reads back. */
export function formatRecipient({ address, name }: Recipient): string {
  if (name === "") return address;
  const plain = /^[\p{L}\p{M}\p{N} .'’-]+$/u.test(name) && !/^'.*'$/.test(name);
  return plain ? `${name} <${address}>` : `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
}
