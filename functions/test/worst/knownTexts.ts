import { cost, FOUND, READERS, textOf } from "./readers.ts";

/**
 * Prints what each text of `FOUND` costs at a quarter of the length it may have, and at an eighth
 * of that: milliseconds of the processor, the least of a few. A process of its own, because the
 * processor's time is counted for a whole process.
 */
const ATTEMPTS = 3;
const LONG = 1 / 4;
const SHORT = LONG / 8;

const measured = FOUND.map(([name, ...shape]) => {
  const reader = READERS[name];
  if (!reader) throw new Error(`There is no reader "${name}".`);
  const least = (length: number) => {
    const text = textOf(shape, length);
    let ms = Number.POSITIVE_INFINITY;
    for (let i = 0; i < ATTEMPTS && !(ms < 25); i++) ms = Math.min(ms, cost(reader.read, text));
    return ms;
  };
  return { name, shape, short: least(reader.most * SHORT), long: least(reader.most * LONG) };
});
console.log(JSON.stringify(measured));
