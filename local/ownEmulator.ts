/**
 * Runs one of the Firebase CLI's emulators in a process of its own. `storage`: we add a call that
 * it lacks. `tasks`: the CLI starts it only with the Functions emulator, and a rehearsal runs the
 * functions itself. Environment: PORT; for `storage` also PROJECT, RULES (a path), IMPORT (the
 * folder of an earlier export, optional), and RULES_RUNTIME if this machine can read rules.
 */
import { existsSync, readFileSync } from "node:fs";
import { EmulatorRegistry } from "firebase-tools/lib/emulator/registry.js";
import { StorageEmulator } from "firebase-tools/lib/emulator/storage/index.js";
import {
  StorageRulesIssues,
  StorageRulesRuntime,
} from "firebase-tools/lib/emulator/storage/rules/runtime.js";
import { TasksEmulator } from "firebase-tools/lib/emulator/tasksEmulator.js";
import { addCompose } from "./storageCompose.ts";

/** Refuses every client, as storage.rules does: for machines that can't read rules. */
function refuseClients(): void {
  const issues = new StorageRulesIssues();
  const refuse = { verify: async () => ({ permitted: false, issues }), unload: async () => {} };
  const methods = {
    start: async () => {},
    stop: async () => {},
    loadRuleset: async () => ({ ruleset: refuse, issues }),
  };
  Object.assign(StorageRulesRuntime.prototype, methods);
}

function storage(at: { host: string; port: number }) {
  addCompose();
  if (!process.env.RULES_RUNTIME) refuseClients();
  const name = String(process.env.RULES);
  const rules = { name, content: readFileSync(name, "utf8") };
  return new StorageEmulator({
    ...at,
    projectId: String(process.env.PROJECT),
    rules,
    auto_download: false,
  });
}

const at = { host: "127.0.0.1", port: Number(process.env.PORT) };
const emulator = process.argv[2] === "storage" ? storage(at) : new TasksEmulator(at);
await EmulatorRegistry.start(emulator);
const earlier = process.env.IMPORT;
if (earlier && existsSync(earlier)) emulator.storageLayer.import(earlier, { initiatedBy: "start" });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void emulator.stop().then(() => process.exit(0)));
}
