import type { Measured } from "./row.ts";
import { ratioOf, shown, wanted } from "./table.ts";

const HEAD = `# Figures

Written by \`npm run bench\`; do not edit. How close the product is to what is possible: each row is a ratio of ours to a floor that
was measured in the same rounds, so that a busy machine slows both.

- **A floor** is honest code that a good engineer would write who needs nothing of what the product promises. It lies beside what it
  is a floor for: \`functions/bench\`, \`web/bench\`, \`local/bench\`, \`e2e/bench\`; a row exports its name, floor, ours, reach and note.
- **A round** measures both sides, in turn first. One round warms up; then there are seven where nothing else is said, and one where
  nothing varies (sizes, counts). A ratio is the median of the rounds' ratios, with the least and the largest behind it.
- **CPU** is the processor time of the process: what else runs on the machine does not count, but it does slow caches down. What the
  functions do is bundled as for the cloud.
- **Work of the main thread** is the processor time of a page's main thread by Chromium's own trace, in a real browser on the built
  page; "slowed 4 times" is Chromium's own throttle, which takes more than that from a machine with other work, on both sides alike.
- \`npm run bench -- --only NAME\` measures a row or all of a kind, \`--compare FILE\` prints the ratios of an
  earlier \`.local/bench.json\` beside these, \`--write\` writes this page from the rows measured so far (a whole run does so anyway).

Nothing here is judged by a test but what does not vary: \`functions/test/sendsCosts.emulator.test.ts\` holds the counts.
`;

/** The text of docs/figures.md, for measured rows and the machine they were measured on. */
export function figuresPage(rows: readonly Measured[], machine: string): string {
  const line = (row: Measured) =>
    [
      "",
      row.name,
      row.ours.what,
      `${shown(row.ours.median)} ${row.unit}`,
      row.floor.what,
      shown(row.floor.median),
      `**${ratioOf(row)}**`,
      wanted(row.reach),
      row.reached ? "yes" : "no",
      row.rounds === 1 ? "" : `${row.load.join(" to ")}`,
      "",
    ]
      .join(" | ")
      .trim();
  const heads = ["", "row", "ours", "", "floor", "", "ratio", "reach", "reached", "load", ""].join(" | ").trim();
  const rule = `|${"---|".repeat(9)}`;
  const notes = rows.filter(({ note }) => note !== "").map(({ name, note }) => `- **${name}**: ${note}`);
  return [
    HEAD,
    machine,
    "",
    heads,
    rule,
    ...rows.map(line),
    "",
    "## What was found, and what it would take",
    "",
    ...notes,
    "",
  ].join("\n");
}
