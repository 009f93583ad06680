import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { files, read, root } from "./repository.ts";

/** Of the pictures that one script makes of the product (e2e/README.md). */
const FOLDER = "docs/pictures/";
const pictures = files.filter((path) => path.startsWith(FOLDER));
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const size = (path: string) => readFileSync(join(root, path)).length;

/** Each picture that a document shows or links to: its path from the root. */
const used = files
  .filter((path) => /\.md$/.test(path) && !path.startsWith("functions/"))
  .flatMap((path) => {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
    const found = read(path).matchAll(
      /(?:\]\(|src(?:set)?=")([^)"\s:]+\.(?:png|jpe?g|webp|gif|svg))/g,
    );
    return [...found].map(([, address = ""]) => join(folder, address));
  });

/** Each picture that the script makes. */
const made = files
  .filter((path) => /^e2e\/[^/]+\.pictures\.ts$/.test(path))
  .flatMap((path) => [
    ...read(path).matchAll(/\bawait (?:keepPicture|beside)\([^"]*"([\w-]+)"\);/g),
  ])
  .map(([, name]) => `${name}.png`);

describe("the pictures of the product", () => {
  it("that a document uses are there", () => {
    expect(used.length).toBeGreaterThanOrEqual(5);
    expect(used.filter((path) => !files.includes(path))).toEqual([]);
  });

  it("are all used by a document, and no others are in docs", () => {
    expect(pictures.filter((path) => !used.includes(path))).toEqual([]);
    const others = files.filter(
      (path) => /^docs\/.*\.(png|jpe?g|webp|gif)$/.test(path) && !pictures.includes(path),
    );
    expect(others).toEqual([]);
  });

  it("are made by the script, each of them, which makes no others", () => {
    expect(made.toSorted()).toEqual(pictures.map(nameOf).toSorted());
  });

  it("that the web store shows have its size and no transparency", () => {
    const shown = used.filter((path) => read("docs/extension.md").includes(nameOf(path)));
    expect(shown).toHaveLength(3);
    for (const path of shown) {
      const header = readFileSync(join(root, path)).subarray(16, 26);
      // Eight bits for each of three colors.
      expect([header.readUInt32BE(0), header.readUInt32BE(4), ...header.subarray(8)]).toEqual([
        1280, 800, 8, 2,
      ]);
    }
  });

  it("take less than 400 kB together", () => {
    expect(pictures.reduce((sum, path) => sum + size(path), 0)).toBeLessThan(400_000);
  });
});

it("the landing page's example and the pictures have the same people and the same words", () => {
  const hero = read("web/src/features/landing/Hero.tsx");
  expect(hero).toContain("{SAMPLE_PEOPLE.map(");
  const words = hero
    .replace(/<PlaceholderChip [^>]*name="([^"]+)" \/>/g, "{{$1}}")
    .replace(/\{" "\}/g, " ")
    .replace(/\s+/g, " ");
  const sample = read("e2e/sample.ts");
  expect(sample).toContain("...SAMPLE_PEOPLE,");
  const body = (/body: "(.+)"/.exec(sample)?.[1] ?? "").replace(/\|\w+/g, "");
  for (const part of ["Hi {{First Name}},", "see you", "at {{Time}} about {{Child}}"]) {
    expect(words).toContain(part);
    expect(body).toContain(part);
  }
});
