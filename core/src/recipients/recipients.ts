import { isBlank, UNSEEN } from "../isBlank.ts";
import { withPeopleOfLinks } from "./mailto.ts";

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
const IP = `\\[(?:${OCTET}(?:\\.${OCTET}){3}|IPv6:[0-9A-Fa-f:.]{2,45})\\]`;

/**
 * Recipient email pattern: local part, @, then a domain or a bracketed IP. Left of the @, only
 * ASCII is allowed: another script needs SMTPUTF8 on every server on the way and can't be written
 * into an ordinary header, so such an email would be lost after we called it sent. Domains of any
 * script are allowed: they travel as punycode. Invisible characters
 * (`Default_Ignorable_Code_Point`: zero-width, direction overrides, fillers) are refused
 * everywhere, because two addresses that look the same must be the same. So is `=?`: a mail program
 * decodes `=?utf-8?Q?eve=40evil=2Ecom?=@example.org` and shows another address.
 */
const EMAIL_PATTERN = new RegExp(
  `^(?!.*(?:\\p{Default_Ignorable_Code_Point}|=\\?))(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:(?:${LABEL}\\.)+${TOP_LEVEL}|${IP})$`,
  "u",
);

export const MAX_ADDRESS_LENGTH = 254;
export const MAX_LOCAL_LENGTH = 64;
/** Name and address together; a header line can't be longer (RFC 5322, 998 characters). */
export const MAX_RECIPIENT_LENGTH = 998;

/**
 * Whether a text is a bare email address (no name, no surrounding spaces; at most 254 characters,
 * also in ASCII).
 */
export function isEmailAddress(text: string): boolean {
  if (!fitsPattern(text)) return false;
  const ipv6 = /\[IPv6:(.*)\]$/.exec(text)?.[1];
  if (ipv6 !== undefined) return URL.canParse(`http://[${ipv6}]`);
  // A domain of fullwidth digits, for example, is an IP address in ASCII.
  const ascii = asciiAddress(text);
  return ascii === text || (ascii !== null && fitsPattern(ascii));
}

function fitsPattern(text: string): boolean {
  return (
    text.length <= MAX_ADDRESS_LENGTH &&
    text.lastIndexOf("@") <= MAX_LOCAL_LENGTH &&
    EMAIL_PATTERN.test(text)
  );
}

const ASCII = /^[\0-\x7f]*$/;
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]{1,254}$/u;

/**
 * An address with its domain in ASCII, as it travels, by the URL standard, which page and server
 * both have. Null if the domain has no such form.
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

/** A local part that is the same without its quotation marks (RFC 5322). */
const NEEDLESS_QUOTES = new RegExp(`^"(${ATOM}(?:\\.${ATOM})*)"(?=@)`);

/**
 * The one key by which addresses are compared: two with the same key are one mailbox. Accepts any
 * text.
 */
export function addressKey(address: string): string {
  const plain = address.startsWith('"') ? address.replace(NEEDLESS_QUOTES, "$1") : address;
  return (asciiAddress(plain) ?? plain.normalize("NFC")).toLowerCase();
}

/** Longer text isn't an address with something around it (characters). */
export const MAX_REPAIRED_LENGTH = 320;

const QUOTES = "\"“”„‟'‘’‚‛´«»‹›「」『』〝〞〟＂＇〈〉《》";
/**
 * Signs before an address, such as the apostrophe that says that a cell is text. Marks that may be
 * quotation marks of the local part stay: `"ann"@example.org`.
 */
const BEFORE = new RegExp(
  `^(?:(?!'[@.]|'[^@]*'@|${QUOTED}@)[${UNSEEN}${QUOTES}<(\\[＜（,;，；、،؛]|=(?=["'])|mailto:)+`,
  "iu",
);
/** Signs behind an address, but not the bracket of `ann@[192.168.0.1]`. */
const AFTER = new RegExp(
  `(?:[${UNSEEN}${QUOTES}>)＞）］.,;:!?…。，；：、．،؛！？]|(?<!@\\[[\\w:.]{1,50})\\])+$`,
  "u",
);
/** Signs of an address that people also put around a text, such as WhatsApp's bold. */
const PAIR = new RegExp(`^[${UNSEEN}]*(?:([*_~\`|])(.*)\\1|\\{(.*)\\})[${UNSEEN}]*$`, "su");
/** The fields of a link, if they name no one. */
const QUERY = /(@[^?\s]*)\?[a-z-]+=(?:(?!@|%40).)*$/is;
/** Characters without width; not the joiners between letters of a script that needs them. */
const ZERO_WIDTH =
  /[\u200b\u2060\ufeff]|(?<![^\0-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\0-\x7f])/g;

/**
 * The only address in a text, without what tables, emails and pages leave around it: invisible
 * characters, quotation marks and brackets of every kind, the `mailto:` and the subject of a link,
 * the apostrophe that makes a cell text, the period or comma after it. Null if there is anything
 * else.
 */
export function bareAddress(text: string): string | null {
  const given = text.trim();
  if (!given.startsWith("'") && isEmailAddress(given)) return given;
  if (!/@|%40/.test(given) || given.length > MAX_REPAIRED_LENGTH) return null;
  const inside = withoutEdges(given);
  return isEmailAddress(inside) ? inside : null;
}

/** A text without the signs that people put around an address; the rest may not be one. */
export function withoutEdges(text: string): string {
  return withoutPair(withPeopleOfLinks(text.replace(QUERY, "$1")).replace(ZERO_WIDTH, ""))
    .replace(BEFORE, "")
    .replace(AFTER, "");
}

function withoutPair(text: string): string {
  return text.replace(PAIR, "$2$3");
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

/** `Ann <ann@example.org>,` */
const NAMED = new RegExp(`^(.*)<([^<]*)>[${UNSEEN},;.，；،؛]*$`, "su");

/** A recipient, and the part of the text that is the address with the signs around it. */
export interface WrittenRecipient extends Recipient {
  written: string;
}

/**
 * Reads `ann@example.org`, `<ann@example.org>`, `Ann Good <ann@example.org>` or `"Good, Ann"
 * <ann@example.org>`; null for anything else. Takes off signs around an address. Refuses a
 * second address in the unquoted name, whose owner would silently get nothing.
 */
export function readRecipient(text: string): WrittenRecipient | null {
  const given = text.trim();
  if (given.length > MAX_RECIPIENT_LENGTH) return null;
  const bare = bareAddress(given);
  if (bare === text) return { address: bare, name: "", written: text };
  const [, before = "", inside = text] = NAMED.exec(given) ?? [];
  if (bare !== null) return { address: bare, name: "", written: isBlank(before) ? inside : text };
  const address = inside === text ? null : bareAddress(inside);
  if (address === null) return null;
  const display = before.trim();
  const unquoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(display)?.[1]?.replace(/\\(.)/gs, "$1");
  const name = cleanName(unquoted ?? withoutPair(display).replace(/^'(.*)'$/s, "$1"));
  if (addressKey(name) === addressKey(address)) return { address, name: "", written: inside };
  if (unquoted === undefined && /[<>@"]/.test(name)) return null;
  return { address, name, written: inside };
}

/** The recipient in a text, as `readRecipient` reads it. */
export function parseRecipient(text: string): Recipient | null {
  const read = readRecipient(text);
  return read && { address: read.address, name: read.name };
}

/** A text as one piece of a list. */
export function recipientText(text: string): RecipientText {
  return { text, ...(parseRecipient(text) ?? { address: null, name: "" }) };
}

/**
 * The key of the address in a text such as `Ann <ann@b.co>`, or of the text itself if it contains
 * none.
 */
export function recipientKey(text: string): string {
  return pieceKey(recipientText(text));
}

/** The key of a piece of a list, as `recipientKey` of a text. */
export function pieceKey({ address, text }: RecipientText): string {
  return addressKey(address ?? text);
}

/**
 * One line, one space between words, and no characters that reorder or break a header. Joiners that
 * scripts need stay.
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
