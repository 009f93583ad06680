import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Row } from "../../../bench/row.ts";
import { aPlan, aSender, begun, ownProject, testEngine } from "../../test/sendsWorld.ts";
import { IN_FLIGHT } from "../engine/floor.ts";
import { peakOfSlice } from "./worker.ts";

const ROWS = 100;
const MB = 1024 * 1024;

/** A child of this program that works one slice: "uid id". */
const asked = process.env.SENDWRIGHT_BENCH_SLICE;
if (asked) {
  const [uid = "", id = ""] = asked.split(" ");
  const told = await peakOfSlice(uid, id);
  await new Promise((sent) => process.send?.(told, sent));
  process.exit(0);
}
ownProject();

/** Begins a send with files of so many bytes, and measures a worker of its own for it. */
async function slice(bytes: number) {
  const sender = await aSender();
  const file = { filename: "plan.pdf", contentType: "application/pdf", size: bytes, from: randomBytes(bytes) };
  const id = await begun(sender, testEngine(), aPlan(ROWS, { files: [file] }));
  const env = { ...process.env, SENDWRIGHT_BENCH_SLICE: `${sender.uid} ${id}` };
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = spawn(process.execPath, ["--expose-gc", process.argv[1] ?? ""], { env, stdio: [...stdio] });
  const [told] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The worker has ended without a word."))),
  ])) as [{ peak: number; message: number }];
  return told;
}

function row(name: string, megabytes: number, note: string): Row {
  let message = 0;
  return {
    name,
    unit: "MB above idle",
    floor: {
      what: `one encoded message, ${IN_FLIGHT} calls in flight`,
      // Known once ours has been measured: the message is as large in every round.
      measure: async () => {
        message ||= (await slice(megabytes * MB)).message;
        return (message * IN_FLIGHT) / MB;
      },
    },
    ours: {
      what: `${ROWS} rows with ${megabytes} MB of files: the largest resident size of a worker that sends nothing else`,
      measure: async () => (await slice(megabytes * MB)).peak / MB,
    },
    reach: { atMost: 1.5 },
    rounds: 3,
    note,
  };
}

const SMALL =
  "Before: 4.37 (120 MB). Each mail was a copy of its files; now a message is pieces, and the files are the same bytes in all of them, encoded piece by piece. What is left is 52 MB that a slice without files takes too (compiled code, Firestore's client, garbage between two collections), and 3 MB for each MB of files. To reach 1.5 the heap would have to be kept small, which costs time.";
const LARGE =
  "25 MB is the largest that a deployment can allow. Before: 2.31 (316 MB), and four slices in an instance of 1 GiB would not have had room. Now four come to about 510 MB above idle.";

export const rows: Row[] = [row("memory-5", 5, SMALL), row("memory-25", 25, LARGE)];
