import type { Page } from "@playwright/test";
import type { BenchRow } from "../../../bench/measure.ts";
import { quantile } from "../../../bench/measure.ts";
import { typeInto } from "../../listTable.ts";
import { chooseList, SLOWED, slow, visit } from "./visit.ts";

const PEOPLE = 100;

/** Keeps the milliseconds from each click or key to the next frame (Event Timing), from 16 on. */
function keepInteractions(): void {
  const interactions: Record<number, number> = {};
  Object.assign(window, { interactions });
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId)
        interactions[interactionId] = Math.max(duration, interactions[interactionId] ?? 0);
    }
  });
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

/** Sends to a list, and undoes it; returns the milliseconds of each interaction. */
async function play(page: Page): Promise<number[]> {
  await page.goto("/app");
  await page.getByRole("button", { name: "Talk", exact: true }).waitFor();
  await slow(page);
  await page.evaluate(keepInteractions);
  await page.getByRole("tab", { name: "Bulk Send" }).click();
  await chooseList(page, PEOPLE);
  await typeInto(page, 3, "Room", "Hall 12");
  await page.getByRole("button", { name: "Generate Preview" }).click();
  const email = page.frameLocator('iframe[title="Email body"]');
  await email.getByText("Dear Person 3,").waitFor();
  await page.getByRole("button", { name: "Next row" }).click();
  await email.getByText("Dear Person 4,").waitFor();
  await page.getByRole("button", { name: `Send ${PEOPLE} emails` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Nothing was sent.").waitFor();
  return await page.evaluate(() =>
    Object.values(Reflect.get(window, "interactions") as Record<number, number>),
  );
}

/** The rounds of the first row are those of the second, too. */
const played: number[][] = [];
const what = (which: string) =>
  `${which} click or key from opening Bulk Send to undoing a send to ${PEOPLE} people, until the next frame, ${SLOWED}`;
const both = {
  unit: "ms",
  decision:
    "a click seems to do nothing: find it in a profile, and show its effect before doing its work.",
} as const;

export const rows: BenchRow[] = [
  {
    name: "story-slowest",
    what: what("the slowest"),
    ...both,
    atMost: 200,
    measure: async () => Math.max(...(played[played.push(await visit(play)) - 1] ?? [])),
  },
  {
    name: "story-middle",
    what: what("the middle"),
    ...both,
    atMost: 100,
    measure: async () => quantile(played.shift() ?? (await visit(play)), 0.5),
  },
];
