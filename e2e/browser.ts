import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** Where the stack under test answers; `local/test.mjs` says so. */
export const APP = process.env["SENDWRIGHT_URL"] ?? "http://127.0.0.1:5000";
export const GOOGLE = process.env["SENDWRIGHT_GOOGLE"] ?? "http://127.0.0.1:4010";

const SCREENS = join(import.meta.dirname, "screens");
const CHROMIUM = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
  (path) => path !== undefined && existsSync(path),
);

/** Starts a real, headless Chromium. Throws when none is installed: `npm test` installs it. */
export async function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("No Chromium found: install it, or name it in CHROMIUM_PATH.");
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/** One person's browser: its pages, and whatever they complained about. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Errors of the pages' consoles and uncaught exceptions; a story ends with none. */
  complaints: string[];
}

/** Opens a fresh profile. `width` in CSS pixels. What `expected` matches is not counted as a complaint. */
export async function newPerson(
  browser: Browser,
  options: { width?: number; scheme?: "light" | "dark"; expected?: RegExp } = {},
): Promise<Person> {
  const width = options.width ?? 1280;
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 780 : 900 },
    colorScheme: options.scheme ?? "light",
    reducedMotion: "reduce",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
    extraHTTPHeaders: { "x-forwarded-for": anAddress() },
  });
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!options.expected?.test(text)) complaints.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error") complain(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (event) => complain(event.error().message));
  return { context, page: await context.newPage(), complaints };
}

/** Everybody comes from an address of their own: the limits per address are not to slow one story for another's sake. */
function anAddress(): string {
  return ["10", ...crypto.getRandomValues(new Uint8Array(3))].join(".");
}

/** Signs in through the popup of the local Google, as any address; ends on `/app`. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.goto(APP);
  const popupOpens = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign In & Link Google Account" }).first().click();
  const popup = await popupOpens;
  await popup.getByLabel("Another address").fill(person);
  await popup.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/app**");
}

/** Keeps a picture for a person to look at, of the whole page if asked; the folder is not part of the repository. */
export async function keepScreen(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage });
}
