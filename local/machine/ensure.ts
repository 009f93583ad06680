import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PartFailed, runStep } from "../processes.ts";

/** A way to install something. */
interface InstallMethod {
  /** Whether it is possible on this machine. */
  isOpen(): boolean | Promise<boolean>;
  /** The line that is printed first. */
  say: string;
  go(logs: string): Promise<void>;
}

/** Something that a machine may lack. */
export interface Need<T> {
  /** "A browser for the stories". */
  name: string;
  /** "The stories need Chromium, Chrome or Edge". */
  why: string;
  /** Returns null if it is missing. */
  find(): T | null | Promise<T | null>;
  /** In the order in which we try them. */
  methods: InstallMethod[];
  /** How a person installs it on each system. */
  install: { linux: string; darwin: string; win32: string };
}

/** Finds something, or installs it. Throws a sentence that says how a person installs it. */
export async function ensure<T>(need: Need<T>, logs: string): Promise<T> {
  const reasons: string[] = [];
  const found = await install(need, logs, (reason) => reasons.push(reason));
  if (found === null)
    throw new PartFailed(missingMessage(need, process.platform), reasons.join("\n"));
  return found;
}

/** Finds something, or tries each way to install it. Returns null, and reports why, if all fail. */
export async function install<T>(
  { find, methods }: Need<T>,
  logs: string,
  report: (reason: string) => void = console.log,
): Promise<T | null> {
  let found = await find();
  for (const { isOpen, say, go } of methods) {
    if (found !== null || !(await isOpen())) continue;
    console.log(say);
    await go(logs).catch((error) => {
      report(error instanceof PartFailed ? `${error.message}\n${error.log}`.trim() : String(error));
    });
    found = await find();
  }
  return found;
}

/** How a person installs it on a system. */
export function installCommand({ install }: Need<unknown>, platform: NodeJS.Platform): string {
  return install[platform === "darwin" || platform === "win32" ? platform : "linux"];
}

/** The sentence about something that we could neither find nor install. */
export function missingMessage(need: Need<unknown>, platform: NodeJS.Platform): string {
  return `${need.why}, and it could not be fetched: install it (${installCommand(need, platform)}) and try again.`;
}

/** A Debian package, which we install without asking if we are root on a system with apt. */
export function aptPackage(name: string): InstallMethod {
  return {
    isOpen: () => process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0,
    say: `Installing ${name} through apt.`,
    async go(logs) {
      const step = {
        command: "apt-get",
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        log: join(logs, "apt.log"),
      };
      const args = ["-q", "install", "-y", "--no-install-recommends", name];
      await runStep({ ...step, name: "apt-get update", args: ["-q", "update"] });
      await runStep({ ...step, name: `apt install ${name}`, args });
    },
  };
}
