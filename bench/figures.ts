import type { Measured } from "./measure.ts";

const HEAD = `# Figures

Written by \`npm run bench\`; do not edit. Each row has a goal, and says what to do when it is missed. No test fails because of a row.
\`npm run bench -- --only NAME\` measures one row or all of a kind and prints them; \`--write\` writes this page too, and so does a whole run.

- Where a value varies, it is the median of several rounds, with the least and the most in parentheses.
- A row that measures time compares with something measured beside it, or counts processor time, because the machine may have other work.
`;

/** The text of docs/figures.md. */
export function figuresPage(rows: readonly Measured[], machine: string): string {
  const lines = rows.map((row) => `| ${row.name} | ${row.what} | ${measured(row)} | ${row.atMost} | ${reached(row)} |`);
  const table = [`| row | what | value | goal: at most | reached |`, "|---|---|---|---|---|", ...lines];
  const decisions = rows.map(({ name, decision }) => `- **${name}**: ${decision}`);
  return [HEAD, machine, "", ...table, "", "## When a goal is missed", "", ...decisions, ""].join("\n");
}

export function lineOf(row: Measured): string {
  return `  ${row.name.padEnd(18)} ${measured(row)}, goal ${row.atMost}: ${reached(row)}`;
}

const reached = ({ value, atMost }: Measured) => (Number(value.toPrecision(3)) <= atMost ? "yes" : "no");

function measured({ value, unit, rounds, least, most }: Measured): string {
  const [middle, from, to] = [value, least, most].map((each) => String(Number(each.toPrecision(3))));
  return `${middle} ${unit}${rounds === 1 ? "" : ` (${from} to ${to})`}`;
}
