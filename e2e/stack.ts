import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Where the stack under test answers; `npm test` says so. */
export const APP = process.env.SENDWRIGHT_URL ?? "http://127.0.0.1:5000";
export const GOOGLE = process.env.SENDWRIGHT_GOOGLE ?? "http://127.0.0.1:4010";

/**
 * How far the ports of the stack under test are moved (`local/ports.ts`): the app's address says
 * so.
 */
const SHIFT = Number(new URL(APP).port) - 5000;
const PROJECT = "demo-sendwright";

/** The stack's Auth emulator. */
export const AUTH = `http://127.0.0.1:${9099 + SHIFT}`;
const SWEEP = `http://127.0.0.1:${5001 + SHIFT}/${PROJECT}/us-central1/localSweep`;

/**
 * The configuration that the stack's Firebase CLI was started with: no other stack's command line
 * names this path.
 */
const CONFIG = join(
  import.meta.dirname,
  "..",
  SHIFT === 0 ? "firebase.local.json" : `firebase.local-${SHIFT}.json`,
);

/** Sweeps once, as the scheduler does every minute in production. */
export async function sweep(): Promise<void> {
  const answer = await fetch(SWEEP, { method: "POST" });
  if (!answer.ok) throw new Error(`The sweep answered ${answer.status}.`);
}

/**
 * `npm run operator` on the stack under test, as an operator runs it; returns its output.
 * Throws if it fails.
 */
export function operator(...words: string[]): string {
  const args = [
    "--import",
    "tsx",
    "functions/operator/operator.ts",
    "--project",
    PROJECT,
    ...words,
  ];
  const emulators = {
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${8080 + SHIFT}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${9099 + SHIFT}`,
    METADATA_SERVER_DETECTION: "none",
  };
  const cwd = join(import.meta.dirname, "..");
  return execFileSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...emulators },
  });
}

/**
 * Kills every function process of the stack under test at once, so that nothing in them continues;
 * returns their number.
 */
export function killFunctions(): number {
  const all = processes();
  const cli = all.find(
    ({ command }) => command.includes("emulators:start") && command.includes(` ${CONFIG} `),
  );
  if (!cli) throw new Error(`No Firebase CLI runs with ${CONFIG}.`);
  const workers = all.filter(
    ({ parent, command }) => parent === cli.pid && command.includes("functionsEmulatorRuntime"),
  );
  for (const { pid } of workers) process.kill(pid, "SIGKILL");
  return workers.length;
}

function processes(): { pid: number; parent: number; command: string }[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,ppid=,args="], {
    encoding: "utf8",
    maxBuffer: 16_000_000,
  });
  return lines.split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: `${command} ` }];
  });
}
