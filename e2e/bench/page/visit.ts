import { type CDPSession, chromium, type Page } from "@playwright/test";
import { lazily } from "@sendwright/core/lazily";
import { times } from "../../../bench/measure.ts";
import { peopleFile, talk } from "../../../bench/people.ts";
import { MARK, type PageTimes, type TraceEvent, timeOf } from "../../../bench/trace.ts";
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

interface Visitor {
  isSignedIn?: boolean;
  width?: number;
}

/** A page in a browser that has nothing but this person's session, or not even that. */
async function open({ isSignedIn = true, width = 1280 }: Visitor = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: APP,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": anAddress() },
    ...(isSignedIn && { storageState: await sender.browserState() }),
  });
  return await context.newPage();
}

/** Works with such a page, and closes it. */
export async function visit<Result>(
  work: (page: Page) => Promise<Result>,
  visitor: Visitor = {},
): Promise<Result> {
  const page = await open(visitor);
  const result = await work(page);
  await page.context().close();
  return result;
}

/**
 * A function that measures a page, which stays open, again and again: opening it takes longer than
 * most rounds.
 */
export function staying(
  prepare: (page: Page) => Promise<unknown>,
  measure: (page: Page) => Promise<number>,
): () => Promise<number> {
  const prepared = lazily(async () => {
    const page = await open();
    await prepare(page);
    return page;
  });
  return async () => await measure(await prepared());
}

/**
 * Rounds of a row: a measure as a multiple of a plain one, which is made before and after it: other
 * programs slow both.
 */
export function inTurns(
  own: () => Promise<number>,
  plain: () => Promise<number>,
): () => Promise<number> {
  let before: number | null = null;
  return async () => {
    before ??= await plain();
    const measured = await own();
    const after = await plain();
    const ratio = times(measured, (before + after) / 2);
    before = after;
    return ratio;
  };
}

/** Slows a page's processor, and its network if asked. */
export async function slow(page: Page, { network = false } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  if (network) await session.send("Network.emulateNetworkConditions", SLOW_4G);
  return session;
}

/** Slows a page and traces its browser during the work. Returns the events and the work's result. */
export async function traced<Result>(
  page: Page,
  work: (session: CDPSession) => Promise<Result>,
  how = { network: false },
): Promise<{ events: TraceEvent[]; result: Result }> {
  const session = await slow(page, how);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  );
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, recordMode: "recordAsMuchAsPossible" },
  });
  const result = await work(session);
  // Not before the work, which may load another page.
  await page.evaluate((name) => void performance.mark(name), MARK);
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return { events, result };
}

/**
 * The milliseconds of the span that the work reports, without those in which other programs had the
 * processor.
 */
export async function timed<Reported extends PageTimes>(
  page: Page,
  work: (session: CDPSession) => Promise<Reported>,
  how = { network: false },
): Promise<{ ms: number; reported: Reported }> {
  const { events, result: reported } = await traced(page, work, how);
  return { ms: timeOf(events, reported), reported };
}

/** Opens a page with nothing but this element. */
export async function openPlainly(page: Page, element: string): Promise<void> {
  await page.setContent(`<!doctype html><html lang="en"><title>Plain</title><body>${element}`);
}

/** Puts copies in place of all elements of a page: they look the same, and have no handlers. */
export async function copyElements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const copies = [...document.body.childNodes].map((node) => node.cloneNode(true));
    document.body.replaceChildren(...copies);
  });
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
