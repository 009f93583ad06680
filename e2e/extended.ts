import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "@playwright/test";
import type { Sender } from "./sender.ts";
import { APP } from "./stack.ts";
import { expect, forgetRoutes, keepComplaints, test as story } from "./story.ts";

/** Opens the page, whose event tells the extension who is signed in. */
export async function onPage(page: Page): Promise<void> {
  await page.goto(`${APP}/app`);
  await expect(page.getByRole("link", { name: "Extension installed" })).toBeVisible();
}

/** A window of the extension for a person who has a template and has been on the page. */
export async function opened(
  { page, sender, surface }: { page: Page; sender: Sender } & Pick<ExtendedFixtures, "surface">,
  name: "popup" | "panel",
): Promise<Page> {
  await sender.template();
  await onPage(page);
  return await surface(name);
}

/** Chooses the template and fills in an email in a popup or panel. */
export async function fill(surface: Page, recipients: string): Promise<void> {
  await surface.getByRole("button", { name: "Invitation" }).click();
  await surface.getByLabel("Recipients", { exact: true }).pressSequentially(recipients);
  await surface.getByLabel("Name").fill("Ann");
}

/** The button of the extension that sends: it says to how many people. */
export const SEND = /^Send( to [\d,]+ (person|people))?$/;

/** Clicks Send and confirms the question. */
export async function send(surface: Page): Promise<void> {
  await surface.getByRole("button", { name: SEND }).click();
  await surface.getByRole("alertdialog").getByRole("button", { name: /^Send/ }).click();
}

export { expect } from "./story.ts";

const SHIFT = Number(new URL(APP).port) - 5000;
const root = join(import.meta.dirname, "..");

/** The extension as the stack under test has built it. */
export const BUILT =
  SHIFT === 0
    ? join(root, "extension", "dist")
    : join(root, ".local", `shift-${SHIFT}`, "extension");

/**
 * Automation has no `activeTab`, because it can't click Chrome's own menus. The stories' manifest
 * differs from the real one in this one line, which gives the extension access to the pages they
 * serve; frames from `localhost` still have another origin.
 */
export const STORY_HOSTS = ["http://127.0.0.1/*"];

/** Makes the extension with the stories' manifest; returns its folder. */
async function forStories(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sendwright-extension-"));
  await cp(BUILT, folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...manifest, host_permissions: STORY_HOSTS }));
  return folder;
}

/**
 * Serves another site's pages, at `http://127.0.0.1:<port>` and, as another origin, at
 * `http://localhost:<port>`.
 */
class Elsewhere {
  readonly #pages = new Map<string, { body: string; headers: Record<string, string> }>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => {
      const page = this.#pages.get(request.url ?? "");
      response.writeHead(page ? 200 : request.url === "/favicon.ico" ? 204 : 404, {
        "content-type": "text/html; charset=utf-8",
        ...page?.headers,
      });
      response.end(page?.body);
    });
  }

  static async open(): Promise<Elsewhere> {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return new Elsewhere(server);
  }

  /** Puts a page there; returns its address. */
  put(path: string, body: string, headers: Record<string, string> = {}): string {
    this.#pages.set(path, {
      body: `<!doctype html><html lang="en"><title>Elsewhere</title><body>${body}`,
      headers,
    });
    return this.at(path);
  }

  at(path: string, host = "127.0.0.1"): string {
    return `http://${host}:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(closed));
  }
}

/** A browser with the extension in it. */
interface Installed {
  context: BrowserContext;
  /** The extension's id. */
  id: string;
  close: () => Promise<void>;
}

interface WorkerFixtures {
  /** The folder of the extension. */
  folder: string;
  /** The browser that stories share, one after the other; starts it, or makes it as good as new. */
  sharedBrowser: () => Promise<Installed>;
}

interface ExtendedOptions {
  /**
   * Whether the story gets a browser of its own, which costs two seconds of a processor. A story
   * needs it for things that `renew` can't undo: scripts for each page, and Chrome's own side panel.
   */
  ownBrowser: boolean;
}

export interface ExtendedFixtures {
  /** The extension's worker; Chrome restarts it when needed. */
  worker: () => Promise<Worker>;
  id: string;
  /** Another site's pages. */
  others: Elsewhere;
  /** Opens the popup or the panel, as a tab. */
  surface: (name: "popup" | "panel") => Promise<Page>;
  /** A click on an entry of the context menu, as Chrome tells the worker of it. */
  menu: (
    page: Page,
    info: Partial<chrome.contextMenus.OnClickData> & { menuItemId: string },
  ) => Promise<void>;
}

/** Starts a browser with the extension and a profile. */
export async function launch(
  folder: string,
  profile: string,
  headless: boolean,
): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    headless,
    ignoreDefaultArgs: [
      "--disable-extensions",
      "--disable-component-extensions-with-background-pages",
    ],
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
      "--window-position=0,0",
      "--window-size=1280,900",
    ],
    // With a visible window the page is as large as the window, so clicks land where the page
    // draws.
    viewport: headless ? { width: 1280, height: 900 } : null,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

/** Starts a browser with the extension and a new profile. */
async function install(folder: string, headless: boolean): Promise<Installed> {
  const profile = await mkdtemp(join(tmpdir(), "sendwright-profile-"));
  const context = await launch(folder, profile, headless);
  context.setDefaultTimeout(30_000);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  return { context, id: new URL(worker.url()).host, close };
}

/**
 * Makes a browser as good as new: with one blank page, nothing stored by the page or the extension,
 * and a new worker.
 */
async function renew({ context, id }: Installed): Promise<void> {
  const page = await context.newPage();
  // It has the extension's rights, and none of its scripts.
  await page.goto(`chrome-extension://${id}/manifest.json`);
  for (const other of context.pages()) if (other !== page) await other.close();
  const cdp = await context.newCDPSession(page);
  const { targetInfos } = await cdp.send("Target.getTargets");
  const worker = targetInfos.find(({ type, url }) => type === "service_worker" && url.includes(id));
  if (worker) await cdp.send("Target.closeTarget", { targetId: worker.targetId });
  await cdp.send("Storage.clearDataForOrigin", { origin: APP, storageTypes: "all" });
  await page.evaluate(async () => {
    await chrome.storage.session.clear();
    await chrome.storage.local.clear();
    // A new worker answers.
    await chrome.runtime.sendMessage({ type: "session" });
  });
  await page.goto("about:blank");
}

/** A story with the extension installed, and nothing of an earlier story. */
export const test = story.extend<ExtendedOptions & ExtendedFixtures, WorkerFixtures>({
  ownBrowser: [false, { option: true }],

  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
    async ({}, give) => {
      const folder = await forStories();
      await give(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],

  // A failed story ends its worker, and with it the browser.
  sharedBrowser: [
    async ({ folder, headless }, give) => {
      let installed: Installed | null = null;
      await give(async () => {
        if (installed) await renew(installed);
        else installed = await install(folder, headless);
        return installed;
      });
      await (installed as Installed | null)?.close();
    },
    { scope: "worker" },
  ],

  context: async (
    { ownBrowser, sharedBrowser, folder, complaints, storageState, headless },
    give,
  ) => {
    const { context, close } = ownBrowser ? await install(folder, headless) : await sharedBrowser();
    const stopListening = keepComplaints(context, complaints);
    if (typeof storageState === "object") await signInto(context, storageState);
    await give(context);
    stopListening();
    await forgetRoutes(context);
    if (ownBrowser) await close();
  },

  page: async ({ context }, give) => give(await context.newPage()),

  worker: async ({ context }, give) => {
    await give(
      async () => context.serviceWorkers().at(-1) ?? (await context.waitForEvent("serviceworker")),
    );
  },

  id: async ({ worker }, give) => give(new URL((await worker()).url()).host),

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  others: async ({}, give) => {
    const others = await Elsewhere.open();
    await give(others);
    await others.close();
  },

  surface: async ({ context, id }, give) => {
    await give(async (name) => {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${id}/${name}.html`);
      return page;
    });
  },

  menu: async ({ worker }, give) => {
    await give(async (page, info) => {
      const one = await worker();
      await one.evaluate(
        async ({ url, given }) => {
          const [tab] = await chrome.tabs.query({ url });
          const clicked = chrome.contextMenus.onClicked as unknown as {
            dispatch: (info: object, tab: unknown) => void;
          };
          clicked.dispatch({ frameId: 0, pageUrl: url, editable: false, ...given }, tab);
        },
        { url: page.url(), given: info },
      );
    });
  },
});

type State = { origins: { origin: string; localStorage: { name: string; value: string }[] }[] };

/** Copies a signed-in browser's storage into this one, before any page of ours runs. */
async function signInto(context: BrowserContext, { origins }: State): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error("The browser has no page.");
  for (const { origin, localStorage: entries } of origins) {
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate((all) => {
      for (const { name, value } of all) window.localStorage.setItem(name, value);
    }, entries);
  }
  await page.goto("about:blank");
}

/** The content of the extension's memory. */
export async function stored(worker: Worker, key: string): Promise<unknown> {
  return await worker.evaluate(async (name) => (await chrome.storage.session.get(name))[name], key);
}

/** Has Chrome stop the worker, as it does when nothing happens for a while. */
export async function stopWorker(context: BrowserContext, id: string): Promise<void> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const running = async () => {
    const { targetInfos } = await cdp.send("Target.getTargets");
    return targetInfos.find(({ type, url }) => type === "service_worker" && url.includes(id));
  };
  const target = await running();
  if (!target) throw new Error("No worker is running.");
  await cdp.send("Target.closeTarget", { targetId: target.targetId });
  await expect.poll(async () => (await running())?.targetId).not.toBe(target.targetId);
  await page.close();
}

/** The bytes of the worker's heap that are in use. */
export async function heapOfWorker(context: BrowserContext, id: string): Promise<number> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { targetInfos } = await cdp.send("Target.getTargets");
  const target = targetInfos.find(({ type, url }) => type === "service_worker" && url.includes(id));
  if (!target) throw new Error("No worker is running.");
  const { sessionId } = await cdp.send("Target.attachToTarget", {
    targetId: target.targetId,
    flatten: false,
  });
  const answered = new Promise<number>((resolve) => {
    cdp.on("Target.receivedMessageFromTarget", ({ message }) => {
      const { id: number, result } = JSON.parse(message) as {
        id?: number;
        result?: { usedSize: number };
      };
      if (number === 1) resolve(result?.usedSize ?? 0);
    });
  });
  await cdp.send("Target.sendMessageToTarget", {
    sessionId,
    message: JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" }),
  });
  const used = await answered;
  await page.close();
  return used;
}
