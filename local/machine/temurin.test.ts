import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchTemurin, findJava } from "./java.ts";

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

  it("takes nothing when the download breaks off while it is unpacked", async () => {
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
