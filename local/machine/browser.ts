import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../places.ts";
import { runStep } from "../processes.ts";
import { aptPackage, type Need } from "./ensure.ts";

/**
 * Names on the path, and places on Mac and Windows. Chromium comes first: the extension's tests
 * need it or Edge.
 */
const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];
const onMac = [
  "Chromium.app/Contents/MacOS/Chromium",
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const onWindows = [
  "Chromium\\Application\\chrome.exe",
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

/** Every place where a system may have a browser for the stories. */
export function browserPlaces(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
): string[] {
  if (platform === "darwin")
    return ["/Applications", join(home, "Applications")].flatMap((at) =>
      onMac.map((app) => join(at, app)),
    );
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA];
    return roots.flatMap((at) => (at ? onWindows.map((app) => `${at}\\${app}`) : []));
  }
  const folders = [
    ...(env.PATH ?? "").split(delimiter),
    "/usr/bin",
    "/usr/local/bin",
    "/snap/bin",
    "/opt/google/chrome",
  ];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => join(folder, name)));
}

/** CHROMIUM_PATH, a browser where systems put it, or Playwright's own; null without one. */
async function findBrowser(env = process.env): Promise<string | null> {
  const named = env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  return (
    browserPlaces(process.platform, env, homedir()).find((path) => existsSync(path)) ??
    (await playwrightsOwn())
  );
}

/**
 * Chromium without a browser around it, which takes two thirds of the work to draw a page but loads
 * no extension; null if it isn't installed, or if CHROMIUM_PATH names another browser.
 */
export function findShell(env = process.env): string | null {
  const named = env.HEADLESS_SHELL_PATH;
  if (named && existsSync(named)) return named;
  if (env.CHROMIUM_PATH) return null;
  const folders = [...(env.PATH ?? "").split(delimiter), "/usr/bin"].filter(Boolean);
  return (
    folders
      .map((folder) => join(folder, "chromium-headless-shell"))
      .find((path) => existsSync(path)) ?? null
  );
}

/** The Chromium that Playwright has completely downloaded: then it leaves a mark. */
async function playwrightsOwn(): Promise<string | null> {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  const mark = path.replace(/(chromium-\d+)[\\/].*$/, "$1/INSTALLATION_COMPLETE");
  return existsSync(path) && existsSync(mark) ? path : null;
}

export const browser: Need<string> = {
  name: "A browser for the stories",
  why: "The stories need Chromium, Chrome or Edge",
  find: () => findBrowser(),
  methods: [
    aptPackage("chromium"),
    {
      isOpen: () => true,
      say: "Downloading Chromium through Playwright (170 MB).",
      async go(logs) {
        const cli = join(root, "node_modules", "playwright-core", "cli.js");
        const args = [cli, "install", "--no-shell", "chromium"];
        await runStep({
          name: "playwright install chromium",
          args,
          log: join(logs, "download-chromium.log"),
        });
      },
    },
  ],
  install: {
    linux: "on Debian: apt install chromium",
    darwin: "brew install --cask google-chrome",
    win32: "winget install Google.Chrome",
  },
};

/** Without it, the stories use the browser and take a third longer. */
export const shell: Need<string> = {
  ...browser,
  name: "Chromium's headless shell",
  find: () => findShell(),
  methods: process.env.CHROMIUM_PATH ? [] : [aptPackage("chromium-headless-shell")],
};
