import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walls } from "./walls.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const flagged = new Set<string>();
let folder = "";

/** The probe file of one case: beside the wall's file, under a name of its own. */
function probe(file: string, index: number): string {
  return file.replace(/([^/.]+)(\.[^/]+)$/, `$1-${index}$2`);
}

/** The file that is imported, and the one name of it where a name is given. */
function parts(specifier: string): { path: string; name: string | undefined } {
  const [path = "", name] = specifier.split(" from ").reverse();
  return { path, name };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-walls-"));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const { file, allowed, forbidden } of walls) {
    [...allowed, ...forbidden].forEach((specifier, index) => {
      const path = join(folder, probe(file, index));
      const { path: from, name } = parts(specifier);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import ${name === undefined ? "" : `{ ${name} } from `}${JSON.stringify(from)};\n`);
    });
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8" });
  for (const [, path] of stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)) flagged.add(path ?? "");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever is named by a path: a wall before a file that is gone protects nothing. */
const named = walls.flatMap(({ file, allowed, forbidden }) =>
  [...allowed, ...forbidden]
    .map((specifier) => parts(specifier).path)
    .filter((specifier) => /^\.|^@sendwright.*\.ts$/.test(specifier))
    .map((specifier) => [file, specifier.replace("@sendwright/", `${relative(dirname(file), ".")}/`)] as const),
);

it("each wall stands between files that are there", () => {
  expect(named.filter(([file, specifier]) => !existsSync(join(root, dirname(file), specifier)))).toEqual([]);
});

it("only the worker and the sweep go by the ledger: requests import the store", () => {
  const sources = readdirSync(join(root, "functions/src"), { recursive: true, encoding: "utf8" });
  const going = sources.filter(
    (file) => file.endsWith(".ts") && /\.ledger\b/.test(readFileSync(join(root, "functions/src", file), "utf8")),
  );
  expect(going.filter((file) => !/^features\/sends\/(work|attend)\//.test(file))).toEqual([]);
  expect(going).not.toEqual([]);
});

describe("the walls between the rooms of the house", () => {
  for (const { file, allowed, forbidden } of walls) {
    allowed.forEach((specifier, index) => {
      it(`${file} may import ${specifier}`, () => {
        expect(flagged).not.toContain(join(folder, probe(file, index)));
      });
    });
    forbidden.forEach((specifier, index) => {
      it(`${file} may not import ${specifier}`, () => {
        expect(flagged).toContain(join(folder, probe(file, allowed.length + index)));
      });
    });
  }
});
