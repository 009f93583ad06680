import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ListedEntry, packEntry, type ZipEntry, zipEnd } from "./zip.ts";

/** Zips as Python's reader sees them, which checks every sum. Their files are readable on Unix. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "zip-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TIME = new Date("2026-11-26T14:05:58Z");
const GB = 1024 ** 3;

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    zip.fp.seek(-22, 2)
    assert zip.fp.read(8) == b"PK\\5\\6" + bytes(4), "more than one disk"
    for one in zip.infolist():
        made = (one.create_system, one.external_attr >> 16, one.internal_attr, one.volume, one.comment)
        assert made == (3, 0o100644, 0, 0, b""), made
        version = 45 if one.header_offset >= 0xffffffff else 20
        assert (one.create_version, one.extract_version) == (version, version), one.filename
    shown = [[one.filename, len(zip.read(one)), one.compress_type, one.date_time] for one in zip.infolist()[-5:]]
    print(json.dumps([len(zip.infolist()), shown]))`;

/**
 * Writes entries with a gap of so many bytes before each, and returns their number and the last
 * five as read.
 */
async function readBack(entries: Iterable<ZipEntry>, gap = 0) {
  const path = join(folder, "one.zip");
  const file = openSync(path, "w");
  const listed: ListedEntry[] = [];
  let at = 0;
  const write = (bytes: Buffer) => {
    writeSync(file, bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  for (const entry of entries) {
    at += gap;
    const packed = await packEntry(entry, at, TIME);
    listed.push(packed.listed);
    for (const bytes of packed.bytes) write(bytes);
  }
  write(zipEnd(listed, at, TIME));
  closeSync(file);
  return JSON.parse(execFileSync("python3", ["-c", READ, path], { encoding: "utf8" }));
}

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const AT = [2026, 11, 26, 14, 5, 58];

it("stores bytes and compresses text, under names in any script", async () => {
  const long = "Grüße ".repeat(10_000);
  const entries = [
    { name: "a/Été 日本.bin", content: Buffer.from([1, 2, 3]) },
    { name: "b.json", content: pieces("[", long, "]") },
    { name: "empty.bin", content: Buffer.alloc(0) },
    { name: "empty.json", content: pieces() },
  ];
  expect(await readBack(entries)).toEqual([
    4,
    [
      ["a/Été 日本.bin", 3, 0, AT],
      ["b.json", Buffer.byteLength(long) + 2, 8, AT],
      ["empty.bin", 0, 0, AT],
      ["empty.json", 0, 8, AT],
    ],
  ]);
});

it("without entries is a zip", async () => {
  expect(await readBack([])).toEqual([0, []]);
});

it("can be larger than 4 GB", async () => {
  // The gaps are holes in the file, which take no room on the disk.
  const entries = ["1", "2", "3"].map((name) => ({ name, content: Buffer.from(name) }));
  expect(await readBack(entries, 2 * GB)).toEqual([
    3,
    ["1", "2", "3"].map((name) => [name, 1, 0, AT]),
  ]);
});

it("can have more than 65,535 entries", async () => {
  const entries = Array.from({ length: 65_536 }, (_, i) => ({
    name: `${i}`,
    content: Buffer.from("x"),
  }));
  const [count, last] = await readBack(entries);
  expect([count, last.at(-1)]).toEqual([65_536, ["65535", 1, 0, AT]]);
});
