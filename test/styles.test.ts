import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { files, read } from "./repository.ts";

const GLOBAL = "web/src/app/global.css";

/** The classes in a style sheet's selectors, without those of others (`:global(…)`). */
function classesOf(sheet: string): Set<string> {
  const selectors = sheet
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\((?:[^()]|\([^()]*\))*\)/g, "")
    .replace(/[^{};]*;/g, "");
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));
}

/** The classes that a style sheet takes from `global.css`, or from itself. */
function composedIn(sheet: string, place: "global" | "here"): string[] {
  return [...sheet.matchAll(/composes: ([^;]*?)( from global)?;/g)]
    .filter(([, , from]) => (from === undefined) === (place === "here"))
    .flatMap(([, names = ""]) => names.split(" "));
}

const sources = files
  .filter((path) => /^(?:web|extension)\/src\/.*\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path, source: read(path) }));

/** Each import of a style sheet, with the classes that its file uses. */
const imports = sources.flatMap(({ path, source }) =>
  [...source.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";/gm)].map(
    ([, id = "", target = ""]) => {
      const used = [...source.matchAll(new RegExp(`(?<![\\w."/])${id}\\.(\\w+)`, "g"))].map(
        ([, name = ""]) => name,
      );
      // Another variable may have the same name as the import: a value with "class" in its line is
      // a class for certain.
      const certain = source
        .split("\n")
        .filter((line) => id === "styles" || /class/i.test(line))
        .flatMap((line) => [...line.matchAll(new RegExp(`(?<![\\w."/])${id}\\.(\\w+)`, "g"))])
        .map(([, name = ""]) => name);
      // `styles[layer]` may be any name that the file has between quotes.
      const computed = source.includes(`${id}[`)
        ? [...source.matchAll(/"([a-z]\w*)"/gi)].map(([, name = ""]) => name)
        : [];
      return {
        path,
        sheet: join(dirname(path), target).replaceAll("\\", "/"),
        used: [...used, ...computed],
        certain,
      };
    },
  ),
);

const modules = files.filter((path) => path.endsWith(".module.css"));
const shared = classesOf(read(GLOBAL));
const composed = modules.flatMap((path) =>
  composedIn(read(path), "global").map((name) => ({ path, name })),
);
const plain = sources.flatMap(({ path, source }) =>
  [...source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
    .flatMap(([, words, template]) =>
      (words ?? template ?? "").replace(/\$\{[^}]*\}/g, " ").split(" "),
    )
    .filter((name) => name !== "")
    .map((name) => ({ path, name })),
);

test("each class of a CSS module is used by a file that imports it", () => {
  expect(modules.length).toBeGreaterThan(30);
  const unused = modules.flatMap((path) => {
    const uses = imports.filter(({ sheet }) => sheet === path).flatMap(({ used }) => used);
    const known = new Set([...uses, ...composedIn(read(path), "here")]);
    return [...classesOf(read(path))]
      .filter((name) => !known.has(name))
      .map((name) => `${path}: .${name}`);
  });
  expect(unused, "Remove these rules, or use their classes.").toEqual([]);
});

test("each class that is used is in its CSS module", () => {
  expect(imports.length).toBeGreaterThan(60);
  const missing = imports.flatMap(({ path, sheet, certain }) => {
    const known = classesOf(read(sheet));
    return certain
      .filter((name) => !known.has(name))
      .map((name) => `${path}: .${name} isn't in ${sheet}`);
  });
  expect(missing, "Correct these names, or write their rules.").toEqual([]);
});

test("each shared class is used, and each that is used is in global.css", () => {
  expect(shared.size).toBeGreaterThan(20);
  const uses = [...composed, ...plain];
  const missing = uses
    .filter(({ name }) => !shared.has(name))
    .map(({ path, name }) => `${path}: .${name}`);
  expect(missing, `Correct these names, or write their rules in ${GLOBAL}.`).toEqual([]);
  const everywhere = sources.map(({ source }) => source).join("\n");
  const unused = [...shared].filter(
    (name) =>
      !uses.some((use) => use.name === name) && !new RegExp(`["\` ]${name}["\` ]`).test(everywhere),
  );
  expect(unused, `Remove these rules from ${GLOBAL}.`).toEqual([]);
});

test("no selector asks every element about its descendants: each drawing would", () => {
  const sheets = files.filter((path) => /^(?:web|extension)\/src\/.*\.css$/.test(path));
  const asking = sheets.flatMap((path) => {
    const rules = read(path).replace(/\/\*[\s\S]*?\*\//g, "");
    return [...rules.matchAll(/(?:^|[\s{},>+~])(:has\()/g)].map(() => path);
  });
  expect(asking, "Write what the element is before `:has`.").toEqual([]);
});

test("each part beside a text that people write is a layer: a key redraws none of them", () => {
  const rulesOf = (path: string) => [...read(path).matchAll(/^([^\s@/}][^{}]*?) \{([^}]*)\}/gm)];
  const isLayer = (path: string, selector: string) =>
    rulesOf(path).some(
      ([, selectors = "", rules = ""]) =>
        selectors.split(/,\s*/).includes(selector) &&
        /isolation: isolate;|composes: [^;]*\blayer\b[^;]* from global;/.test(rules),
    );
  const editor = "web/src/components/RichTextEditor";
  const layers = [
    [GLOBAL, "#root"],
    [GLOBAL, ".layer"],
    [GLOBAL, ".card"],
    [`${editor}/RichTextField.module.css`, ".insertion > *"],
    [`${editor}/RichTextField.module.css`, ".host :global(.ql-editor > *)"],
    [`${editor}/Toolbar.module.css`, ".group"],
    ["web/src/features/templates/TemplateEditor.module.css", ".head"],
    ["web/src/sending/panel/Results.module.css", ".result"],
  ] as const;
  expect(layers.filter(([path, selector]) => !isLayer(path, selector))).toEqual([]);
});
