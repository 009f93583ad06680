import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { MARK, type MainThread, mainThreadOf, type TraceEvent } from "../../../bench/trace.ts";
import { anAddress, Sender } from "../../sender.ts";
import { APP } from "../../stack.ts";

/** How many times slower than this machine the slowed processor is. */
const TIMES_SLOWER = 4;
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
const WINDOW = { width: 1280, height: 900 };

let browser: Browser | undefined;

async function open(): Promise<Browser> {
  const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env;
  const executablePath = HEADLESS_SHELL_PATH || CHROMIUM_PATH;
  if (!executablePath) throw new Error("npm run bench names a browser.");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
}

/** A person who is known to the stack. */
export async function signedIn(): Promise<Sender> {
  const sender = new Sender(`bench.${crypto.randomUUID().slice(0, 8)}@example.com`);
  await sender.signIn();
  return sender;
}

/** Opens a person's page in a separate browser. */
export async function pageOf(sender: Sender, path: string): Promise<Page> {
  browser ??= await open();
  const context = await browser.newContext({
    baseURL: APP,
    viewport: WINDOW,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": anAddress() },
    storageState: await sender.browserState(),
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Opens a page of nothing but this markup. */
export async function pageWith(markup: string): Promise<Page> {
  browser ??= await open();
  const page = await (await browser.newContext({ viewport: WINDOW })).newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>A floor</title><body>${markup}`);
  return page;
}

/** Closes a page and all that belongs to it. */
export const close = (page: Page) => page.context().close();

/**
 * Slows a page's processor, if asked, while something is done to the page; returns what its main thread did meanwhile.
 */
export async function traced(
  page: Page,
  { slow }: { slow: boolean },
  act: () => Promise<unknown>,
): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  if (slow) await session.send("Emulation.setCPUThrottlingRate", { rate: TIMES_SLOWER });
  const end = await trace(session);
  await page.evaluate((name) => void performance.mark(name), MARK);
  await act();
  const events = await end();
  await session.detach();
  return mainThreadOf(events);
}

/** Begins a trace of the browser; the function that it gives ends it. */
async function trace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, recordMode: "recordAsMuchAsPossible" },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    return events;
  };
}
