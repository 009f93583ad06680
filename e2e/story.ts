import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  test as plain,
  type Route,
  type WebError,
} from "@playwright/test";
import { anAddress, Sender } from "./sender.ts";
import { keepMailbox } from "./sentMail.ts";

/**
 * Holds what answers an address back until the returned function is called; then each call gets
 * `answer`, the server's own unless given.
 */
export async function holdBack(
  of: BrowserContext | Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await of.route(address, async (route) => {
    await held;
    await answer(route);
  });
  return letGo;
}

export { expect } from "@playwright/test";

/**
 * The Hosting emulator would pack each of the page's files anew for every story, which takes half
 * of its time. The real Hosting packs them once.
 */
const UNPACKED = { "accept-encoding": "identity" };

/** The options of a story, for `test.use`. */
export interface StoryOptions {
  /**
   * Whether the person is signed in from the start, in the browser and at the API; for stories that
   * are not about signing in.
   */
  signedIn: boolean;
  /**
   * Whether what this person sends is held for ten seconds first; without it stories need not wait.
   */
  holds: boolean;
  /** Errors in the pages' consoles that belong to the story; any other one fails it. */
  expected: RegExp | null;
}

interface StoryFixtures {
  /** The person's address, which no other story has: stories run side by side. */
  email: string;
  /** The same person at the API. */
  sender: Sender;
  /** The complaints of the pages: console errors, uncaught exceptions, violations of the policy. */
  complaints: string[];
  /**
   * Opens a page in another browser with a separate profile, for the same person unless the options
   * say otherwise.
   */
  elsewhere: (options?: BrowserContextOptions) => Promise<Page>;
  mailboxOfFailure: undefined;
}

/**
 * Playwright puts a script into every frame, and an email's frame, which runs none, reports it. It
 * closes the browser at a story's end, while the extension's worker may still be storing an
 * outcome.
 */
const OF_PLAYWRIGHT =
  /^Blocked script execution in '[^']*' because the document's frame is sandboxed|The browser is shutting down\.$/;

/**
 * Runs in every page before its own scripts: reports everything that the policy refuses, or would
 * refuse (Report-Only).
 */
function reportViolations(): void {
  document.addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI, documentURI }) => {
      const report: unknown = Reflect.get(window, "reportViolation");
      if (typeof report === "function")
        report(`Violation of ${effectiveDirective} by ${blockedURI} (${documentURI})`);
    },
  );
}

async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeFunction("reportViolation", (text: string) => void complaints.push(text));
  await context.addInitScript(reportViolations);
  keepComplaints(context, complaints);
}

/**
 * A story may end while an answer that it held back is on its way to the page: nothing waits for it
 * any more.
 */
export async function forgetRoutes(of: BrowserContext | Page): Promise<void> {
  await of.unrouteAll({ behavior: "ignoreErrors" });
}

/**
 * Collects the complaints of a browser's pages, except those that Playwright itself causes, until
 * the returned function is called.
 */
export function keepComplaints(context: BrowserContext, complaints: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "error" || OF_PLAYWRIGHT.test(message.text())) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  };
  const onError = (event: WebError) => void complaints.push(event.error().message);
  context.on("console", onConsole);
  context.on("weberror", onError);
  return () => {
    context.off("console", onConsole);
    context.off("weberror", onError);
  };
}

/**
 * A story: one person, with a browser and an address of their own. It ends with no complaint that
 * it did not expect.
 */
export const test = plain.extend<StoryOptions & StoryFixtures>({
  signedIn: [false, { option: true }],
  holds: [false, { option: true }],
  expected: [null, { option: true }],

  email: async ({}, give, { file }) => {
    await give(`${basename(file, ".e2e.ts")}.${randomUUID().slice(0, 8)}@example.com`);
  },

  // Automatic, so that it runs last and sees what all others found.
  mailboxOfFailure: [
    async ({ email }, give, story) => {
      await give(undefined);
      if (story.status !== story.expectedStatus)
        await keepMailbox(email, story.outputPath("mailbox"));
    },
    { auto: true },
  ],

  sender: async ({ email, signedIn, holds }, give) => {
    const sender = new Sender(email);
    if (signedIn) await sender.signIn();
    if (signedIn && !holds) await sender.settle({ undo_send: false });
    await give(sender);
  },

  // The limits per network address are not to slow one story for another's sake.
  extraHTTPHeaders: async ({}, give) => {
    await give({ ...UNPACKED, "x-forwarded-for": anAddress() });
  },

  storageState: async ({ signedIn, sender }, give) => {
    await give(signedIn ? await sender.browserState() : undefined);
  },

  complaints: async ({ expected }, give) => {
    const complaints: string[] = [];
    await give(complaints);
    expect(complaints.filter((text) => !expected?.test(text))).toEqual([]);
  },

  context: async ({ context, complaints }, give) => {
    await listen(context, complaints);
    await give(context);
    await forgetRoutes(context);
  },

  page: async ({ page }, give) => {
    await give(page);
    await forgetRoutes(page);
  },

  elsewhere: async ({ browser, complaints }, give) => {
    const contexts: BrowserContext[] = [];
    await give(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await listen(context, complaints);
      return await context.newPage();
    });
    for (const context of contexts) {
      for (const place of [...context.pages(), context]) await forgetRoutes(place);
      await context.close();
    }
  },
});
