import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cliRunsEverything, findFirestoreJar, findJava, javaMajor } from "./java.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-java-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes an empty file (an executable one when it has text) in the test's folder; gives its path. */
function put(path: string, script = ""): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, script);
  if (script) chmodSync(full, 0o755);
  return full;
}

const jar = "platform/cloud-firestore-emulator/cloud-firestore-emulator.jar";
const nowhere = "/nowhere/at/all";

describe("javaMajor", () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "21" 2023-09-19', 21],
    ['java version "1.8.0_402"', 8],
    ['openjdk version "11.0.2-ea"', 11],
    ["command not found", 0],
    ["", 0],
  ])("reads %s", (text, major) => {
    expect(javaMajor(text)).toBe(major);
  });
});

describe("findJava", () => {
  it("prefers JAVA_HOME", () => {
    const command = put("home/bin/java", "#!/bin/sh\necho 'openjdk version \"21.0.1\"' >&2\n");
    expect(findJava({ JAVA_HOME: join(folder, "home"), PATH: "" })).toEqual({ command, major: 21 });
  });

  it("does not take one that is too old", () => {
    put("bin/java", "#!/bin/sh\necho 'java version \"1.8.0_402\"' >&2\n");
    expect(findJava({ PATH: join(folder, "bin") })).toBeNull();
  });

  it("finds nothing on a machine without Java", () => {
    expect(findJava({ PATH: folder })).toBeNull();
  });
});

describe("findFirestoreJar", () => {
  it("takes the one that is named before any other", () => {
    const named = put("my.jar");
    put(`sdk/${jar}`);
    expect(findFirestoreJar({ FIRESTORE_EMULATOR_BINARY_PATH: named, PATH: "" }, folder, join(folder, "sdk"))).toBe(
      named,
    );
  });

  it("takes no other when the named one is missing", () => {
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
    const downloaded = put("elsewhere/cloud-firestore-emulator-v1.22.0.jar");
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
});

describe("cliRunsEverything", () => {
  const downloads = () => {
    put(".cache/firebase/emulators/cloud-firestore-emulator-v1.22.0.jar");
    put(".cache/firebase/emulators/cloud-storage-rules-runtime-v1.1.3.jar");
  };

  it("wants Java 21 and both downloads", () => {
    expect(cliRunsEverything(21, {}, folder)).toBe(false);
    downloads();
    expect(cliRunsEverything(21, {}, folder)).toBe(true);
    expect(cliRunsEverything(17, {}, folder)).toBe(false);
  });
});
