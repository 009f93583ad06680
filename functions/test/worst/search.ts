import { chanceOf } from "../../../test/chance.ts";
import { seed } from "../../../test/seed.ts";
import { cost, FOUND, READERS, textOf } from "./readers.ts";

/**
 * Looks for the texts that hold a server up for longest: for each function over a person's text,
 * units that are repeated up to its limit, drawn at random and then changed bit by bit as long as
 * that takes longer. Prints the worst, and fails where one takes more than a second. `npm run fuzz`
 * runs it for a minute. What it finds belongs in `FOUND`.
 */
type Shape = readonly [string, string];
type Found = { name: string; shape: Shape; ms: number };

const MAX_MS = 1_000;
const KEPT_OF_ONE = 4;
const SHOWN = 20;
/** What a candidate is judged by: long enough to tell, short enough to try many. */
const TRIED = 20_000;
const PIECES = [
  ...`" , ; | \\ < > </ = { }} {{ {{{ {{# {{^ {{/ {{a}} {{#a}} {{^a}} {{/a}} a a@ a@b.co @ . - / : 1 12 é & &# &amp; &nbsp; 1/2/2025
    <p> </p> <b> </b> <i> <li> </li> <ul> </ul> <ol> <pre> </pre> <table> <tr> <td> </td> </table> <br> <hr> <h1> <div> </div>
    <blockquote> <span> </span> <a> </a> <img> <script> <style> <svg> <!-- --> <![CDATA[ ]]> </x> <template> <select> א 😀 ü`.split(
    /\s+/,
  ),
  ...`<a href="{{a}}">~<a href="http://a.b">~<p style="text-align:right">~<span style="color:red">~<a ~<li data-list="ordered">
~<li class="ql-indent-8">~<td colspan="20" rowspan="20">~<p class="ql-indent-3">~  `.split("~"),
  ...[
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u00a0",
    "\u200b",
    "\u2028",
    "\ufeff",
    "\u0301",
    "\0",
    "x".repeat(50),
  ],
];

const end = Date.now() + 60_000;
const chance = chanceOf(seed);
const names = Object.keys(READERS);
const best = new Map<string, Found[]>(names.map((name) => [name, []]));

const unit = () => Array.from({ length: chance.integer(1, 4) }, () => chance.pick(PIECES)).join("");
const drawn = (): Shape => [unit(), chance.is(0.3) ? unit() : ""];

function changed([first, second]: Shape): Shape {
  if (second !== "" && chance.is(0.5)) return [first, changedUnit(second)];
  if (second === "" && chance.is(0.15)) return [first, unit()];
  return [changedUnit(first), chance.is(0.1) ? "" : second];
}

function changedUnit(text: string): string {
  const at = chance.integer(0, text.length);
  if (chance.is(0.25) && text.length > 1)
    return text.slice(0, at) + text.slice(at + chance.integer(1, 6)) || text;
  if (chance.is(0.3)) return text + unit();
  return text.slice(0, at) + chance.pick(PIECES) + text.slice(chance.is(0.5) ? at : at + 1);
}

/** The least of a few, because other work on the machine adds to it. */
function least({ name, shape }: Omit<Found, "ms">, length: number, attempts: number): number {
  const { read, most } = READERS[name] ?? { read: () => undefined, most: 0 };
  const text = textOf(shape, Math.min(length, most));
  return Math.min(...Array.from({ length: attempts }, () => cost(read, text)));
}

function consider(found: Omit<Found, "ms">): void {
  const kept = best.get(found.name) ?? [];
  const ms = least(found, TRIED, 2);
  best.set(
    found.name,
    [...kept, { ...found, ms }].sort((a, b) => b.ms - a.ms).slice(0, KEPT_OF_ONE),
  );
}

/** What a text costs that is as long as it may be; what seems too much is tried again. */
function atMost(found: Found): number {
  const once = least(found, Number.POSITIVE_INFINITY, 1);
  return once > MAX_MS ? Math.min(once, least(found, Number.POSITIVE_INFINITY, 2)) : once;
}

const known = FOUND.map(([name, ...shape]) => ({ name, shape, ms: 0 }));
known.forEach(consider);
let tried = 0;
do {
  const name = names[tried++ % names.length] ?? "";
  const found = best.get(name) ?? [];
  consider({
    name,
    shape: found.length < 2 || chance.is(0.3) ? drawn() : changed(chance.pick(found).shape),
  });
} while (Date.now() < end);

const atLimit = [...known, ...[...best.values()].flat()]
  .map((found) => ({ ...found, ms: atMost(found) }))
  .sort((a, b) => b.ms - a.ms);
console.log(`${tried} texts tried (seed ${seed}). The ${SHOWN} worst, as long as they may be:`);
for (const { name, shape, ms } of atLimit.slice(0, SHOWN)) {
  console.log(`${String(Math.round(ms)).padStart(6)} ms  ${JSON.stringify([name, ...shape])}`);
}
const tooLong = atLimit.filter(({ ms }) => ms > MAX_MS);
if (tooLong.length > 0) throw new Error(`${tooLong.length} of them take more than ${MAX_MS} ms.`);
