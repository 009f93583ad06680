import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deployedVersion } from "./version.ts";

let folder = "";
const git = (...args: string[]) => {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" }).trim();
};
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), "sendwright-version-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a release names its commit, and whether it had other changes", () => {
  git("init", "-q");
  writeFileSync(join(folder, "a"), "1");
  git("add", "a");
  git("commit", "-q", "--no-verify", "-m", "first");
  git("tag", "-m", "a tag", "v1");
  const commit = git("rev-parse", "--short=8", "HEAD");
  expect(deployedVersion(folder)).toBe(`commit ${commit}`);
  writeFileSync(join(folder, "a"), "2");
  expect(deployedVersion(folder)).toBe(`commit ${commit}-dirty`);
});

it("a copy without git says so", () => expect(deployedVersion(folder)).toBe("a copy without git"));
