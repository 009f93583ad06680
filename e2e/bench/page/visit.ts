import { type CDPSession, chromium, type Page } from "@playwright/test";
import { peopleFile, talk } from "../../../bench/people.ts";
import { MARK, type TraceEvent } from "../../../bench/trace.ts";
import { gridOf } from "../../listTable.ts";
import { anAddress, Sender } from "../../sender.ts";
import { chooseFile, chooseTemplate, csvFile } from "../../sendSteps.ts";
import { APP } from "../../stack.ts";

export const SLOWED = "the processor slowed 4 times";
const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
];
/** As Lighthouse has it: milliseconds to the server and back, bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};

/** The person whose pages are measured. */
export const sender = new Sender(`bench.${crypto.randomUUID().slice(0, 8)}@example.com`);
await sender.signIn();
await sender.template({ name: "Talk", ...talk });
const executablePath = process.env.CHROMIUM_PATH ?? "";
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
});

/** Works with a page in a browser that has nothing but this person's session, or not even that. */
export async function visit<Result>(
  work: (page: Page) => Promise<Result>,
  { isSignedIn = true, width = 1280 } = {},
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: APP,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": anAddress() },
    ...(isSignedIn && { storageState: await sender.browserState() }),
  });
  const result = await work(await context.newPage());
  await context.close();
  return result;
}

/**
 * The work of one page as a multiple of a plain one's, which is measured before and after it: other
 * programs slow both.
 */
export async function compared(
  own: (page: Page) => Promise<number>,
  plain: (page: Page) => Promise<number>,
): Promise<number> {
  const before = await visit(plain);
  const work = await visit(own);
  return (2 * work) / (before + (await visit(plain)));
}

/** Slows a page's processor, and its network if asked. */
export async function slow(page: Page, { network = false } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  if (network) await session.send("Network.emulateNetworkConditions", SLOW_4G);
  return session;
}

/** Slows a page and traces its browser during the work. */
export async function traced(
  page: Page,
  work: (session: CDPSession) => Promise<unknown>,
): Promise<TraceEvent[]> {
  const session = await slow(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, recordMode: "recordAsMuchAsPossible" },
  });
  await page.evaluate((name) => void performance.mark(name), MARK);
  await work(session);
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** Opens a page with nothing but this element. */
export async function openPlainly(page: Page, element: string): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><title>Plain</title><body>${element}`);
}

/** Opens Bulk Send with the template and a file of so many people. */
export async function chooseList(page: Page, people: number): Promise<void> {
  await chooseTemplate(page, "Talk");
  await chooseFile(page, csvFile(peopleFile(people)));
  await page
    .getByText(`${people.toLocaleString("en")} ready`)
    .first()
    .waitFor();
  await gridOf(page).getByRole("columnheader", { name: "Room" }).waitFor();
}
