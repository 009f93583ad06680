import { type CDPSession, chromium } from "@playwright/test";
import type { BenchRow } from "../../../bench/measure.ts";
import { quantile } from "../../../bench/measure.ts";
import { peopleFile, talk } from "../../../bench/people.ts";
import { MARK, type TraceEvent, workOfKeys } from "../../../bench/trace.ts";
import { cellOf } from "../../listTable.ts";
import { anAddress, Sender } from "../../sender.ts";
import { chooseTemplate, csvFile } from "../../sendSteps.ts";
import { APP } from "../../stack.ts";

const TIMES_SLOWER = 4;
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
const ROWS = 1_000;
const FRAME_MS = 16.7;
const KEY_MS = 90;

const sender = new Sender(`bench.${crypto.randomUUID().slice(0, 8)}@example.com`);
await sender.signIn();
await sender.template({ name: "Talk", ...talk });
const executablePath = process.env.CHROMIUM_PATH ?? "";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });

/** Types into a cell of a list of 1,000 people; returns the milliseconds of work to the frame that 95 of 100 keys stay within. */
async function typeIntoCell(): Promise<number> {
  const context = await browser.newContext({
    baseURL: APP,
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": anAddress() },
    storageState: await sender.browserState(),
  });
  const page = await context.newPage();
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Talk");
  const field = page.locator('input[type="file"]').first();
  await field.setInputFiles(csvFile(peopleFile(ROWS)));
  await page.getByText("1,000 ready").first().waitFor();
  const cell = await cellOf(page, 3, "Room");
  await cell.dblclick({ position: { x: 8, y: 8 } });

  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: TIMES_SLOWER });
  const end = await trace(session);
  await page.evaluate((name) => void performance.mark(name), MARK);
  await page.keyboard.type("and upstairs on the left", { delay: KEY_MS });
  const events = await end();
  await context.close();
  return quantile(workOfKeys(events), 0.95);
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

export const rows: BenchRow[] = [
  {
    name: "typing",
    what: `a key in a cell of a list of ${ROWS.toLocaleString("en")} people, the processor slowed ${TIMES_SLOWER} times`,
    unit: "ms of work to the frame (95 of 100 keys)",
    atMost: FRAME_MS,
    rounds: 5,
    decision: "a key must not draw or check other rows: find in a profile what it draws besides its cell.",
    measure: typeIntoCell,
  },
];
