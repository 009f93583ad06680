import { readFileSync } from "node:fs";
import { workOnExport } from "../src/features/account/export/work.ts";
import { readExport } from "../src/store/exports.ts";

/**
 * A process that works on one export, as an instance does: `uid` and `id` are its arguments. Prints
 * the most memory it had, in bytes, when the export is over.
 */
const [, , uid = "", id = ""] = process.argv;
for (let made = await readExport(uid); made?.state === "working"; made = await readExport(uid)) {
  await workOnExport({ uid, id });
}
console.log(JSON.stringify({ memory: peak() }));
process.exit(0);

/**
 * Not `maxRSS`, which begins with that of the process that started this one: a worker with many
 * test files.
 */
function peak(): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) * 1024;
}
