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
};

/** Misspelled endings. Real ones that few providers have, such as `.co` and `.cm`, are typos after these names only. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  com: ["con", "cim", "cpm", "xom", "vom", "comm", "coom", "ccom", "cmo", "ocm", "om", "co", "cm", "cm.com", "com.com"],
  de: ["d", "ed", "dee", "dde", "dw", "ee"],
  net: ["nte", "ent", "bet", "nett", "met"],
};

/** Short names, where a changed letter is often another provider: only their endings are corrected. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  gmx: ["de", "net"],
  web: ["de"],
  aol: ["com"],
  live: ["com"],
  msn: ["com"],
};

/** Real domains that are one letter away from a provider's. */
const REAL: ReadonlySet<string> = new Set(["ymail.com", "mail.com", "email.com", "fmail.com", "gmx.com", "yaho.de"]);

const DOMAINS: ReadonlySet<string> = new Set(
  Object.entries({ ...PROVIDERS, ...SHORT }).flatMap(([name, endings]) => endings.map((ending) => `${name}.${ending}`)),
);

/**
 * The provider's domain that a domain probably means ("gmial.com" → "gmail.com"), or null. Knows common providers, one
 * wrong, missing, extra or swapped letter in their names, and common typos of their endings.
 */
export function meantDomain(domain: string): string | null {
  const lower = domain.toLowerCase();
  if (DOMAINS.has(lower) || REAL.has(lower)) return null;
  const dot = lower.indexOf(".");
  const [name, ending] = [lower.slice(0, dot), lower.slice(dot + 1)];
  if (dot === -1) return null;
  for (const [provider, endings] of Object.entries(SHORT)) {
    const meant = name === provider ? correctedEnding(ending, endings) : null;
    if (meant !== null) return `${provider}.${meant}`;
  }
  for (const [provider, endings] of Object.entries(PROVIDERS)) {
    if (name !== provider && !isOneSlip(name, provider)) continue;
    const meant = endings.includes(ending) ? ending : correctedEnding(ending, endings);
    if (meant !== null) return `${provider}.${meant}`;
  }
  return null;
}

function correctedEnding(ending: string, endings: readonly string[]): string | null {
  return endings.find((right) => ENDINGS[right]?.includes(ending)) ?? null;
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
