import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { type Layer, layers } from "./layers.ts";

const root = join(import.meta.dirname, "..");

/** Each way to read `{a,b}`: "x/{a,b}" is x/a and x/b. */
function spellings(path: string): string[] {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names === undefined ? [path] : names.split(",").map((name) => `${before}${name}${after}`);
}

const isIn = (file: string, place: string) => file === place || file.startsWith(`${place}/`);
/** Helpers of tests, which any test may import, and which may reach into all of their program. */
const isHelper = (file: string) =>
  /(^|\/)(test|bench|testing)\/|(^|\/)(testing|acting|factories|\w+Testing)\.tsx?$|\.setup\.ts$/.test(
    file,
  );
const isTest = (file: string) => isHelper(file) || /\.(test|e2e)\.tsx?$/.test(file);

/** The layer of a file, with its own folder spelled out; null for the files at the root. */
function layerOf(file: string): Layer | null {
  const places = layers.flatMap((layer) =>
    spellings(layer.folder).map((folder) => ({ ...layer, folder })),
  );
  const found = places.flatMap((layer) => {
    const folder = layer.folder.endsWith("/*")
      ? (new RegExp(`^${layer.folder.slice(0, -1)}[^/]+(?=/)`).exec(file)?.[0] ?? layer.folder)
      : layer.folder;
    return isIn(file, folder) ? [{ ...layer, folder }] : [];
  });
  // Of two as long, the later: a feature by its name beats `*`.
  return found.reduce<Layer | null>(
    (best, one) => (best && best.folder.length > one.folder.length ? best : one),
    null,
  );
}

/** Whether a list with `!` exceptions holds something. */
function holds(list: string[], has: (entry: string) => boolean): boolean {
  const out = list.filter((entry) => entry.startsWith("!")).map((entry) => entry.slice(1));
  const into = list.filter((entry) => !entry.startsWith("!"));
  return !out.some(has) && (into.length === 0 ? out.length > 0 : into.some(has));
}

/** One of our files by the specifier that imports it, from the root; null for a package. */
function ours(from: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return join(from, "..", specifier).replaceAll("\\", "/");
  const [, program, path = ""] = /^@sendwright\/(\w+)(?:\/(.*))?$/.exec(specifier) ?? [];
  if (program === undefined) return null;
  return (
    [`${path}.ts`, `${path}/index.ts`, `${path}/${path}.ts`]
      .map((file) => `${program}/src/${file}`)
      .find((file) => existsSync(join(root, file))) ?? `${program}/${path}`
  );
}

/** Why a file may not import something, or null. */
function refusal(file: string, specifier: string, names: string[] = []): string | null {
  const layer = layerOf(file);
  if (layer === null) return null;
  const target = ours(file, specifier);
  const { folder, imports, packages = [], names: only = {} } = layer;
  if (target === null) {
    const isAllowed =
      isTest(file) || packages.length === 0 || holds(packages, (name) => isIn(specifier, name));
    return isAllowed ? null : `${folder} does not import the package ${specifier}`;
  }
  // Another program is imported by its name: the path into it is its own matter.
  if (specifier.startsWith(".") && isIn(target, "core") && !isIn(file, "core"))
    return "core is imported as @sendwright/core";
  if (isIn(target, folder)) return null;
  if (isTest(file) && isHelper(target)) return null;
  if (isHelper(file) && isIn(target, file.split("/")[0] ?? "")) return null;
  const places = imports.flatMap((place) => spellings(place));
  if (!holds(places, (place) => isIn(target, place))) return `${folder} does not import ${target}`;
  const [, pattern] = Object.entries(only).find(([place]) => isIn(target, place)) ?? [];
  const name = isTest(file) ? undefined : names.find((one) => pattern && !pattern.test(one));
  return name === undefined ? null : `${folder} does not import ${name} of ${target}`;
}

/** Every import of a source: the specifier and the names that are taken from it. */
function importsOf(source: string): { specifier: string; names: string[] }[] {
  const statements = source.matchAll(
    /(?:^|\n)(?:import|export)\b([^;"']*?)\bfrom\s+"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/g,
  );
  return [...statements].map(([, clause = "", from, bare]) => ({
    specifier: from ?? bare ?? "",
    names: (/\{([^}]*)\}/.exec(clause)?.[1] ?? "").split(",").flatMap(
      (part) =>
        part
          .trim()
          .replace(/^type /, "")
          .split(" as ")[0] || [],
    ),
  }));
}

const folders = [
  "core",
  "functions",
  "web",
  "extension",
  "hosting",
  "local",
  "e2e",
  "bench",
  "test",
];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path).replaceAll("\\", "/"))
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\/(node_modules|dist|fixtures)\//.test(path)),
);

test("no file imports what its layer does not allow", () => {
  expect(files.length).toBeGreaterThan(500);
  const refused = files.flatMap((file) =>
    importsOf(readFileSync(join(root, file), "utf8")).flatMap(({ specifier, names }) => {
      const why = refusal(file, specifier, names);
      return why === null ? [] : [`${file}: ${why}`];
    }),
  );
  expect(
    refused,
    "Move the code to the layer that may import it, or pass it in. test/layers.ts lists who may import whom; widen it only if the direction stays (docs/architecture.md).",
  ).toEqual([]);
});

test("only the worker and the sweep use the ledger: requests import the store", () => {
  const users = files.filter(
    (file) =>
      /^functions\/src/.test(file) && /\.ledger\b/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(
    users.filter((file) => !/\/sends\/(work|maintenance)\//.test(file)),
    "Import the function of functions/src/store instead.",
  ).toEqual([]);
  expect(users).not.toEqual([]);
});

test("every folder of the table is there", () => {
  const named = layers
    .flatMap(({ folder, imports }) => [folder.replace("/*", ""), ...imports])
    .flatMap(spellings);
  expect(
    named.filter((path) => !existsSync(join(root, path.replace("!", "")))),
    "Rename or remove them in test/layers.ts.",
  ).toEqual([]);
});

/** An import that would break each rule of the table, and one beside it that is fine. */
const cases: [file: string, refused: string[], allowed: string[]][] = [
  [
    "core/src/contract/probe.ts",
    ["../csv/readCsv.ts", "mustache", "express"],
    ["./limits.ts", "zod"],
  ],
  [
    "core/src/check/probe.ts",
    ["../../../functions/src/config.ts", "node:fs", "zod"],
    ["../contract/limits.ts", "papaparse"],
  ],
  [
    "functions/src/mail/probe.ts",
    ["../platform/log.ts", "../store/templates.ts", "../config.ts"],
    ["./prepareMail.ts"],
  ],
  [
    "functions/src/platform/probe.ts",
    ["../http/route.ts", "../store/templates.ts", "../app.ts"],
    ["../config.ts"],
  ],
  [
    "functions/src/store/probe.ts",
    ["../http/route.ts", "../features/sends/engine.ts"],
    ["../platform/log.ts"],
  ],
  [
    "functions/src/http/probe.ts",
    ["../mail/prepareMail.ts", "../app.ts"],
    ["../store/apiRateLimits.ts"],
  ],
  [
    "functions/src/features/previews/probe.ts",
    [
      "../sends/engine.ts",
      "../../app.ts",
      "../../../../web/src/main.tsx",
      "../../../../core/src/csv/readCsv.ts",
    ],
    ["../../http/route.ts", "@sendwright/core/csv/readCsv"],
  ],
  [
    "functions/src/features/sends/work/probe.ts",
    ["../maintenance/wake.ts", "../sendRoutes.ts", "readGrant from ../../../store/grants.ts"],
    ["../engine.ts", "isActive from ../../../store/sends/read.ts"],
  ],
  [
    "functions/src/features/sends/maintenance/probe.ts",
    ["../present/view.ts", "readSend from ../../../store/sends/read.ts"],
    ["../work/recover.ts"],
  ],
  [
    "functions/src/features/sends/present/probe.ts",
    ["../accept/accept.ts", "../control/control.ts"],
    ["../maintenance/wake.ts"],
  ],
  [
    "functions/src/features/sends/accept/probe.ts",
    ["../control/control.ts"],
    ["../present/view.ts"],
  ],
  [
    "functions/src/features/sends/control/probe.ts",
    ["../accept/accept.ts"],
    ["../present/view.ts"],
  ],
  [
    "web/src/lib/probe.ts",
    ["../data/templateQueries.ts", "../app/theme.ts"],
    ["@sendwright/core/contract", "firebase/auth"],
  ],
  [
    "web/src/data/probe.ts",
    ["../components/SelectField.tsx", "../sending/Sending.ts"],
    ["../lib/call.ts"],
  ],
  [
    "web/src/components/probe.tsx",
    ["../lib/call.ts", "@tanstack/react-query", "firebase/auth"],
    ["../lib/search.ts", "react"],
  ],
  [
    "web/src/components/plain/probe.tsx",
    ["@mui/material/Button", "../../data/templateQueries.ts"],
    ["../noticeProps.tsx"],
  ],
  [
    "web/src/sending/panel/probe.tsx",
    ["../../components/plain/PlainField.tsx", "../../app/theme.ts"],
    ["../sendWords.ts", "../../lib/call.ts"],
  ],
  [
    "web/src/features/templates/probe.tsx",
    [
      "../demo/DemoForm.tsx",
      "../../components/plain/PlainField.tsx",
      "../../app/theme.ts",
      "../../../../functions/src/config.ts",
    ],
    ["@mui/material/Button", "../../sending/sendWords.ts"],
  ],
  [
    "web/src/features/demo/probe.tsx",
    ["@mui/material/Button", "../../sending/sendWords.ts"],
    ["../../components/plain/PlainField.tsx"],
  ],
  [
    "web/src/app/probe.tsx",
    ["../../../functions/src/config.ts", "../../../core/src/csv/readCsv.ts"],
    ["../features/demo/DemoForm.tsx"],
  ],
  [
    "extension/src/worker/probe.ts",
    ["../../../web/src/lib/call.ts", "../../../functions/src/config.ts"],
    ["@sendwright/web/client"],
  ],
  [
    "local/google/probe.ts",
    ["../../web/src/app/theme.ts", "../../functions/src/config.ts"],
    ["../../hosting/headers.ts"],
  ],
  ["hosting/probe.ts", ["../local/places.ts"], ["./headers.ts"]],
  [
    "functions/test/probe.emulator.test.ts",
    ["../../local/places.ts"],
    ["../src/app.ts", "../../test/seed.ts"],
  ],
  [
    "web/src/lib/probe.test.ts",
    ["../data/templateQueries.ts"],
    ["../testing/fakeApi.ts", "vitest"],
  ],
];

describe.each(cases)("%s", (file, refused, allowed) => {
  /** "a from ./b.ts" is one name of a file. */
  const why = (text: string) => {
    const [specifier = "", name] = text.split(" from ").reverse();
    const target = ours(file, specifier);
    if (target !== null && !existsSync(join(root, target)))
      throw new Error(`There is no ${target}.`);
    return refusal(file, specifier, name === undefined ? [] : [name]);
  };
  it.each(refused)("may not import %s", (text) => expect(why(text)).not.toBeNull());
  it.each(allowed)("may import %s", (text) => expect(why(text)).toBeNull());
});
