import { isMonthName } from "../dates/dates.ts";

/** Currency codes (ISO 4217). */
const CODES = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
  BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
  GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
  KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
  NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
  SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND
  VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL`.split(/\s+/),
);

/** What currencies are called where they are used. */
const CURRENCY_WORDS = new Set(
  `eur euro euros usd dollar dollars gbp pound pounds chf fr sfr kr zł kč ft lei rs rm rp tl fcfa
  s/ bs lv лв руб грн 円 元 원`.split(/\s+/),
);
const RAND = "R";
/** Those that are often written with a full stop. */
const DOTTED = /^(?:s?fr|kr|rs|rp|rm|tk|s\/|bs|лв|руб|грн)\.$/iu;

/** Units that amounts are counted in, apart from currencies. */
const MEASURES = new Set(
  `% ‰ h hr hrs hour hours min mins minute minutes day days week weeks month months year years
  km m cm mm mi kg g mg lb lbs oz l ml pcs pt pts point points`.split(/\s+/),
);

/** Spellings that mean the same currency everywhere. `$` and `£` don't. */
const SAME: Readonly<Record<string, string>> = {
  "€": "EUR",
  EURO: "EUR",
  EUROS: "EUR",
  "₹": "INR",
  ZŁ: "PLN",
  KČ: "CZK",
  US$: "USD",
};

interface AmountUnit {
  /** The same for all spellings of a unit. */
  name: string;
  isCurrency: boolean;
  /** Not a word that may be a unit, or make a date or a room number of it. */
  isKnown: boolean;
}

/** `S/`, `CHF.`, `abc`, but no single letter: A1 is a room. */
const SHORT_WORD = /^(?:\p{L}\/|\p{L}{2,3}\.?)$/u;

/**
 * Reads the text before or after a number: `€`, `US$`, `Fr.`, `EUR`, `km` or any short word that
 * isn't a month. Returns null if it is anything else.
 */
export function readUnit(text: string): AmountUnit | null {
  const bare = hasFullStop(text) ? text.slice(0, -1) : text;
  const [lower, upper] = [bare.toLowerCase(), bare.toUpperCase()];
  const isCurrency =
    /^\p{L}{0,3}\p{Sc}$/u.test(bare) ||
    CODES.has(upper) ||
    CURRENCY_WORDS.has(lower) ||
    bare === RAND;
  if (isCurrency) return { name: SAME[upper] ?? upper, isCurrency, isKnown: true };
  // 3 m are meters, but 3 M are millions.
  const name = bare.length > 2 ? lower : bare;
  const isKnown = MEASURES.has(name);
  const mayBeUnit = SHORT_WORD.test(text) && !isMonthName(text.replace(/\.$/, ""));
  return isKnown || mayBeUnit ? { name, isCurrency, isKnown } : null;
}

/** Whether a full stop at its end belongs to it: `Fr.50` and `Nr.50` are 50, `€.50` is a half. */
export function hasFullStop(text: string): boolean {
  if (DOTTED.test(text)) return true;
  return /^\p{L}{2,}\.$/u.test(text) && readUnit(text.slice(0, -1))?.isCurrency === false;
}

/** Other words for a unit, and ordinals, which have none. */
const ALIKE: Readonly<Record<string, string>> = {
  hr: "h",
  hour: "h",
  minute: "min",
  point: "pt",
  st: "",
  nd: "",
  rd: "",
  th: "",
};

/** A unit by which numbers are compared: the same for singular and plural. A total keeps its words. */
export function comparableUnit(name: string): string {
  const one = name.toLowerCase().replace(/(?<=\p{L}{2})s$/u, "");
  return ALIKE[one] ?? one;
}
