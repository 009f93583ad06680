/**
 * Kills what a start script leaves behind when it dies without stopping its parts (SIGKILL, a crash, a closed terminal).
 * It reads lines from the script: `+pid` for each process group begun, `-pid` for each one ended; the end of the input means the script is gone.
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
    // that group has ended by itself
  }
}
