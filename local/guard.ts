/**
 * Kills the processes of a start script that ended without stopping them (SIGKILL, a crash, a
 * closed terminal). Reads lines from the script: `+pid` when a process group begins, `-pid` when it
 * ends. The end of the input means that the script has ended.
 */
import { createInterface } from "node:readline";

const groups = new Set<number>();

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(pid);
  else groups.delete(pid);
}
for (const pid of groups) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
