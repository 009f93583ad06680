import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Making, makeUnlessUnchanged } from "./unchanged.ts";

let folder: string;
let making: Making;
let made: number;

const at = (...path: string[]) => join(folder, ...path);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Two files, of the sources and the settings; the second is written last. */
async function build(): Promise<void> {
  made += 1;
  const sources = readFileSync(at("src", "deep", "a.ts"), "utf8");
  write(at("dist", "first"), `${sources} with ${making.settings}`);
  write(at("dist.zip"), sources);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "unchanged-"));
  write(at("src", "deep", "a.ts"), "one");
  write(at("src", "b.ts"), "two");
  write(at("lock"), "1.0.0");
  made = 0;
  const reads = [at("src"), at("lock"), at("not there")];
  making = { settings: ["port=5000"], reads, writes: [at("dist"), at("dist.zip")], mark: at("marks", "page") };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("makes missing results, and doesn't repeat unchanged ones", async () => {
  await makeUnlessUnchanged(making, build);
  await makeUnlessUnchanged(making, build);
  await makeUnlessUnchanged({ ...making }, build);
  expect(made).toBe(1);
});

it.each<[what: string, change: () => unknown]>([
  ["a source was changed", () => appendFileSync(at("src", "deep", "a.ts"), " more")],
  ["a source was changed to text of the same length", () => write(at("src", "b.ts"), "tow")],
  ["a source was added", () => write(at("src", "deep", "c.ts"), "")],
  ["a source was added beside them", () => write(at("src", ".env"), "A=1")],
  ["a source was deleted", () => rmSync(at("src", "b.ts"))],
  [
    "what a source held is in another",
    () => [write(at("src", "b.ts"), ""), write(at("src", "deep", "a.ts"), "onetwo")],
  ],
  ["a package has another version", () => write(at("lock"), "1.0.1")],
  ["a file is there that was not", () => write(at("not there"), "")],
  ["a setting is another", () => Object.assign(making, { settings: ["port=6000"] })],
  ["a setting is more", () => Object.assign(making, { settings: ["port=5000", ""] })],
  ["the result was deleted", () => rmSync(at("dist"), { recursive: true })],
  ["a file of the result was deleted", () => rmSync(at("dist.zip"))],
  ["a file was added to the result", () => write(at("dist", "old"), "")],
  ["a file of the result is incomplete", () => truncateSync(at("dist", "first"), 3)],
  ["another build has written there", () => write(at("dist", "first"), "three with port=7000")],
  ["the mark was deleted", () => rmSync(at("marks"), { recursive: true })],
  ["the mark is half there", () => truncateSync(at("marks", "page"), 20)],
])("makes it again when %s", async (_what, change) => {
  await makeUnlessUnchanged(making, build);
  change();
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(2);
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(2);
});

it("recognizes a change that was reverted", async () => {
  await makeUnlessUnchanged(making, build);
  write(at("src", "b.ts"), "other");
  write(at("src", "b.ts"), "two");
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(1);
});

it("makes it again after a build that was killed in the middle, also when the sources are the old ones again", async () => {
  await makeUnlessUnchanged(making, build);
  write(at("src", "b.ts"), "other");
  const killed = async () => {
    write(at("dist", "first"), "half");
    throw new Error("killed");
  };
  await expect(makeUnlessUnchanged(making, killed)).rejects.toThrow("killed");
  write(at("src", "b.ts"), "two");
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(2);
  expect(readFileSync(at("dist", "first"), "utf8")).toBe("one with port=5000");
});

it("makes it again when a source was changed while it was made", async () => {
  await makeUnlessUnchanged(making, async () => {
    await build();
    write(at("src", "deep", "a.ts"), "later");
  });
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(2);
  expect(readFileSync(at("dist.zip"), "utf8")).toBe("later");
});

it("ignores installed and built files beside the sources", async () => {
  await makeUnlessUnchanged(making, build);
  for (const path of [["node_modules", "x", "index.js"], ["dist", "x.js"], ["dist.zip"]]) write(at("src", ...path), "");
  await makeUnlessUnchanged(making, build);
  expect(made).toBe(1);
});
