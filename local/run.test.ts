import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { missingPackages } from "./run.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-install-"));
  mkdirSync(join(folder, "node_modules"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lock(path: string, packages: Record<string, object>): void {
  writeFileSync(join(folder, path), JSON.stringify({ packages }));
}

describe("missingPackages", () => {
  it("names everything on a fresh clone", () => {
    lock("package-lock.json", { "": {}, web: {}, "node_modules/react": { version: "19.3.1" } });
    expect(missingPackages(folder)).toEqual(["node_modules/react"]);
  });

  it("is content with the versions of the lockfile, and with another platform's binary that is not there", () => {
    lock("package-lock.json", {
      "": {},
      "node_modules/react": { version: "19.3.1" },
      "web/node_modules/quill": { version: "2.0.3" },
      "node_modules/@sendwright/web": { link: true, resolved: "web" },
      "node_modules/@esbuild/win32-x64": { version: "0.28.2", optional: true },
    });
    lock("node_modules/.package-lock.json", {
      "node_modules/react": { version: "19.3.1" },
      "web/node_modules/quill": { version: "2.0.3" },
    });
    expect(missingPackages(folder)).toEqual([]);
  });

  it("sees a version that has changed", () => {
    lock("package-lock.json", { "node_modules/react": { version: "19.3.1" } });
    lock("node_modules/.package-lock.json", { "node_modules/react": { version: "19.2.0" } });
    expect(missingPackages(folder)).toEqual(["node_modules/react"]);
  });
});
