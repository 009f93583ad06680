import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hasDownloads } from "./emulators.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "sendwright-downloads-"));
  mkdirSync(join(home, ".cache", "firebase", "emulators"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The sizes that firebase-tools 15.34.2 expects; an upgrade changes names and sizes here. */
const jars = {
  "cloud-firestore-emulator-v1.22.0.jar": 136_707_194,
  "cloud-storage-rules-runtime-v1.1.3.jar": 52_892_936,
};

/** Files of these sizes that take no room on the disk. */
function download(sizes: Record<string, number>): void {
  for (const [name, size] of Object.entries(sizes)) {
    const path = join(home, ".cache", "firebase", "emulators", name);
    writeFileSync(path, "");
    truncateSync(path, size);
  }
}

it("the downloads of the Firebase CLI are there when both are whole", () => {
  expect(hasDownloads({}, home)).toBe(false);
  download(jars);
  expect(hasDownloads({}, home)).toBe(true);
});

it.each(Object.keys(jars))("an incomplete download of %s doesn't count", (name) => {
  download({ ...jars, [name]: 1_000_000 });
  expect(hasDownloads({}, home)).toBe(false);
});
