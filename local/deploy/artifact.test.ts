import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { root } from "../places.ts";
import {
  deployedVersion,
  install,
  refuseUnexpectedFiles,
  unexpectedFiles,
  unpackedUpload,
} from "./artifact.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-upload-"));
  for (const file of [
    "lib/index.js",
    "lib/app-STH7RZ3V.js",
    "package.json",
    "package-lock.json",
    ".npmrc",
  ])
    add(file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function add(file: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), "");
}

it("an upload holds the bundle, its manifest, its lock, and that no install script runs", () => {
  expect(unexpectedFiles(folder)).toEqual([]);
  expect(() => refuseUnexpectedFiles(folder)).not.toThrow();
});

it.each([
  ".env",
  ".env.ours",
  ".secret.local",
  "lib/index.js.map",
  "src/config.ts",
  "test/a.test.ts",
  "node_modules/a/b.js",
])("%s has no business in it", (file) => {
  add(file);
  expect(unexpectedFiles(folder)).toEqual([file]);
  expect(() => refuseUnexpectedFiles(folder)).toThrow(file);
});

it.each(["lib/index.js", "package.json", "package-lock.json", ".npmrc"])(
  "is refused without its %s",
  (file) => {
    rmSync(join(folder, file));
    expect(unexpectedFiles(folder)).toEqual([`${file} (missing)`]);
  },
);

it("is not installed below a folder whose packages would hide missing ones", async () => {
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "below"));
  await expect(install(join(folder, "below"), folder)).rejects.toThrow("set TMPDIR elsewhere");
});

it("is packed without private files and those only for this machine, and unpacked outside of the repository", async () => {
  for (const file of [
    ".secret.local",
    "lib/index.js.map",
    "node_modules/a/b.js",
    "firebase-debug.log",
  ])
    add(file);
  const logs = mkdtempSync(join(tmpdir(), "sendwright-logs-"));
  const unpacked = await unpackedUpload(logs, folder);
  try {
    expect(unexpectedFiles(unpacked)).toEqual([]);
    expect(unpacked.startsWith(root)).toBe(false);
  } finally {
    for (const each of [unpacked, logs]) rmSync(each, { recursive: true, force: true });
  }
});

const { functions, hosting } = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));

/** Runs a hook as the Firebase CLI does. */
function run(hook: string, checked?: string) {
  const env = {
    ...process.env,
    PROJECT_DIR: root,
    GCLOUD_PROJECT: "mail-of-ours",
    SENDWRIGHT_CHECKED: checked,
  };
  const { status, stderr } = spawnSync(hook, { cwd: root, env, shell: true, encoding: "utf8" });
  return { status, stderr };
}

it.each([
  ["functions", functions[0].predeploy],
  ["page", hosting.predeploy],
])("%s: only what npm run deploy has checked is uploaded", (_name, hooks) => {
  expect(hooks).toHaveLength(1);
  expect(run(hooks[0], "mail-of-ours")).toMatchObject({ status: 0 });
  for (const other of [undefined, "another-project"]) {
    const refused = run(hooks[0], other);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("npm run deploy -- --project mail-of-ours");
  }
});

function git(...args: string[]): string {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

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
