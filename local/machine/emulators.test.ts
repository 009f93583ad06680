import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFirestoreJar, hasRulesRuntime } from "./emulators.ts";

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
    expect(
      findFirestoreJar(
        { FIRESTORE_EMULATOR_BINARY_PATH: named, PATH: "" },
        folder,
        join(folder, "sdk"),
      ),
    ).toBe(named);
  });

  it("uses no other if the named one is missing", () => {
    put(`sdk/${jar}`);
    expect(
      findFirestoreJar(
        { FIRESTORE_EMULATOR_BINARY_PATH: nowhere, PATH: "" },
        folder,
        join(folder, "sdk"),
      ),
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

it("the Storage emulator can read rules once their runtime is completely downloaded", () => {
  expect(hasRulesRuntime({}, folder)).toBe(false);
  // The size that firebase-tools 15.34.2 expects; an upgrade changes name and size here.
  const runtime = put(".cache/firebase/emulators/cloud-storage-rules-runtime-v1.1.3.jar");
  expect(hasRulesRuntime({}, folder)).toBe(false);
  truncateSync(runtime, 52_892_936); // takes no room on the disk
  expect(hasRulesRuntime({}, folder)).toBe(true);
});
