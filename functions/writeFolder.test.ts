import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFolder } from "./writeFolder.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, contents]) => ({
    path: join(folder, name),
    contents: Buffer.from(contents),
  }));

it("touches no file that is the same: another stack may run what lies there", async () => {
  await writeFolder(folder, files({ "index.js": "one", "chunk.js": "two" }));
  const path = join(folder, "index.js");
  utimesSync(path, 1_000, 1_000);
  const before = statSync(path);
  await writeFolder(folder, files({ "index.js": "one", "chunk.js": "three" }));
  expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  expect(readFileSync(join(folder, "chunk.js"), "utf8")).toBe("three");
});

it("leaves nothing there that was not made now", async () => {
  writeFileSync(join(folder, "old.js"), "");
  await writeFolder(folder, files({ "index.js": "one" }));
  expect(readdirSync(folder)).toEqual(["index.js"]);
});
