import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Row } from "../../../bench/row.ts";
import { root } from "../../places.ts";

/** Runs a command of ours until it says that it is ready, then ends it; returns the seconds to that line. */
async function readyAfter(command: string, options: readonly string[], line: string): Promise<number> {
  const begin = performance.now();
  const args = [join(root, "local", "run.mjs"), command, ...options];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let ready = 0;
  child.stdout.on("data", (text) => {
    if (ready > 0 || !String(text).includes(line)) return;
    ready = performance.now();
    child.kill("SIGINT");
  });
  await once(child, "exit");
  if (ready === 0) throw new Error(`npm run ${command} did not become ready.`);
  return (ready - begin) / 1_000;
}

const floor = {
  what: "npm run emulators: Firestore, Auth, Storage and the local Google, nothing of the product",
  measure: () => readyAfter("emulators", [], "The emulators are ready"),
};

function row(name: string, what: string, options: readonly string[], note: string): Row {
  const measure = () => readyAfter("start", options, "Sendwright is ready");
  return { name, unit: "s", floor, ours: { what, measure }, reach: { atMost: 1.3 }, rounds: 3, note };
}

const FRESH =
  "Page, functions and extension are built beside the emulators, and the Firebase CLI begins as soon as the bundle is there, beside the other two builds; then the Functions emulator asks the bundle what it holds, and starts a process for the first call. To reach a second less: begin Auth and Hosting before the bundle is there, which the Firebase CLI cannot.";
const AGAIN =
  "Before: 2.30, everything was built again, and then the Firebase CLI waited for the other emulators. Now nothing is built (a mark beside each build holds one hash of what went in and what came out), and all of it starts at once: 1.61 and 1.62 under a load of 12 to 17. Since then each question whether the product is ready may take a minute: the Functions emulator started a process for each that was given up after ten seconds, up to four beside each other. What is left above the floor is Hosting, Cloud Tasks and Functions, which starts one process to ask the bundle what it holds and one for the first call, on the processor time that the others need: on two busy cores nothing of it is free.";

export const rows: Row[] = [
  row("ready-fresh", "npm start --fresh to its ready line, everything installed", ["--fresh"], FRESH),
  row("ready-again", "npm start with the last start's data, nothing changed since", [], AGAIN),
];
