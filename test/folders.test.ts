import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * Which folders of a place each of its folders imports; "" has the files beside them. Tests may
 * import any.
 */
function importsByFolder(place: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const folderOf = (path: string) => (path.includes("/") ? (path.split("/")[0] ?? "") : "");
  const paths = readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  for (const path of paths.filter(
    (one) => /\.tsx?$/.test(one) && !/\.test\.|esting\.tsx?$|factories\.ts$/.test(one),
  )) {
    const folder = folderOf(path);
    const found = imports.get(folder) ?? new Set();
    imports.set(folder, found);
    const source = readFileSync(join(root, place, path), "utf8");
    for (const [, specifier = ""] of source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = normalize(join(dirname(path), specifier)).replaceAll("\\", "/");
      if (!target.startsWith("../") && folderOf(target) !== folder) found.add(folderOf(target));
    }
  }
  return imports;
}

/**
 * The first folders found that import each other, directly or through others: "check → table →
 * check"; null for none.
 */
function circle(imports: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const isDone = new Set<string>();
  const from = (folder: string, before: readonly string[]): string | null => {
    if (before.includes(folder))
      return [...before.slice(before.indexOf(folder)), folder].join(" → ");
    if (isDone.has(folder)) return null;
    const found = [...(imports.get(folder) ?? [])].reduce<string | null>(
      (first, next) => first ?? from(next, [...before, folder]),
      null,
    );
    isDone.add(folder);
    return found;
  };
  return [...imports.keys()].reduce<string | null>(
    (first, folder) => first ?? from(folder, []),
    null,
  );
}

describe.each(["web/src/features/send", "core/src"])("the folders of %s", (place) => {
  const imports = importsByFolder(place);

  it("import each other in one direction", () => {
    expect(imports.size).toBeGreaterThan(5);
    expect(circle(imports)).toBeNull();
  });
});

it("the files of features/send import its folders, never the reverse", () => {
  const users = [...importsByFolder("web/src/features/send")].filter(
    ([folder, into]) => folder !== "" && into.has(""),
  );
  expect(users).toEqual([]);
});

it("finds a circle through several folders", () => {
  const of = (...pairs: [string, string[]][]) =>
    new Map(pairs.map(([folder, into]) => [folder, new Set(into)]));
  expect(circle(of(["a", ["b"]], ["b", ["c"]], ["c", []]))).toBeNull();
  expect(circle(of(["a", ["b"]], ["b", ["c"]], ["c", ["b"]]))).toBe("b → c → b");
});
