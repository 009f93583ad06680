import { expect, it } from "vitest";
import { files, read } from "./repository.ts";

const PRODUCT =
  /^(?:core\/src|functions\/(?:src|operator)|web\/src|extension\/src|local|hosting|bench)\/.+\.tsx?$/;
const OF_TESTS = /\.test\.tsx?$|\.d\.ts$|\/testing\/|[tT]esting\.tsx?$/;
const DECLARATION = /^(export )?(?:declare )?(?:type|interface|(?:abstract )?class|enum) (\w+)/gm;

/**
 * One line for each type name with several declarations. The unexported props of components share
 * names.
 */
function repeatedNames(sources: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  for (const [path, source] of sources) {
    for (const [, exported, name = ""] of source.matchAll(DECLARATION)) {
      if (exported === undefined && name.endsWith("Props")) continue;
      places.set(name, [...(places.get(name) ?? []), path]);
    }
  }
  return [...places].flatMap(([name, paths]) =>
    paths.length > 1 ? [`${name} is declared in ${paths.join(" and ")}.`] : [],
  );
}

it("one type name stands for one thing in the product's code", () => {
  const product = files
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => PRODUCT.test(path));
  const sources = new Map(
    product.filter((path) => !OF_TESTS.test(path)).map((path) => [path, read(path)]),
  );
  expect(sources.size).toBeGreaterThan(400);
  expect(
    repeatedNames(sources),
    "Name each type after the thing that it is (BodyCell, OdsCell). If two are the same thing, export one and import it.",
  ).toEqual([]);
});

it("a type that is declared twice is named with its files, except unexported props", () => {
  const sources = new Map([
    ["a.ts", "export interface Cell {\n}\ninterface Props {\n}\ntype Row = string;"],
    ["b.ts", "type Cell<E> = E;\ninterface Props {\n}\n// type Row"],
    ["c.ts", "import {\n  type Row,\n} from './a';\nexport class Table {}"],
  ]);
  expect(repeatedNames(sources)).toEqual(["Cell is declared in a.ts and b.ts."]);
});

it("no part that several screens share has a fixed id: it can be on the page twice", () => {
  const shared = files.filter(
    (path) => /^web\/src\/(?:components|sending)\/.+\.tsx$/.test(path) && !OF_TESTS.test(path),
  );
  expect(shared.length).toBeGreaterThan(80);
  expect(
    shared.filter((path) => /\s(?:id|htmlFor)="/.test(read(path))),
    "Use `useId`.",
  ).toEqual([]);
});
