import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.ts";

/** Lets git run .githooks before a commit, where the clone has no hooks of its own. */
export function ensureGitHooks(): void {
  if (process.env.CI || !existsSync(join(root, ".git"))) return;
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (git("config", "core.hooksPath").stdout === "") git("config", "--local", "core.hooksPath", ".githooks");
}
