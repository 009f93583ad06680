import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const SCREENS = ["web/src", "extension/src"];

/** The table in docs/style.md, and other words that we replace. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/\bmails?\b/i, "email"],
  [/\bvariables?\b/i, "placeholder"],
  [/\bheadings?\b/i, "header"],
  [/\b(?:jobs?|campaigns?|press of Send)\b/i, "send"],
  [/\bleft out\b/i, "skipped"],
  [/\bcancelled\b/i, "canceled"],
  [/\b(?:nobody|somebody|anybody|everybody|whoever)\b/i, "no one, someone, anyone, everyone"],
  [/\b(?:go|goes|going) on\b/i, "continue"],
  [/\bby itself\b/i, "automatically, or nothing"],
  [/\bstands?\b/i, "is, appears"],
];

const ALLOWED: ReadonlyMap<string, string> = new Map([
  ["The sign-in popup was cancelled because another one was opened.", "the specification's word"],
  [
    "Save the emails you send often, with {{variable}} placeholders for what changes.",
    "the specification's word for the landing page",
  ],
  [
    "Mail merge from your own Gmail, for schools, clubs and offices. Write one email, add your list, and each person gets their own.",
    "what people call it",
  ],
  ...[
    "Please fill in all required variables.",
    "Missing required variables: …",
    "Error loading template variables.",
    "Error loading variables:",
  ].map((text): [string, string] => [text, "the specification's fixed text"]),
  ...["Heading", "Heading 1", "Heading 2", "Heading 3"].map((text): [string, string] => [
    text,
    "a format in the editor",
  ]),
  [
    '"Newsreader Variable", "Newsreader Fallback", Georgia, "Times New Roman", serif',
    "the name of a font",
  ],
]);

function screenFiles(): string[] {
  return SCREENS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (path) => `${folder}/${path}`,
    ),
  ).filter((path) => /\.tsx?$/.test(path) && !/\.test\.|[tT]esting/.test(path));
}

/**
 * The strings and the JSX texts of a source that may be on a screen: with a space, or one word that
 * starts with a capital.
 */
function textsOf(source: string, isJsx: boolean): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");
  const strings = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(
    ([, double, single, template]) => double ?? single ?? template ?? "",
  );
  const jsx = !isJsx
    ? []
    : [...code.matchAll(/(?<=[>}])[^<>{}]+(?=[<{])/g)]
        .map(([text]) => text)
        .filter((text) => !/[=;"`|]|^,\s+\w+:|\bfunction\b|\bnew [A-Z]\w*\(|\): /.test(text));
  return [...strings.map((text) => text.replace(/\$\{[^}]*\}/g, "…")), ...jsx]
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => (text.includes(" ") && !text.includes("--")) || /^[A-Z][a-z]+$/.test(text));
}

const texts = screenFiles().flatMap((path) =>
  textsOf(readFileSync(join(root, path), "utf8"), path.endsWith("x")).map((text) => ({
    path,
    text,
  })),
);

test("screens use the words of docs/style.md", () => {
  expect(texts.length).toBeGreaterThan(500);
  const faults = texts.flatMap(({ path, text }) =>
    ALLOWED.has(text)
      ? []
      : FORBIDDEN.filter(([word]) => word.test(text)).map(
          ([, use]) => `${path}: "${text}" (instead: ${use})`,
        ),
  );
  expect(
    faults,
    "Use the word in parentheses. If the text is fixed elsewhere (the specification, a font), add it to ALLOWED with its reason.",
  ).toEqual([]);
});

test("each text allowed in spite of its words is still on a screen", () => {
  expect(
    [...ALLOWED.keys()].filter((allowed) => !texts.some(({ text }) => text === allowed)),
    "Remove these from ALLOWED.",
  ).toEqual([]);
});
