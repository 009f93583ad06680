import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findJava, javaMajor } from "./java.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-java-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes an empty file (an executable one when it has text) in the test's folder; returns its path. */
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
