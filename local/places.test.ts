import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { claimKeptData, placesFor } from "./places.ts";
import { tsx } from "./processes.ts";

let folder = "";
let places = placesFor(0);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-places-"));
  places = { ...placesFor(0), base: join(folder, ".local") };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A start that claims the data and ends. */
function claimElsewhere(end: string): string {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, "places.ts")).href);
  const script = `import { claimKeptData } from ${module}; console.log(claimKeptData(${JSON.stringify(places)})); ${end}`;
  return spawnSync(process.execPath, [...tsx, "--input-type=module", "-e", script], {
    encoding: "utf8",
  }).stdout;
}

it("only one start at a time has the kept data, until it ends or is killed", () => {
  expect(claimElsewhere("process.exit(1)")).toBe("true\n");
  expect(existsSync(places.base) && claimElsewhere('process.kill(process.pid, "SIGKILL")')).toBe(
    "true\n",
  );
  expect(claimKeptData(places)).toBe(true);
  expect(claimElsewhere("")).toBe("false\n");
});

it("a claim of a process whose number another one has now counts for nothing; that of an earlier version has only the number", () => {
  claimElsewhere("");
  writeFileSync(join(places.base, "start.pid"), `${process.pid} long ago`);
  expect(claimElsewhere("")).toBe("true\n");
  writeFileSync(join(places.base, "start.pid"), String(process.pid));
  expect(claimElsewhere("")).toBe("false\n");
});

it("a claim that was written by half counts for nothing", () => {
  claimElsewhere("");
  for (const text of ["", "abc"]) {
    writeFileSync(join(places.base, "start.pid"), text);
    expect(claimElsewhere("")).toBe("true\n");
  }
});
