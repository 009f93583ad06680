import { UNSEEN } from "../isBlank.ts";
import { plainLetters, scriptOf } from "./letters.ts";
import {
  bareAddress,
  formatRecipient,
  isEmailAddress,
  MAX_ADDRESS_LENGTH,
  MAX_LOCAL_LENGTH,
  MAX_RECIPIENT_LENGTH,
  MAX_REPAIRED_LENGTH,
  parseRecipient,
  readRecipient,
  type WrittenRecipient,
  withoutEdges,
} from "./recipients.ts";

/** Characters that look like one of ASCII, which is what an address has in their place. */
const TYPED_FOR: readonly (readonly [RegExp, string])[] = [
  [/[‘’‛´ʼ]/g, "'"],
  [/[‐‑‒–—−]/g, "-"],
  [/[。．｡]/g, "."],
  [/[，、､]/g, ","],
];
/** How people write the @ and the dots to hide an address from machines. */
const HIDDEN_AT = /\s?[([{]\s?(?:at|ät)\s?[)\]}]\s?/i;
const HIDDEN_DOT = /\s?[([{]\s?(?:dot|punkt|point|punto)\s?[)\]}]\s?/gi;
/** A comma, semicolon or colon that is the domain's only separator, so it can only be a dot. */
const MARK_FOR_DOT = /^([^\s,;:@]+@[^\s,;:.@]+)[,;:]([^\s,;:.@]+)$/;

/**
 * The only address that an invalid one can mean, or null. Takes off the signs around it and the
 * spaces beside the @, reads `(at)` and `(dot)`, and replaces characters that look like those of an
 * address, and a comma that can only be the domain's dot. Never joins two words: `max
 * muster@example.org` isn't an address, but `maxmuster@example.org` may be a stranger's.
 */
export function repairedAddress(text: string): string | null {
  if (text.length > MAX_REPAIRED_LENGTH) return null;
  let bare = withoutEdges(text)
    .replace(HIDDEN_AT, "@")
    .replace(HIDDEN_DOT, ".")
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize("NFKC"));
  for (const [characters, meant] of TYPED_FOR) bare = bare.replace(characters, meant);
  const [local = "", domain] = bare.split(/\s*@\s*/);
  // Letters of another script among ASCII ones.
  const plain =
    /[a-z]/i.test(local) && !/[\u00c0-\u024f]/.test(local) ? plainLetters(local) : local;
  const repaired = bare
    .replace(local, () => plain)
    .replace(/\s*@\s*/, "@")
    .replace(MARK_FOR_DOT, "$1.$2");
  return domain !== undefined && isEmailAddress(repaired) ? repaired : null;
}

/**
 * As `repairedAddress`, with the name that the text has: `Ann <ann@mail,example>` becomes `Ann
 * <ann@mail.example>`.
 */
export function repairedRecipient(text: string): string | null {
  const address = repairedAddress(text);
  if (address !== null) return address;
  const [name, part] = nameAndAddress(text);
  const repaired = name === "" ? null : repairedAddress(part);
  const recipient = repaired === null ? null : parseRecipient(`${name}<${repaired}>`);
  return recipient && formatRecipient(recipient);
}

/** The name in a text, "" for none, and the part that should be the address. */
function nameAndAddress(text: string): [name: string, address: string] {
  const open = Math.max(0, text.lastIndexOf("<"));
  return [text.slice(0, open), text.slice(open)];
}

const NAMES: Readonly<Record<string, string>> = {
  "‘": "curly apostrophe",
  "’": "curly apostrophe",
  "“": "curly quotation mark",
  "”": "curly quotation mark",
  "„": "curly quotation mark",
  '"': "quotation mark",
  "´": "accent",
  ",": "comma",
  "、": "ideographic comma",
  "。": "ideographic full stop",
  ";": "semicolon",
  ":": "colon",
  "(": "parenthesis",
  ")": "parenthesis",
  "[": "bracket",
  "]": "bracket",
  "<": "angle bracket",
  ">": "angle bracket",
  "\\": "backslash",
  "/": "slash",
  "‐": "long hyphen",
  "‑": "no-break hyphen",
  "–": "dash",
  "—": "dash",
  "…": "ellipsis",
  "•": "bullet",
  _: "underscore",
};

const INVISIBLE = new RegExp(`(?!\\s)[${UNSEEN}]`, "u");

/** A character in words: `the curly apostrophe “’”`, `a space`. */
function named(character: string): string {
  if (/[\u00a0\u202f]/.test(character)) return "a no-break space";
  if (/[\r\n\u2028\u2029]/.test(character)) return "a line break";
  if (character === "\t") return "a tab";
  if (/\s/.test(character)) return "a space";
  if (INVISIBLE.test(character)) return "an invisible character";
  const known = NAMES[character];
  if (known !== undefined) return `the ${known} “${character}”`;
  if (/[\uff01-\uff5e]/.test(character)) return `the full-width “${character}”`;
  if (/\p{L}/u.test(character)) {
    const script = scriptOf(character);
    return script === null || script === "Latin"
      ? `the letter “${character}”`
      : `the ${script} letter “${character}”`;
  }
  return /\p{M}/u.test(character) ? "an accent" : `the character “${character}”`;
}

/**
 * Why a text isn't an address, as a clause that names the character at fault: "the curly apostrophe
 * “’” can't be in an address", "there's no @". Null for an address, with or without a name.
 */
export function faultOf(text: string): string | null {
  if (parseRecipient(text) !== null) return null;
  const [name, part] = nameAndAddress(text);
  if (bareAddress(part) !== null) return nameFault(name, text);
  const whole = withoutEdges(part.slice(0, MAX_REPAIRED_LENGTH));
  const unseen =
    /[＠﹫]/.exec(whole)?.[0] ?? [...whole].find((character) => INVISIBLE.test(character));
  if (unseen !== undefined) return `${named(unseen)} can't be in an address`;
  const at = whole.lastIndexOf("@");
  if (at === -1) return "there's no @";
  const [local, domain] = [whole.slice(0, at), whole.slice(at + 1)];
  return (
    characterFault(local, domain) ??
    localFault(local) ??
    domainFault(domain) ??
    (whole.length > MAX_ADDRESS_LENGTH
      ? `it's longer than ${MAX_ADDRESS_LENGTH} characters`
      : "the part after the @ isn't a domain")
  );
}

/** Why a text isn't a recipient, although it has an address at its end. */
function nameFault(name: string, text: string): string {
  const sign = /[@<>"]/.exec(name)?.[0];
  const behind = /<[^<>]*>\s*(\S)/u.exec(text.slice(name.length))?.[1];
  if (sign === "@") return "there's more than one @";
  if (sign !== undefined) return `${named(sign)} can't be in a name`;
  if (behind !== undefined) return `${named(behind)} can't be after the address`;
  return text.length > MAX_RECIPIENT_LENGTH
    ? `it's longer than ${MAX_RECIPIENT_LENGTH} characters`
    : "there's no “>” after the address";
}

const IN_LOCAL = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/;
const IN_DOMAIN = /[\p{L}\p{N}\p{M}.-]/u;

function characterFault(local: string, domain: string): string | null {
  const before = [...local].find((character) => !IN_LOCAL.test(character));
  const after = /^\[[\d.]*\]?$|^\[IPv6:/i.test(domain)
    ? undefined
    : [...domain].find((character) => !IN_DOMAIN.test(character));
  if (before === "@") return "there's more than one @";
  if (before !== undefined)
    return `${named(before)} can't be ${IN_DOMAIN.test(before) ? "before the @" : "in an address"}`;
  if (local.includes("=?")) return "“=?” can't be in an address";
  if (after === undefined) return null;
  return `${named(after)} can't be ${IN_LOCAL.test(after) ? "after the @" : "in an address"}`;
}

function localFault(local: string): string | null {
  if (local === "") return "there's nothing before the @";
  if (local.length > MAX_LOCAL_LENGTH)
    return `the part before the @ is longer than ${MAX_LOCAL_LENGTH} characters`;
  if (local.includes("..")) return "there are two dots in a row";
  if (local.startsWith(".")) return "there's a dot at the start";
  return local.endsWith(".") ? "there's a dot before the @" : null;
}

function domainFault(domain: string): string | null {
  if (domain === "") return "there's nothing after the @";
  if (domain.startsWith("[")) return "the part in brackets isn't an IP address";
  if (domain.includes("..")) return "there are two dots in a row";
  if (domain.startsWith(".")) return "there's a dot after the @";
  const labels = domain.split(".");
  const ending = labels.at(-1) ?? "";
  if (labels.length === 1) return `“${domain}” has no ending, such as .com`;
  if (labels.some((label) => /^-|-$/.test(label))) return "a hyphen can't be beside a dot or the @";
  if (ending.length === 1 || /^\d+$/.test(ending)) return `“.${ending}” can't be an ending`;
  return labels.some((label) => label.length > 63)
    ? "a part of the domain is longer than 63 characters"
    : null;
}

const PLAIN_SPACE = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, "gu");

/**
 * Returns a sentence about the text that was left out around an address. Null if that is only its
 * name, plain spaces, or the angle brackets of `Ann <ann@example.org>` and the marks behind them.
 */
export function leftOutSentence(text: string): string | null {
  const read = readRecipient(text);
  return read && leftOutOf(read);
}

/** As `leftOutSentence`, of a text that was read already. */
export function leftOutOf({ address, written }: WrittenRecipient): string | null {
  const given = written.replace(PLAIN_SPACE, "");
  const seen = given.replace(ALL_UNSEEN, "");
  // A link may have the address in %-codes.
  if (given === address || !seen.includes(address)) return null;
  const marks = seen.split(address).filter((mark) => mark !== "");
  if (marks.length === 0) return `We left out an invisible character beside ${address}.`;
  return `We left out ${marks.map((mark) => `“${mark}”`).join(" and ")} beside ${address}.`;
}
