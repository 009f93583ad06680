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

/** Misspellings of short names. Other slips of one letter are names of their own: grail.com, gail.com, live.com. */
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
  Object.entries(PROVIDERS).flatMap(([name, endings]) => endings.map((ending) => `${name}.${ending}`)),
);

/**
 * The provider's domain that a domain probably means ("gmial.com" → "gmail.com"), or null. Knows common providers and
 * common typos of their names and endings.
 */
export function meantDomain(domain: string): string | null {
  const lower = domain.toLowerCase();
  const dot = lower.indexOf(".");
  if (dot === -1 || DOMAINS.has(lower)) return null;
  const [name, ending] = [lower.slice(0, dot), lower.slice(dot + 1)];
  for (const [provider, endings] of Object.entries(PROVIDERS)) {
    if (name !== provider && !isSlipOf(name, provider)) continue;
    const meant = endings.includes(ending) ? ending : correctedEnding(ending, provider, endings);
    if (meant !== null) return `${provider}.${meant}`;
  }
  return null;
}

function correctedEnding(ending: string, provider: string, endings: readonly string[]): string | null {
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

/** Whether two different names with the same first letter are one changed, missing, extra or swapped letter apart. */
function isOneSlip(written: string, meant: string): boolean {
  if (written[0] !== meant[0] || Math.abs(written.length - meant.length) > 1) return false;
  let start = 0;
  while (start < meant.length && written[start] === meant[start]) start += 1;
  const [left, right] = [written.slice(start), meant.slice(start)];
  if (left.length > right.length) return left.slice(1) === right;
  if (left.length < right.length) return left === right.slice(1);
  return (
    left.slice(1) === right.slice(1) ||
    (left.slice(0, 2) === `${right[1]}${right[0]}` && left.slice(2) === right.slice(2))
  );
}
