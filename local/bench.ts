/**
 * `npm run bench`: how close the product is to what is possible. Prints one table, keeps it in .local/bench.json and writes
 * docs/figures.md; it judges nothing. Its ports are others than those of `npm start`, `npm test` and `npm run emulators`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { figuresPage } from "../bench/figures.ts";
import type { Measured } from "../bench/row.ts";
import { compared, lineOf } from "../bench/table.ts";
import { programs, programsFor } from "./bench/programs.ts";
import { runProgram } from "./bench/runProgram.ts";
import { Surroundings } from "./bench/surroundings.ts";
import { root } from "./places.ts";
import { portShift } from "./ports.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    compare: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const kept = join(root, ".local", "bench.json");
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${process.platform}.`;

const before = values.compare === undefined ? [] : read(values.compare);
const now: Measured[] = [];
const wanted = programsFor(values.only);
if (wanted.length === 0)
  throw new Error(`There is no such row: the kinds are ${programs.map(({ name }) => name).join(", ")}.`);

const surroundings = new Surroundings(portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "6000"));
try {
  console.log(machine);
  for (const program of wanted) {
    const env = { ...(await surroundings.for(program.needs)), SENDWRIGHT_BENCH_ONLY: values.only.join(",") };
    await runProgram(program, env, keep);
  }
} finally {
  await surroundings.end();
}
if (before.length > 0) console.log(["", "Before and now:", ...compared(before, now)].join("\n"));
if (values.write || values.only.length === 0) {
  writeFileSync(join(root, "docs", "figures.md"), figuresPage(inOrder(read(kept)), machine));
}
process.exit(0);

function read(path: string): Measured[] {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

/** Kept at once, beside what was measured before: a run that is stopped has not measured in vain. */
function keep(row: Measured): void {
  now.push(row);
  const others = read(kept).filter(({ name }) => name !== row.name);
  mkdirSync(join(root, ".local"), { recursive: true });
  writeFileSync(kept, `${JSON.stringify(inOrder([...others, row]), null, 2)}\n`);
  console.log(lineOf(row));
}

/** In the order of the programs, whenever they were measured. */
function inOrder(measured: Measured[]): Measured[] {
  return programs.flatMap(({ name }) => measured.filter((row) => row.name === name || row.name.startsWith(`${name}-`)));
}
