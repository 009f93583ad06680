import { FOUND } from "./found.ts";
import { cost, READERS, textOf } from "./readers.ts";

/**
 * Prints what each text of found.ts costs as long as it may be, and at an eighth of that: milliseconds of the processor, the least of
 * a few. A process of its own, because the processor's time is counted for a whole process.
 */
const ATTEMPTS = 3;
const SHORTER = 8;

const measured = FOUND.map(([name, ...shape]) => {
  const reader = READERS[name];
  if (!reader) throw new Error(`There is no reader "${name}".`);
  const least = (length: number) => {
    const text = textOf(shape, length);
    let ms = Number.POSITIVE_INFINITY;
    for (let i = 0; i < ATTEMPTS && !(ms < 100); i++) ms = Math.min(ms, cost(reader.read, text));
    return ms;
  };
  return { name, shape, short: least(reader.most / SHORTER), long: least(reader.most) };
});
console.log(JSON.stringify(measured));
