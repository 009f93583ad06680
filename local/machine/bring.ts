import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../places.ts";
import { PartFailed, runStep } from "../processes.ts";
import { findFirestoreJar } from "../withoutDownloads/findJar.ts";
import { findBrowser, findShell } from "./browser.ts";
import { cliRunsEverything, downloadAddress, hasDownloads } from "./downloads.ts";
import { findJava } from "./java.ts";
import { missing, type Need } from "./missing.ts";
import { fetchTemurin } from "./temurin.ts";
import { type InstallWay, type Machine, waysToBrowser, waysToEmulators, waysToJava } from "./ways.ts";

/** Brings Java and the emulators where the machine lacks them. Throws a sentence that says what to install. */
export async function bringEmulators(logs: string): Promise<void> {
  await bring("java", logs, waysToJava, () => findJava() !== null);
  await bring("emulators", logs, waysToEmulators, () => {
    return cliRunsEverything(findJava()?.major ?? 0) || findFirestoreJar() !== null;
  });
}

/** Brings a browser where the machine lacks one; returns its path. Throws a sentence that says what to install. */
export async function bringBrowser(logs: string): Promise<string> {
  await bring("browser", logs, waysToBrowser, async () => (await findBrowser()) !== null);
  return String(await findBrowser());
}

/**
 * Brings Chromium's headless shell where a system package can be installed unasked; returns its path. Null without one:
 * the browser draws the pages then, and the stories take a third longer.
 */
export async function bringShell(logs: string): Promise<string | null> {
  if (findShell() === null && !process.env.CHROMIUM_PATH && hasApt()) {
    await installPackage("chromium-headless-shell", logs).catch((error: unknown) => {
      console.log(`Going on with the browser itself: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return findShell();
}

/** Goes the ways to one need until it is filled, each said in one line before. */
async function bring(
  need: Need,
  logs: string,
  waysTo: (machine: Machine) => InstallWay[],
  isThere: () => boolean | Promise<boolean>,
): Promise<void> {
  const reasons: unknown[] = [];
  for (const way of waysTo(await look(need))) {
    try {
      await go[way](need, logs);
      if (await isThere()) return;
    } catch (error) {
      reasons.push(error);
    }
  }
  if (await isThere()) return;
  const logsOfThem = reasons.map((error) =>
    error instanceof PartFailed ? `${error.message}\n${error.log}` : String(error),
  );
  throw new PartFailed(missing(need, process.platform), logsOfThem.join("\n").trim());
}

/** What this machine has; only what concerns the need is looked for. */
async function look(need: Need): Promise<Machine> {
  const java = findJava()?.major ?? 0;
  return {
    apt: hasApt(),
    java,
    jar: need === "emulators" && findFirestoreJar() !== null,
    downloads: need === "emulators" && hasDownloads(),
    browser: need === "browser" && (await findBrowser()) !== null,
  };
}

/** Whether this is root on a system with apt: packages may be installed without asking. */
function hasApt(): boolean {
  return process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
}

async function installPackage(name: string, logs: string): Promise<void> {
  console.log(`Installing ${name} through apt.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const log = join(logs, "apt.log");
  const args = ["-q", "install", "-y", "--no-install-recommends", name];
  await runStep({ name: "apt-get update", command: "apt-get", args: ["-q", "update"], env, log });
  await runStep({ name: `apt install ${name}`, command: "apt-get", args, env, log });
}

const packages: Record<Need, string> = {
  java: "default-jre-headless",
  emulators: "google-cloud-cli-firestore-emulator",
  browser: "chromium",
};

const script = (...path: string[]) => join(root, "node_modules", ...path);

/** Each way, with the line that announces it. */
const go: Record<InstallWay, (need: Need, logs: string) => Promise<void>> = {
  apt: (need, logs) => installPackage(packages[need], logs),

  async temurin() {
    console.log("Fetching Java (a Temurin 21 JRE, 50 MB) into .local/java.");
    await fetchTemurin();
  },

  async firebase(_need, logs) {
    if (!(await downloadsAnswer())) return; // something else stands in, or the sentence at the end says what to do
    console.log("Downloading the emulators of Firestore and Storage (190 MB) through the Firebase CLI.");
    for (const emulator of ["firestore", "storage"]) {
      const args = [script("firebase-tools", "lib", "bin", "firebase.js"), `setup:emulators:${emulator}`];
      const name = `firebase setup:emulators:${emulator}`;
      await runStep({ name, command: process.execPath, args, log: join(logs, `download-${emulator}.log`) });
    }
  },

  async playwright(_need, logs) {
    console.log("Downloading Chromium through Playwright (170 MB).");
    const args = [script("playwright-core", "cli.js"), "install", "--no-shell", "chromium"];
    const log = join(logs, "download-chromium.log");
    await runStep({ name: "playwright install chromium", command: process.execPath, args, log });
  },
};

/** Whether there is a way to the downloads. Behind a proxy, which `fetch` does not know, only the Firebase CLI itself can tell. */
async function downloadsAnswer(): Promise<boolean> {
  if (process.env.HTTPS_PROXY ?? process.env.https_proxy) return true;
  try {
    return (await fetch(downloadAddress, { method: "HEAD", signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}
