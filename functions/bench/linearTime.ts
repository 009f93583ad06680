import * as fc from "fast-check";
import { isFuzz, seed } from "../../test/seed.ts";
import { prepareMail } from "../src/mail/prepareMail.ts";
import { cost, FUNCTIONS, matched } from "./worst/readers.ts";

/**
 * Reads what nobody would write, repeated, in two lengths, and fails where the time grows much faster than the length. It measures
 * time, so it is a part of `npm run fuzz` and of no test.
 */
const SHORT = 32_000;
const TIMES_LONGER = 8;
/** Linear work costs 8 times as much, quadratic work 64 times. */
const MOST = 32;
/** Below this much nothing can be told from a machine that has other work. */
const LEAST_MS = 5;
const ATTEMPTS = 5;

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

const READERS: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(Object.entries(FUNCTIONS).map(([name, { read }]) => [name, read])),
  mail: (body) => prepareMail({ ...formats, subject: "s", body }).render(new Map([["a", "x"]])),
  "subject of a mail": (value) =>
    prepareMail({ ...formats, subject: "{{a}}", body: "" }).render(new Map([["a", value]])),
  "lines of a value": (value) =>
    prepareMail({ ...formats, subject: "s", body: "{{a}}" }).render(new Map([["a", value]])),
  columns: (text) => matched(text.split(",")),
};

/** The least of a few ratios: other work on the machine makes single ones larger, and every one of a quadratic reader is large. */
function growth(name: string, unit: string): number {
  const read = READERS[name] ?? (() => undefined);
  const text = (length: number) => unit.repeat(Math.ceil(length / unit.length));
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST; attempt++) {
    const short = cost(read, text(SHORT));
    least = Math.min(least, cost(read, text(SHORT * TIMES_LONGER)) / Math.max(short, LEAST_MS));
  }
  return least;
}

function requireLinear(name: string, unit: string): void {
  const ratio = growth(name, unit);
  if (ratio <= MOST) return;
  throw new Error(`${name} of ${unit}: ${TIMES_LONGER} times the text took ${ratio.toFixed(0)} times the time.`);
}

const pieces =
  '" , ; | \\ < > </ = { }} {{ {{{ {{# {{/ {{a}} a a@ @ . - / : 1 12 & &# &amp; <p> </p> <b> <li> <ul> <pre> <table> <!-- --> <a ü'.split(
    " ",
  );
const unit = fc
  .array(fc.constantFrom(...pieces, " ", "\n", "\t", "\u00a0"), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));

/** What once took seconds, at the two lengths: what still grew faster than its text would be found here first. */
const BOMBS: [reader: string, unit: string][] = [
  ["normalizeBody", " "],
  ["normalizeBody", " \n"],
  ["code", "<br>"],
  ["normalizeBody", "<a>x</a>"],
  ["normalizeBody", "<ul><li data-list=ordered></ul>"],
  ["plainText", "a<br>"],
  ["lines of a value", "a\n"],
  ["mail", '<td colspan="20" rowspan="20">'],
  ["mail", "<td>"],
  ["mail", "<tr><td>"],
  ["mail", '<a href="{{a}}"></a>'],
  ["mail", "{{a}}"],
  ["subject of a mail", "x "],
  ["readCsv", ","],
  ["readCsv", "a,"],
  ["columns", "c,"],
];
for (const [name, unit] of BOMBS) requireLinear(name, unit);

if (!isFuzz) console.log("A fixed seed; npm run fuzz gives others.");
void fc.assert(
  fc.property(fc.constantFrom(...Object.keys(READERS)), unit, (name, repeated) => requireLinear(name, repeated)),
);
console.log(`The readers take linear time (seed ${seed}).`);
