import { type Endpoint, MAX_CSV_BYTES } from "@sendwright/core/contract";
import type * as z from "zod";
import type { Chance } from "../../../test/chance.ts";
import { type FormPart, fieldsOf, goodOf, MULTIPART, multipart } from "../fuzzRequest.ts";
import { FOUND, textOf } from "./readers.ts";

/** A request that is made to cost as much as it can. */
export interface HostileForm {
  name: string;
  type: string;
  body: Buffer;
  query: string;
}

const MB = 1024 * 1024;
/** As much text as a call may bring, less the form around it. */
const ROOM = 2 * MB - 20_000;
/** More than any call may bring as text. */
const TOO_MUCH = 15 * MB;
/** As large as a list may be. */
const FILE = MAX_CSV_BYTES - 1_000;

/**
 * What a field is filled with, up to a number of characters: JSON where that is what the field
 * carries.
 */
type Filling = (length: number) => string;

const repeated = (
  length: number,
  before: string,
  unit: (i: number) => string,
  after: string,
): string => {
  const units: string[] = [];
  for (let i = 0, room = length - before.length - after.length; ; i++) {
    const next = (i > 0 ? "," : "") + unit(i);
    if (next.length > room) return before + units.join("") + after;
    room -= next.length;
    units.push(next);
  }
};

/** JSON of many names, many rows and many levels, valid and not. */
const JSONS: Record<string, Filling> = {
  "many names": (length) => repeated(length, "{", (i) => `"n${i}":"v"`, "}"),
  "many names of numbers": (length) => repeated(length, "{", (i) => `"${i}":1`, "}"),
  "many empty names": (length) => repeated(length, "{", () => '"":""', "}"),
  "500 long texts": (length) => {
    const text = "x".repeat(Math.max(0, Math.floor(length / 500) - 20));
    return repeated(length, "{", (i) => `"n${i}":"${text}"`, "}");
  },
  "long names": (length) => repeated(length, "{", (i) => `"${"n".repeat(9_000)}${i}":"iso"`, "}"),
  "many rows": (length) => repeated(length, "[", () => "1", "]"),
  "many rows of text": (length) => repeated(length, "[", () => '""', "]"),
  "many empty rows": (length) => repeated(length, "[", () => "{}", "]"),
  "rows of a list": (length) => repeated(length, "[", (i) => `{"line":${i + 2},"keep":true}`, "]"),
  "a row of many names": (length) => repeated(length, '[{"line":2,', (i) => `"n${i}":1`, "}]"),
  "rows of a send": (length) => repeated(length, '{"send":"none-0001","rows":[', () => "0", "]}"),
  "half characters": (length) => repeated(length, '{"n":"', () => "\\ud83d", '"}'),
  "deep lists": (length) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
  "deep objects": (length) => `${'{"a":'.repeat(length / 6)}1${"}".repeat(length / 6)}`,
  "lists that never end": (length) => "[".repeat(length),
};

const levels = (count: number, inside: string, length: number): string =>
  `${"<blockquote>".repeat(count)}${inside.repeat(Math.max(0, (length - 12 * count) / inside.length))}`;

/** Texts of one letter, of a million levels, and all that the search for costly texts has found. */
const TEXTS: Record<string, Filling> = {
  "one letter": (length) => "a".repeat(length),
  blanks: (length) => " ".repeat(length),
  digits: (length) => "1".repeat(length),
  commas: (length) => ",".repeat(length),
  addresses: (length) => repeated(length, "", (i) => `a${i}@example.org`, ""),
  "99 quotes": (length) => levels(99, "<br>", length),
  "29 quotes": (length) => levels(29, "<br>", length),
  "nested tags": (length) => "<div>".repeat(length / 5),
  placeholders: (length) => repeated(length, "", (i) => `{{n${i}}}`, ""),
  conditions: (length) => "{{#a}}".repeat(length / 6),
  ...Object.fromEntries(
    FOUND.map(([, first, second], i) => [
      `found text ${i}`,
      (length: number) => textOf([first, second], length),
    ]),
  ),
};

const CSVS: Record<string, Filling> = {
  "a file of rows": (length) =>
    `Email,Name,Day\n${repeated(length - 20, "", (i) => `a${i}@b.co,x,1/2/2025\n`, "").replaceAll("\n,", "\n")}`,
  "a file of 10,000 rows as a page writes it": (length) => {
    const row = `a@b.co,${"x".repeat(Math.floor(length / 10_000) - 20)}\r\n`;
    return `Email,Name\r\n${row.repeat(10_000)}`;
  },
  "a file of cells as a page writes it": (length) =>
    `Email,Name\r\n${`${",".repeat(990)}\r\n`.repeat(length / 1_000)}`,
  "a file of one row": (length) => `Email,Name\na@b.co,${"x".repeat(length - 30)}\n`,
  "a file of columns": (length) =>
    `Email${",c".repeat(length / 4)}\na@b.co${",v".repeat(length / 4 - 10)}\n`,
  "a file of long rows": (length) => {
    const row = `,"${"x".repeat(9_000)}"\n`;
    return `Email,Name\n${Array.from({ length: Math.floor(length / 9_030) }, (_, i) => `a${i}@b.co${row}`).join("")}`;
  },
  "a file of quotation marks": (length) => `Email,Name\n${'"'.repeat(length - 20)}`,
  "a file of empty cells": (length) => `Email,Name\n${",".repeat(length - 20)}x\n`,
  "a file of empty quoted cells": (length) => `Email,Name\n${'"",'.repeat(length / 3 - 10)}x\n`,
  "a file of blank lines": (length) => `Email,Name\n${"\n".repeat(length - 20)}`,
};

type Fields = [name: string, text: string][];

/**
 * Forms that reach the work itself; without one, a call brings every good field. Nothing waits for
 * a worker.
 */
const REACHING: Record<string, Fields[]> = {
  "POST /api/send": [
    Object.entries({ template_id: "«template»", recipient: "bob@example.org", hold: "10" }),
  ],
  "POST /api/send-bulk": [
    Object.entries({
      mode: "csv",
      template_id: "«template»",
      recipient_template: "Email",
      hold: "10",
    }),
    Object.entries({
      mode: "csv",
      template_id: "«template»",
      recipient_template: "Email",
      hold: "10",
      rows: JSON.stringify(
        Array.from({ length: 10_000 }, (_, i) => ({ line: i + 2, skip: "by_hand" })),
      ),
    }),
    Object.entries({
      mode: "manual",
      template_id: "",
      subject: "S",
      body: "<p>B</p>",
      manual_recipients: "bob@example.org",
      hold: "10",
    }),
  ],
};

/** Whether a field takes something else than a text, on the wire of a form or of JSON. */
function isStructured(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return isStructured(def.out);
  if (def.type === "union") return def.options.some(isStructured);
  if ("innerType" in def) return isStructured(def.innerType as z.core.$ZodType);
  return def.type === "custom" || def.type === "object";
}

function formOf(fields: Fields, files: Fields): Buffer {
  return multipart([
    ...fields,
    ...files.map(([name, text]): FormPart => [name, text, '; filename="a.csv"']),
  ]);
}

/** A JSON body; a field that starts like JSON goes in as it is. */
function jsonOf(fields: Fields): Buffer {
  const texts = fields.map(
    ([name, text]) => `${JSON.stringify(name)}:${/^[{[]/.test(text) ? text : JSON.stringify(text)}`,
  );
  return Buffer.from(`{${texts.join(",")}}`);
}

/**
 * Hostile requests to an endpoint: each filling in every field at once, and in one field that
 * chance picks. They are made one at a time: all those to one call take 2 GB.
 */
export function* hostileForms(endpoint: Endpoint, chance: Chance): Generator<HostileForm> {
  const names = fieldsOf(endpoint);
  if (endpoint.body === "none") return yield* queriesOf(names);
  const all = goodOf(endpoint);
  const good = names.flatMap(
    (name): Fields => (all[name] === undefined ? [] : [[name, all[name]]]),
  );
  const reaching = REACHING[`${endpoint.method} ${endpoint.path}`] ?? [good];
  const fillings = fillingsOf(endpoint, names);
  yield* fullForms(endpoint, names, reaching[0] ?? [], fillings);
  for (const fields of reaching) yield* formsOf(endpoint, fields, fillings, chance);
}

type Fillings = [name: string, filling: Filling, where: string[]][];

function fillingsOf(endpoint: Endpoint, names: string[]): Fillings {
  const structured = names.filter((name) =>
    isStructured(endpoint.input.shape[name] as z.core.$ZodType),
  );
  const texts = names.filter((name) => !structured.includes(name));
  const all: Fillings = [
    ...Object.entries(JSONS).map(([name, filling]): Fillings[number] => [
      name,
      filling,
      structured,
    ]),
    ...Object.entries(TEXTS).map(([name, filling]): Fillings[number] => [name, filling, texts]),
  ];
  return all.filter(([, , where]) => where.length > 0);
}

function made(endpoint: Endpoint, name: string, fields: Fields, files: Fields = []): HostileForm {
  const [type, body] =
    endpoint.body === "multipart"
      ? [MULTIPART, formOf(fields, files)]
      : ["application/json", jsonOf(fields)];
  return { name, type, body, query: "" };
}

/** The good fields with some of them filled; they share the room. */
function filled(good: Fields, filling: Filling, some: string[], room = ROOM): Fields {
  const text = filling(Math.floor(room / some.length));
  return [
    ...good.filter(([name]) => !some.includes(name)),
    ...some.map((name): [string, string] => [name, text]),
  ];
}

/**
 * Forms in which everything is filled, or too much of it is. The other fields decide nothing: one
 * set of them is enough.
 */
function* fullForms(
  endpoint: Endpoint,
  names: string[],
  good: Fields,
  fillings: Fillings,
): Generator<HostileForm> {
  for (const [name, filling, where] of fillings) {
    yield made(endpoint, `${name} everywhere`, filled(good, filling, where));
  }
  const some = names.length > 0 ? names : ["unknown"];
  const structured = fillings.find(([name]) => Object.hasOwn(JSONS, name))?.[2] ?? some;
  const [letter, numbers] = [
    TEXTS["one letter"] as Filling,
    JSONS["many names of numbers"] as Filling,
  ];
  yield made(endpoint, "15 MB of text", filled(good, letter, some.slice(0, 4), TOO_MUCH));
  yield made(endpoint, "15 MB of names", filled(good, numbers, structured.slice(0, 4), TOO_MUCH));
  const long = "x".repeat(10_000);
  const tooMany = {
    "many fields": many(150, (i) => [`f${i}`, long]),
    "very many fields": many(100_000, (i) => [`f${i}`, ""]),
    "one field again and again": many(150, () => [some[0] ?? "", long]),
  };
  for (const [name, more] of Object.entries(tooMany))
    yield made(endpoint, name, [...good, ...more]);
  if (endpoint.body !== "multipart") return;
  const file = Object.keys(endpoint.files)[0] ?? "file";
  const files = many(10_000, () => [file, "x"]);
  yield made(endpoint, "very many files", good, files);
}

/** Forms with one field or file filled: how far they get depends on the others. */
function* formsOf(
  endpoint: Endpoint,
  good: Fields,
  fillings: Fillings,
  chance: Chance,
): Generator<HostileForm> {
  for (const [name, filling, where] of fillings) {
    const one = chance.pick(where);
    if (where.length > 1) yield made(endpoint, `${name} in ${one}`, filled(good, filling, [one]));
    // The longest body allowed: longer ones are refused unread.
    if (where.includes("body"))
      yield made(endpoint, `${name} in a body`, filled(good, filling, ["body"], 100_000));
  }
  if (endpoint.body !== "multipart") return;
  for (const [name, filling] of Object.entries(CSVS)) {
    for (const file of Object.keys(endpoint.files)) {
      yield made(endpoint, `${name} as ${file}`, good, [[file, filling(FILE)]]);
    }
  }
}

const many = (count: number, one: (i: number) => Fields[number]): Fields =>
  Array.from({ length: count }, (_, i) => one(i));

/** As long and as many as an address can be. */
function queriesOf(names: string[]): HostileForm[] {
  const asked = { type: "application/json", body: Buffer.alloc(0) };
  const long = names.map((name) => `${name}=${"a".repeat(10_000 / names.length)}`).join("&");
  return [
    { ...asked, name: "a long query", query: `?${long}` },
    {
      ...asked,
      name: "many parameters",
      query: `?${Array.from({ length: 3_000 }, (_, i) => `a${i}`).join("&")}`,
    },
    { ...asked, name: "a deep parameter", query: `?a${"[b]".repeat(3_000)}=c` },
    {
      ...asked,
      name: "a body that is not read",
      body: Buffer.from("[".repeat(2 * MB - 10)),
      query: "",
    },
  ];
}
