import type { MeasuredRow } from "./measure.ts";

const HEAD = `# Figures

Written by \`npm run bench\`; do not edit. Each row has a goal, and says what to do when it is missed. No test fails because of a row.
\`npm run bench -- --only NAME\` measures one row or all of a kind and prints them; \`--write\` writes this page too, and so does a whole run. \`--compare\` prints the values of the last commit, too.

- A value is the median of three rounds, with the least and the most in parentheses; of more if a round is short, and of one if it takes minutes.
- A row compares with something measured beside it, or with a limit of the product: the machine may have other work, and yours may be another one.
- **Before** is the value that this page had in the last commit; "restated" if the row had another unit.
`;

/** The text of docs/figures.md, with the values it had before. */
export function figuresPage(
  rows: readonly MeasuredRow[],
  machine: string,
  before: ReadonlyMap<string, string>,
): string {
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      row.what,
      measured(row),
      valueBefore(row, before) ?? "",
      goal(row),
      reached(row),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const table = [
    "| row | what | value | before | goal | reached |",
    "|---|---|---|---|---|---|",
    ...lines,
  ];
  const decisions = rows.map(({ name, decision }) => `- **${name}**: ${decision}`);
  return [HEAD, machine, "", ...table, "", "## When a goal is missed", "", ...decisions, ""].join(
    "\n",
  );
}

/** The values on a page of figures, by row. */
export function valuesOn(page: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/^\| (\S+) \| [^|]+ \| ([^|]+) \|/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** A row as the terminal shows it, with its value before if asked. */
export function lineOf(row: MeasuredRow, before?: ReadonlyMap<string, string>): string {
  const then = before ? `, before ${valueBefore(row, before) ?? "not measured"}` : "";
  return `  ${row.name.padEnd(18)} ${measured(row)}${then}, goal ${goal(row)}: ${reached(row)}`;
}

/** The row's value in `before`, unless it had another unit: then the two can't be compared. */
function valueBefore(
  { name, unit }: MeasuredRow,
  before: ReadonlyMap<string, string>,
): string | undefined {
  const value = before.get(name);
  const unitThen = value?.replace(/^\S+ /, "").replace(/ \([^()]*\)$/, "");
  return value && unitThen !== unit ? "restated" : value;
}

/** The rows by the seconds that each took with its rounds, the longest first. */
export function timesOf(seconds: ReadonlyMap<string, number>): string {
  const sorted = [...seconds].sort(([, one], [, other]) => other - one);
  const all = sorted.reduce((sum, [, each]) => sum + each, 0);
  const lines = sorted.map(([name, each]) => `  ${name.padEnd(18)} ${Math.round(each)} s`);
  return [`All took ${Math.round(all)} s:`, ...lines].join("\n");
}

const goal = ({ atMost, atLeast }: MeasuredRow) =>
  atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;

/** By the digits that are shown. */
function reached({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = 0,
}: MeasuredRow): "yes" | "no" {
  const shown = Number(value.toPrecision(3));
  return atLeast <= shown && shown <= atMost ? "yes" : "no";
}

function measured({ value, unit, least, most, rounds }: MeasuredRow): string {
  const [middle, from, to] = [value, least, most].map((each) =>
    String(Number(each.toPrecision(3))),
  );
  return rounds === 1 ? `${middle} ${unit} (one round)` : `${middle} ${unit} (${from} to ${to})`;
}
