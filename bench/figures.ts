import type { Measured } from "./measure.ts";

const HEAD = `# Figures

Written by \`npm run bench\`; do not edit. Each row has a goal, and says what to do when it is missed. No test fails because of a row.
\`npm run bench -- --only NAME\` measures one row or all of a kind and prints them; \`--write\` writes this page too, and so does a whole run. \`--compare\` prints the values of the last commit, too.

- A value is the median of five rounds, or of fewer for a row that takes minutes, with the least and the most in parentheses.
- A row compares with something measured beside it or counts processor time if it can, because the machine may have other work. Rows in plain milliseconds are those of a machine with no other work.
- **Before** is the value that this page had in the last commit.
`;

/** The text of docs/figures.md, with the values it had before. */
export function figuresPage(rows: readonly Measured[], machine: string, before: ReadonlyMap<string, string>): string {
  const lines = rows.map((row) => {
    const cells = [row.name, row.what, measured(row), before.get(row.name) ?? "", row.atMost, reached(row)];
    return `| ${cells.join(" | ")} |`;
  });
  const table = ["| row | what | value | before | goal: at most | reached |", "|---|---|---|---|---|---|", ...lines];
  const decisions = rows.map(({ name, decision }) => `- **${name}**: ${decision}`);
  return [HEAD, machine, "", ...table, "", "## When a goal is missed", "", ...decisions, ""].join("\n");
}

/** The values on a page of figures, by row. */
export function valuesOn(page: string): Map<string, string> {
  return new Map(
    [...page.matchAll(/^\| (\S+) \| [^|]+ \| ([^|]+) \|/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** A row as the terminal shows it, with its value before if asked. */
export function lineOf(row: Measured, before?: ReadonlyMap<string, string>): string {
  const then = before ? `, before ${before.get(row.name) ?? "not measured"}` : "";
  return `  ${row.name.padEnd(18)} ${measured(row)}${then}, goal ${row.atMost}: ${reached(row)}`;
}

const reached = ({ value, atMost }: Measured) => (Number(value.toPrecision(3)) <= atMost ? "yes" : "no");

function measured({ value, unit, least, most }: Measured): string {
  const [middle, from, to] = [value, least, most].map((each) => String(Number(each.toPrecision(3))));
  return `${middle} ${unit} (${from} to ${to})`;
}
