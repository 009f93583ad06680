import { isKnownEnding } from "./endings.ts";
import { mixedScript, plainLetters, scriptOf } from "./letters.ts";
import { readableLabel } from "./punycode.ts";
import { asciiAddress } from "./recipients.ts";

/** Providers that many people use, and the endings that each has. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  gmail: ["com"],
  googlemail: ["com"],
  hotmail: ["com", "de", "fr", "it", "es", "co.uk", "nl", "be"],
  outlook: ["com", "de", "fr", "it", "es", "at", "pt"],
  yahoo: ["com", "de", "fr", "it", "es", "co.uk", "co.in", "ca", "com.br"],
  icloud: ["com"],
  "t-online": ["de"],
  protonmail: ["com"],
  freenet: ["de"],
  comcast: ["net"],
  gmx: ["de", "net"],
  web: ["de"],
  aol: ["com"],
  live: ["com"],
  msn: ["com"],
};

/**
 * Misspellings of short names. Other slips of one letter are names of their own: grail.com,
 * gail.com, live.com.
 */
const SLIPS: Readonly<Record<string, readonly string[]>> = {
  gmail:
    "gmial gmai gmal gnail gamil gmali gmil gmaill gmaiil gmmail ggmail gmaol gmaul gmqil gmsil gimail gmaik".split(
      " ",
    ),
  yahoo: "yaho yahooo yhaoo yahho yaoo yhoo yahoi yajoo".split(" "),
  icloud: "iclod icoud iclould icluod iclud iclouds icloude".split(" "),
  "t-online": "t-onlin t-onine t-onlien t-oline t-onlime".split(" "),
};

/** Misspelled endings that no country or company has. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  com: ["con", "cim", "cpm", "xom", "vom", "comm", "coom", "ccom", "cmo", "ocm", "com.com"],
  de: ["d", "ed", "dee", "dde", "dw"],
  net: ["nte", "ent", "nett"],
};

/** Endings of countries that these names don't have, so that they miss a letter: gmail.co. */
const SHORTENED: ReadonlySet<string> = new Set(["co", "cm", "om"]);
const NEVER_SHORT: ReadonlySet<string> = new Set(["gmail", "googlemail", "hotmail", "icloud"]);

const DOMAINS: ReadonlySet<string> = new Set(
  Object.entries(PROVIDERS).flatMap(([name, endings]) =>
    endings.map((ending) => `${name}.${ending}`),
  ),
);

/** Domains that others imitate. */
const IMITATED: ReadonlySet<string> = new Set(
  "google.com apple.com amazon.com amazon.de microsoft.com facebook.com paypal.com example.com example.org example.net".split(
    " ",
  ),
);

/** A reason to ask about an address: its domain is probably not the one that is meant. */
export interface Doubt {
  /** As written. */
  domain: string;
  /** In one or two sentences that name the character or the ending, and end with a question. */
  message: string;
  /** The domain that is probably meant; null if we can't tell. */
  meant: string | null;
}

/** A list has many addresses of one domain, and is checked again with every change. */
const judged = new Map<string, Doubt | null>();
const MAX_JUDGED = 2_000;

/**
 * The question about an address that its pattern accepts, or null: a typo of a provider that many
 * people use, letters that look like those of a known domain or ending, several scripts in one
 * label, an ending that no domain has.
 */
export function doubtAbout(address: string): Doubt | null {
  const written = address.slice(address.lastIndexOf("@") + 1);
  const known = judged.get(written);
  if (known !== undefined) return known;
  const doubt = doubtAboutDomain(written);
  if (judged.size >= MAX_JUDGED) judged.clear();
  judged.set(written, doubt);
  return doubt;
}

function doubtAboutDomain(written: string): Doubt | null {
  if (written.startsWith("[")) return null;
  const ascii = asciiAddress(written)?.toLowerCase();
  const found = ascii === undefined ? null : suspicionAbout(written, ascii);
  if (found === null) return null;
  const { reason, meant } = found;
  const question = meant === null ? "Is it right?" : `Did you mean ${meant}?`;
  return { domain: written, message: reason === "" ? question : `${reason} ${question}`, meant };
}

/** Why a domain is probably not the one that is meant: a sentence, "" for a plain typo. */
interface Suspicion {
  reason: string;
  meant: string | null;
}

function suspicionAbout(written: string, ascii: string): Suspicion | null {
  const typo = suggestedDomain(ascii);
  if (typo !== null) return { reason: "", meant: typo };
  const domain = ascii.includes("xn--") ? ascii.split(".").map(readableLabel).join(".") : ascii;
  const plain = plainLetters(domain);
  return (
    alikeInAscii(written, ascii) ??
    imitated(domain, plain) ??
    mixed(domain, plain) ??
    (isKnownEnding(endingOf(ascii)) ? null : unknownEnding(domain))
  );
}

/** A domain whose labels mix scripts. */
function mixed(domain: string, plain: string): Suspicion | null {
  const found = domain
    .split(".")
    .map(mixedScript)
    .find((one) => one !== null);
  if (!found) return null;
  if (ASCII_DOMAIN.test(plain) && isKnownEnding(endingOf(plain)))
    return { reason: oddLetter(domain, plain), meant: suggestedDomain(plain) ?? plain };
  const { character, script, others } = found;
  return {
    reason: `${domain} mixes letters: “${character}” is ${script}, others are ${others}.`,
    meant: null,
  };
}

/** A domain with an ending that none has. */
function unknownEnding(domain: string): Suspicion {
  const ending = endingOf(domain);
  const suggested = meantEnding(ending);
  const reason =
    suggested === null || ASCII_DOMAIN.test(ending)
      ? `No domain ends in “.${ending}”.`
      : oddLetter(`.${ending}`, `.${suggested}`);
  if (suggested === null) return { reason, meant: null };
  const right = domain.slice(0, -ending.length) + suggested;
  return { reason, meant: suggestedDomain(right) ?? right };
}

const ASCII_DOMAIN = /^[a-z0-9.-]+$/;

function endingOf(domain: string): string {
  return domain.slice(domain.lastIndexOf(".") + 1);
}

/** A domain that only looks like a known one, perhaps with something before it. */
function imitated(domain: string, plain: string): Suspicion | null {
  const look = plain.replaceAll("0", "o").replaceAll("1", "l");
  if (look === domain) return null;
  const labels = look.split(".");
  const isKnown = labels.some((_, at) => {
    const rest = labels.slice(at).join(".");
    return isWellKnown(rest) && !domain.endsWith(rest);
  });
  return isKnown ? { reason: oddLetter(domain, look), meant: look } : null;
}

/**
 * A domain in ASCII letters that only looks like a known one: a capital “I” for “l”, “rn” for “m”.
 */
function alikeInAscii(written: string, ascii: string): Suspicion | null {
  if (isWellKnown(ascii)) return null;
  const small = written.replaceAll("I", "l").toLowerCase();
  if (/[a-z].*I|I.*[a-z]/.test(written) && isWellKnown(small))
    return { reason: "A capital “I” isn't the letter “l”.", meant: small };
  const joined = ascii.replaceAll("rn", "m");
  return joined !== ascii && isWellKnown(joined)
    ? { reason: "“rn” isn't the letter “m”.", meant: joined }
    : null;
}

/** Whether many addresses have a domain, or others imitate it. */
function isWellKnown(domain: string): boolean {
  return DOMAINS.has(domain) || IMITATED.has(domain);
}

/**
 * Names the first letter of a domain that only looks like the one in the other: "“а” is a Cyrillic
 * letter."
 */
function oddLetter(domain: string, suggested: string): string {
  const [letters, others] = [[...domain.normalize("NFC")], [...suggested]];
  const at = letters.findIndex((letter, index) => letter !== others[index]);
  const [letter = "", plain = ""] = [letters[at], others[at]];
  const script = scriptOf(letter);
  if (script === null || script === "Latin") return `“${letter}” isn't the letter “${plain}”.`;
  return `“${letter}” is ${/^[AEIOU]/.test(script) ? "an" : "a"} ${script} letter, not “${plain}”.`;
}

/** Endings that are likely to be meant. */
const COMMON_ENDINGS = ["com", "net", "org", "edu", "gov", "info"];

/** The ending that an unknown one probably means; null if we can't tell. */
function meantEnding(ending: string): string | null {
  const plain = plainLetters(ending);
  if (plain !== ending && isKnownEnding(plain)) return plain;
  const letters = ending.replace(/[\d-]+$/, "");
  if (letters !== ending && isKnownEnding(letters)) return letters;
  const listed = Object.entries(ENDINGS).find(([, slips]) => slips.includes(ending));
  if (listed) return listed[0];
  const near = COMMON_ENDINGS.filter((common) => isOneSlip(ending, common));
  return near.length === 1 ? (near[0] ?? null) : null;
}

/**
 * The provider's domain that a domain probably means ("gmial.com" → "gmail.com"), or null. Knows
 * common providers and common typos of their names and endings.
 */
export function suggestedDomain(domain: string): string | null {
  const lower = domain.toLowerCase();
  const dot = lower.indexOf(".");
  if (dot === -1 || DOMAINS.has(lower)) return null;
  const [name, ending] = [lower.slice(0, dot), lower.slice(dot + 1)];
  for (const [provider, endings] of Object.entries(PROVIDERS)) {
    if (name !== provider && !isSlipOf(name, provider)) continue;
    const suggested = endings.includes(ending)
      ? ending
      : correctedEnding(ending, provider, endings);
    if (suggested !== null) return `${provider}.${suggested}`;
  }
  return null;
}

function correctedEnding(
  ending: string,
  provider: string,
  endings: readonly string[],
): string | null {
  if (SHORTENED.has(ending)) return NEVER_SHORT.has(provider) ? "com" : null;
  return endings.find((right) => ENDINGS[right]?.includes(ending)) ?? null;
}

/** The shortest name for which one different letter is probably a typo. */
const LONG_NAME = 7;

function isSlipOf(written: string, provider: string): boolean {
  const known = SLIPS[provider];
  if (known) return known.includes(written);
  return provider.length >= LONG_NAME && isOneSlip(written, provider);
}

/**
 * Whether two different names with the same first letter are one changed, missing, extra or swapped
 * letter apart.
 */
function isOneSlip(written: string, suggested: string): boolean {
  if (written[0] !== suggested[0] || Math.abs(written.length - suggested.length) > 1) return false;
  let start = 0;
  while (start < suggested.length && written[start] === suggested[start]) start += 1;
  const [left, right] = [written.slice(start), suggested.slice(start)];
  if (left.length > right.length) return left.slice(1) === right;
  if (left.length < right.length) return left === right.slice(1);
  return (
    left.slice(1) === right.slice(1) ||
    (left.slice(0, 2) === `${right[1]}${right[0]}` && left.slice(2) === right.slice(2))
  );
}
