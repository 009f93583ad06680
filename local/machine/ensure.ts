import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PartFailed, runStep } from "../processes.ts";

interface Way {
  /** Whether this machine can go it. */
  isOpen(): boolean | Promise<boolean>;
  /** The line that is printed before. */
  say: string;
  go(logs: string): Promise<void>;
}

/** Something that a machine may lack. */
export interface Need<T> {
  /** "A browser for the stories". */
  name: string;
  /** "The stories need Chromium, Chrome or Edge". */
  why: string;
  /** The thing found; null if it is missing. */
  find(): T | null | Promise<T | null>;
  /** In the order in which they are tried. */
  ways: Way[];
  /** How a person installs it on each system. */
  install: { linux: string; darwin: string; win32: string };
}

/** Finds each need, or installs it if the machine lacks it. Throws a sentence that says what to install. */
export async function ensure<T>(need: Need<T>, logs: string): Promise<T> {
  const reasons: string[] = [];
  const found = await bring(need, logs, (reason) => reasons.push(reason));
  if (found === null) throw new PartFailed(missing(need, process.platform), reasons.join("\n"));
  return found;
}

/** Finds something, or tries each way to install it; null if all fail. */
export async function bring<T>(
  { find, ways }: Need<T>,
  logs: string,
  tell: (reason: string) => void = console.log,
): Promise<T | null> {
  let found = await find();
  for (const { isOpen, say, go } of ways) {
    if (found !== null || !(await isOpen())) continue;
    console.log(say);
    await go(logs).catch((error: unknown) => {
      tell(error instanceof PartFailed ? `${error.message}\n${error.log}`.trim() : String(error));
    });
    found = await find();
  }
  return found;
}

/** The command that brings it to a system. */
export function installCommand({ install }: Need<unknown>, platform: NodeJS.Platform): string {
  return install[platform === "darwin" || platform === "win32" ? platform : "linux"];
}

/** The one sentence for a need that nothing here could fill. */
export function missing(need: Need<unknown>, platform: NodeJS.Platform): string {
  return `${need.why}, and it could not be fetched: install it (${installCommand(need, platform)}) and try again.`;
}

/** A package of Debian's, where this is root on a system with apt: it may be installed without asking. */
export function apt(name: string): Way {
  return {
    isOpen: () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0,
    say: `Installing ${name} through apt.`,
    async go(logs) {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      const log = join(logs, "apt.log");
      const args = ["-q", "install", "-y", "--no-install-recommends", name];
      await runStep({ name: "apt-get update", command: "apt-get", args: ["-q", "update"], env, log });
      await runStep({ name: `apt install ${name}`, command: "apt-get", args, env, log });
    },
  };
}
