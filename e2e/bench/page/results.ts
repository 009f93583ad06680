import type { Page } from "@playwright/test";
import { workOfFrames } from "../../../bench/trace.ts";
import { addresses, type Sender } from "../../sender.ts";
import { close, pageOf, pageWith, traced } from "./slowed.ts";

const LABEL = "Results of each row";
/** Pixels, and pixels a second: from the first row to the last of 1,000. */
const DISTANCE = 30_000;
const SPEED = 6_000;
const DAY_MS = 86_400_000;

/** Keeps a send of so many rows, each with an outcome: it was to begin tomorrow, and was cancelled. Returns its id. */
export async function aSend(sender: Sender, rows: number): Promise<string> {
  const id = crypto.randomUUID();
  const begun = await sender.sendToFile(await sender.template(), addresses(rows), id, new Date(Date.now() + DAY_MS));
  if (begun.status !== 202) throw new Error(`The send was answered ${begun.status}.`);
  const cancelled = await sender.call("POST", `/api/sends/${id}/cancel`);
  if (cancelled.status !== 200) throw new Error(`The cancelling was answered ${cancelled.status}.`);
  return id;
}

/** The page of a send with all its rows in the table. */
async function allRows(sender: Sender, id: string, rows: number): Promise<Page> {
  const page = await pageOf(sender, `/app#sends/${id}`);
  const table = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Row/N" }) });
  const more = page.getByRole("button", { name: "Show more rows" });
  await table.waitFor();
  while (await more.isVisible()) await more.click();
  await table.getByRole("row").nth(rows).waitFor();
  return page;
}

async function scrolled(page: Page): Promise<number[]> {
  const table = page.getByRole("region", { name: LABEL });
  await table.scrollIntoViewIfNeeded();
  const box = await table.boundingBox();
  if (!box) throw new Error("There is no table to scroll.");
  const session = await page.context().newCDPSession(page);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const gesture = { ...middle, yDistance: -DISTANCE, speed: SPEED, gestureSourceType: "mouse" } as const;
  const thread = await traced(page, { slow: true }, () => session.send("Input.synthesizeScrollGesture", gesture));
  const at = await table.evaluate((element) => element.scrollTop);
  if (at < 1_000) throw new Error(`The table was scrolled to ${at} only.`);
  await close(page);
  return workOfFrames(thread);
}

/** Scrolls through the results of a send; returns the milliseconds of work of each frame. */
export async function scrolledResults(sender: Sender, id: string, rows: number): Promise<number[]> {
  return scrolled(await allRows(sender, id, rows));
}

/** The floor: the same rows in a plain table. */
export async function scrolledPlainly(sender: Sender, id: string): Promise<number[]> {
  const { results } = await sender.follow(id);
  const rows = results.map(({ row, recipient, status, reason }) => {
    return `<tr><td>${row}</td><td>${recipient}</td><td>${status}</td><td>${reason}</td></tr>`;
  });
  const markup = `<style>td { padding: 6px 12px } body { font: 15px sans-serif }</style>
<section aria-label="${LABEL}" style="width:700px;height:540px;overflow:auto"><table>${rows.join("")}</table></section>`;
  return scrolled(await pageWith(markup));
}
