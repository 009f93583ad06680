import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFirestoreJar, hasDownloads } from "./emulators.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-jar-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a file (an executable one when it has text) in the test's folder; returns its path. */
function put(path: string, script = ""): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, script || "jar");
  if (script) chmodSync(full, 0o755);
  return full;
}

const jar = "platform/cloud-firestore-emulator/cloud-firestore-emulator.jar";
const nowhere = "/nowhere/at/all";

describe("findFirestoreJar", () => {
  it("prefers the named one", () => {
    const named = put("my.jar");
    put(`sdk/${jar}`);
    expect(findFirestoreJar({ FIRESTORE_EMULATOR_BINARY_PATH: named, PATH: "" }, folder, join(folder, "sdk"))).toBe(
      named,
    );
  });

  it("uses no other if the named one is missing", () => {
    put(`sdk/${jar}`);
    expect(
      findFirestoreJar({ FIRESTORE_EMULATOR_BINARY_PATH: nowhere, PATH: "" }, folder, join(folder, "sdk")),
    ).toBeNull();
  });

  it("finds Debian's package", () => {
    const inSdk = put(`sdk/${jar}`);
    expect(findFirestoreJar({ PATH: "" }, folder, join(folder, "sdk"))).toBe(inSdk);
  });

  it("finds the newest that firebase-tools has downloaded, by number and not by letter", () => {
    put(".cache/firebase/emulators/cloud-firestore-emulator-v1.9.0.jar");
    const newest = put(".cache/firebase/emulators/cloud-firestore-emulator-v1.19.8.jar");
    put(".cache/firebase/emulators/cloud-storage-rules-runtime-v1.1.3.jar");
    expect(findFirestoreJar({ PATH: "" }, folder, nowhere)).toBe(newest);
  });

  it("looks where FIREBASE_EMULATORS_PATH says", () => {
    const downloaded = put("elsewhere/cloud-firestore-emulator-v1.21.0.jar");
    const env = { FIREBASE_EMULATORS_PATH: join(folder, "elsewhere"), PATH: "" };
    expect(findFirestoreJar(env, nowhere, nowhere)).toBe(downloaded);
  });

  it("asks gcloud where its folder is", () => {
    const inSdk = put(`opt/${jar}`);
    put("bin/gcloud", `#!/bin/sh\necho ${join(folder, "opt")}\n`);
    expect(findFirestoreJar({ PATH: join(folder, "bin") }, nowhere, nowhere)).toBe(inSdk);
  });

  it("finds nothing where nothing is", () => {
    expect(findFirestoreJar({ PATH: folder }, folder, nowhere)).toBeNull();
  });

  it("does not take one whose download broke off", () => {
    put(".cache/firebase/emulators/cloud-firestore-emulator-v1.22.0.jar"); // not the size that firebase-tools expects
    expect(findFirestoreJar({ PATH: "" }, folder, nowhere)).toBeNull();
  });
});

describe("the downloads of the Firebase CLI", () => {
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
});
