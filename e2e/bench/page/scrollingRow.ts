import type { Page } from "@playwright/test";
import type { BenchRow } from "../../../bench/measure.ts";
import { workOfFrames } from "../../../bench/trace.ts";
import { addresses } from "../../sender.ts";
import { inTurns, openPlainly, SLOWED, sender, traced, visit } from "./visit.ts";

const ROWS = 1_000;
const LABEL = "Results of each row";
/** Rows are drawn in time some screens before they are seen: each step needs new ones. */
const STEPS = 40;
const STEP_PIXELS = 600;

/** A send whose rows all have an outcome: it was to begin tomorrow, and was canceled. */
const id = crypto.randomUUID();
await sender.sendToFile(
  await sender.template(),
  addresses(ROWS),
  id,
  new Date(Date.now() + 86_400_000),
);
await sender.call("POST", `/api/sends/${id}/cancel`);
const { results } = await sender.follow(id);

/**
 * Scrolls the table step by step; returns the milliseconds of work of a step. A wheel would skip
 * more frames the slower the machine is, and each frame would have more to draw.
 */
async function scroll(page: Page): Promise<number> {
  const table = page.getByRole("region", { name: LABEL });
  await table
    .getByRole("row")
    .nth(ROWS - 1)
    .waitFor({ state: "attached" });
  await table.scrollIntoViewIfNeeded();
  // Drawing the rows that came last isn't scrolling.
  await page.waitForTimeout(1_000);
  const { events } = await traced(page, () =>
    table.evaluate(
      async (element, { steps, pixels }) => {
        for (let step = 0; step < steps; step++) {
          element.scrollTop += pixels;
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }
      },
      { steps: STEPS, pixels: STEP_PIXELS },
    ),
  );
  const at = await table.evaluate((element) => element.scrollTop);
  if (at < STEPS * STEP_PIXELS * 0.9) throw new Error(`The table was scrolled to ${at} only.`);
  return workOfFrames(events).reduce((sum, work) => sum + work, 0) / STEPS;
}

async function scrollResults(page: Page): Promise<number> {
  await page.goto(`/app#sends/${id}`);
  const more = page.getByRole("button", { name: "Show more rows" });
  await more.waitFor();
  while (await more.isVisible()) await more.click();
  return await scroll(page);
}

/** Scrolls the same rows in a table without anything else. */
async function scrollPlainly(page: Page): Promise<number> {
  const lines = results.map(({ row, recipient, status, reason }) => {
    const cells = [row, recipient, status, reason].map(
      (text) => `<td style="padding: 6px 12px">${text}</td>`,
    );
    return `<tr>${cells.join("")}</tr>`;
  });
  const style = "width: 700px; height: 540px; overflow: auto; font: 15px sans-serif";
  await openPlainly(
    page,
    `<section aria-label="${LABEL}" style="${style}"><table>${lines.join("")}</table></section>`,
  );
  return await scroll(page);
}

export const rows: BenchRow[] = [
  {
    name: "scrolling",
    what: `${ROWS.toLocaleString("en")} results of a send scrolled through, compared with the same rows in a plain table, ${SLOWED}`,
    unit: "times the work of a step",
    // As far between the plain table and the value of a quiet machine, 5, as 2 was between 1 and
    // 3.89 when this row counted the frames of a scrolling wheel.
    atMost: 2.4,
    decision:
      "results follow the wheel late: draw less for each row, or keep rows that are out of sight from being drawn.",
    measure: inTurns(
      () => visit(scrollResults),
      () => visit(scrollPlainly),
    ),
  },
];
