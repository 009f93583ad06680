import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchTemurin, findJava, findNode22, javaMajor, refuseOtherBytes } from "./runtimes.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-java-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Makes an empty file (an executable one when it has text) in the test's folder; returns its path.
 */
function put(path: string, script = ""): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, script);
  if (script) chmodSync(full, 0o755);
  return full;
}

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
    expect(findJava({ PATH: join(folder, "bin") }, folder)).toBeNull();
  });

  it("finds nothing on a machine without Java", () => {
    expect(findJava({ PATH: folder }, folder)).toBeNull();
  });

  it.each(["jre/jdk-21.0.9+10-jre/bin/java", "jre/jdk-21.0.9+10-jre/Contents/Home/bin/java"])(
    "takes the one that was fetched into the ignored folder: %s",
    (path) => {
      const command = put(path, "#!/bin/sh\necho 'openjdk version \"21.0.9\"' >&2\n");
      expect(findJava({ PATH: "" }, folder)).toEqual({ command, major: 21 });
    },
  );
});

describe("Temurin", () => {
  let base = "";
  let folder = "";
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "sendwright-temurin-"));
    folder = join(base, "java");
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  /** What njre leaves: a folder `jre` beside the path it was given, with a release in it. */
  function unpack(beside: string, script: string): void {
    const java = join(dirname(beside), "jre", "jdk-21.0.9+10-jre", "bin", "java");
    mkdirSync(dirname(java), { recursive: true });
    writeFileSync(java, script);
    chmodSync(java, 0o755);
  }
  const whole = "#!/bin/sh\necho 'openjdk version \"21.0.9\"' >&2\n";

  describe("fetchTemurin", () => {
    it("asks for a JRE 21, and it is found afterwards", async () => {
      const asked: unknown[] = [];
      await fetchTemurin(folder, async (version, { type, installPath }) => {
        asked.push(version, type);
        unpack(installPath, whole);
        return installPath;
      });
      expect(asked).toEqual([21, "jre"]);
      expect(findJava({ PATH: "" }, folder)).toMatchObject({ major: 21 });
      expect(readdirSync(base)).toEqual(["java"]);
    });

    it("keeps nothing if the download breaks off while it is unpacked", async () => {
      const broken = fetchTemurin(folder, async (_version, { installPath }) => {
        unpack(installPath, whole.slice(0, 12));
        throw new Error("read ECONNRESET");
      });
      await expect(broken).rejects.toThrow("read ECONNRESET");
      expect(existsSync(folder)).toBe(false);
      expect(readdirSync(base)).toEqual([]);
    });

    it("rejects a Java that doesn't run, and keeps the earlier one", async () => {
      await fetchTemurin(folder, async (_version, { installPath }) => {
        unpack(installPath, whole);
        return installPath;
      });
      const broken = fetchTemurin(folder, async (_version, { installPath }) => {
        unpack(installPath, "#!/bin/sh\nexit 127\n");
        return installPath;
      });
      await expect(broken).rejects.toThrow("The Java that was fetched does not run.");
      expect(findJava({ PATH: "" }, folder)).toMatchObject({ major: 21 });
    });
  });
});

const running = { version: "20.20.2", path: "/usr/bin/node" };

it("is the running Node where that is 22, else the one that was fetched", () => {
  expect(findNode22({ ...running, version: "22.11.0" }, "/nowhere")).toBe("/usr/bin/node");
  expect(findNode22(running, "/nowhere")).toBeNull();
  expect(findNode22(running, import.meta.filename)).toBe(import.meta.filename);
});

it("is refused when its bytes are others", () => {
  const bytes = Buffer.from("node");
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  expect(() => refuseOtherBytes(bytes, integrity)).not.toThrow();
  expect(() => refuseOtherBytes(Buffer.from("other"), integrity)).toThrow("not the one");
});
