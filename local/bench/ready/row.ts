import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Row } from "../../../bench/row.ts";
import { root } from "../../places.ts";

/** Runs a command of ours until it says that it is ready, then ends it; gives the seconds to that line. */
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
  "Page, functions and extension are built beside the emulators; then the Functions emulator starts and asks the bundle what it holds, which nothing can go on beside. To reach a second less: begin Auth and Hosting before the bundle is there, which the Firebase CLI cannot.";
const AGAIN =
  "Slower than an empty start: everything is built again though nothing has changed, and beside it each emulator reads what the last start has left. To come closer: a mark of the sources beside each build, so that what is unchanged is not built.";

export const rows: Row[] = [
  row("ready-fresh", "npm start --fresh to its ready line, everything installed", ["--fresh"], FRESH),
  row("ready-again", "npm start with the last start's data, nothing changed since", [], AGAIN),
];
