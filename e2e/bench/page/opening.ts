import type { Page } from "@playwright/test";
import { longestTask, type MainThread, workBetween } from "../../../bench/trace.ts";
import type { Followed, Sender } from "../../sender.ts";
import { close, pageOf, traced } from "./slowed.ts";

const THERE = "there";

/** Has the page set a mark as soon as something is in it. */
async function markWhenThere(page: Page, selector: string): Promise<void> {
  await page.evaluate(
    ([sought, mark]) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(String(sought))) return;
        observer.disconnect();
        performance.mark(String(mark));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    },
    [selector, THERE],
  );
}

/** The milliseconds of work from the click to the first frame with the expected content. */
function workUntilThere(thread: MainThread): number {
  const [click] = thread.times("click");
  const [there] = thread.times(THERE);
  const frame = thread.frames.find((at) => there !== undefined && at > there);
  if (click === undefined || frame === undefined) throw new Error("The expected content did not appear.");
  return workBetween(thread, click, frame);
}

/** The editor of a new template, opened for the second time: its code is there. */
export async function openedEditor(sender: Sender): Promise<number> {
  const page = await pageOf(sender, "/app");
  const button = page.getByRole("button", { name: "Create New Template", exact: true }).first();
  const editor = page.getByRole("dialog", { name: "Create New Template" });
  await button.click();
  await editor.getByRole("textbox", { name: "Body" }).waitFor();
  await editor.getByRole("button", { name: "Close" }).click();
  await editor.waitFor({ state: "detached" });
  await markWhenThere(page, "[role=dialog] .ql-editor");
  const thread = await traced(page, { slow: true }, async () => {
    await button.click();
    await editor.getByRole("textbox", { name: "Body" }).waitFor();
    await page.waitForTimeout(500);
  });
  await close(page);
  return workUntilThere(thread);
}

/** How many rows the server gives at once. */
const AT_ONCE = 1_000;

/** Has a page hear of a send as if it had so many rows: those that it has, again and again, in as many answers as the server would give. */
async function multiply(page: Page, id: string, { send, results }: Followed, rows: number): Promise<void> {
  const all = Array.from({ length: rows }, (_, i) => ({ ...results[i % results.length], row: i + 1, line: i + 2 }));
  const counts = { ...send.counts, total: rows, skipped: rows };
  await page.route(`**/api/sends/${id}*`, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("after") ?? 0);
    const some = all.slice(from, from + AT_ONCE);
    const cursor = String(from + some.length);
    await route.fulfill({ json: { success: true, send: { ...send, counts }, results: some, cursor } });
  });
}

/**
 * The page of a send as if it had so many rows; returns the milliseconds of work for each until the first of them are
 * seen.
 */
export async function openedResults(sender: Sender, id: string, rows: number): Promise<number> {
  const page = await pageOf(sender, "/app#sends");
  await multiply(page, id, await sender.follow(id), rows);
  const link = page.getByRole("link", { name: "Invitation" }).first();
  await link.waitFor();
  await markWhenThere(page, "[aria-label='Results of each row'] td");
  const thread = await traced(page, { slow: false }, async () => {
    await link.click();
    await page.getByRole("cell", { name: /^1( ·|$)/ }).waitFor();
    await page.waitForTimeout(500);
  });
  await close(page);
  return workUntilThere(thread) / rows;
}

/** A file read and checked on the page; returns the milliseconds of the longest task of the main thread. */
export async function readFile(sender: Sender, template: string, file: string): Promise<number> {
  const page = await pageOf(sender, "/app#bulk-send");
  await page.getByLabel("Template", { exact: true }).click();
  await page.getByRole("option", { name: template }).click();
  await page.getByLabel("CSV file").locator("visible=true").first().waitFor();
  const thread = await traced(page, { slow: false }, async () => {
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await page.getByText("1,000 ready").first().waitFor();
  });
  await close(page);
  return longestTask(thread);
}
