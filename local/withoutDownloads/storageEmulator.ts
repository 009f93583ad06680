/**
 * firebase-tools' own Storage emulator in a process of its own. Its rules runtime is a jar that only a download brings; in its place
 * this one refuses every client, exactly as storage.rules does. The Admin SDK never asks the rules.
 * Environment: PORT, PROJECT, RULES (path), IMPORT (folder of an earlier export, optional).
 */
import { existsSync, readFileSync } from "node:fs";
import { EmulatorRegistry } from "firebase-tools/lib/emulator/registry.js";
import { StorageEmulator } from "firebase-tools/lib/emulator/storage/index.js";
import { StorageRulesIssues, StorageRulesRuntime } from "firebase-tools/lib/emulator/storage/rules/runtime.js";

const refuse = { verify: async () => ({ permitted: false, issues: new StorageRulesIssues() }), unload: async () => {} };
StorageRulesRuntime.prototype.start = async () => {};
StorageRulesRuntime.prototype.stop = async () => {};
StorageRulesRuntime.prototype.loadRuleset = async () => ({ ruleset: refuse, issues: new StorageRulesIssues() });

const rules = String(process.env.RULES);
const emulator = new StorageEmulator({
  host: "127.0.0.1",
  port: Number(process.env.PORT),
  projectId: String(process.env.PROJECT),
  rules: { name: rules, content: readFileSync(rules, "utf8") },
  auto_download: false,
});
await EmulatorRegistry.start(emulator);
const earlier = process.env.IMPORT;
if (earlier && existsSync(earlier)) emulator.storageLayer.import(earlier, { initiatedBy: "start" });
console.log("ready");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await emulator.stop();
    process.exit(0);
  });
}
