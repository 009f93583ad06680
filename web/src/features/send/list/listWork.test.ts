import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckSettings } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { parseTemplate } from "@sendwright/core/placeholders";
import { writeWorkbook } from "@sendwright/core/workbook/writeWorkbook";
import { describe, expect, it, vi } from "vitest";
import { ListWork } from "../../../lib/lists/listWork.ts";
import { AS_DETECTED, type Reading } from "../../../lib/lists/reading.ts";
import { overLimitWarning } from "../check/findings.ts";
import { aList } from "../factories.ts";
import { readingLabel } from "../steps/FileReading.tsx";

const FOLDER = join(import.meta.dirname, "../../../../../e2e/data");
const data = (name: string) => new File([readFileSync(join(FOLDER, name))], name);
const source = { kind: "file", name: "people.csv" } as const;

function read(content: File | string, reading: Partial<Reading> = {}) {
  return new ListWork().read({ source, content, reading: { ...AS_DETECTED, ...reading } });
}

async function readList(content: File | string, reading?: Partial<Reading>) {
  const answer = await read(content, reading);
  if ("refused" in answer) throw new Error(`Not read: ${answer.refused.message}`);
  return answer.value;
}

describe("reading a file", () => {
  it.each([
    ["conference-12.csv", "Comma, UTF-8 · 12 rows · 8 columns"],
    ["conference-1000.csv", "Comma, UTF-8 · 1,000 rows · 8 columns"],
    ["kunden-semicolon-windows1252.csv", "Semicolon, Windows-1252 · 3 rows · 5 columns"],
    ["utf16-tab.csv", "Tab, UTF-16 · 2 rows · 3 columns"],
  ])("says how %s was read", async (name, expected) => {
    const { list, label } = await readList(data(name));
    expect(readingLabel(label, list)).toBe(expected);
  });

  it("returns its rows with their lines, and guesses the column of addresses", async () => {
    const { list, delimiter } = await readList("Name;Mail\n\nAnn;ann@x.org\nBo;bo@x.org\n");
    expect(delimiter).toBe(";");
    expect(list).toMatchObject({
      source,
      columns: ["Name", "Mail"],
      mapping: { address: "Mail" },
      corrects: null,
      lastId: 2,
      rows: [
        { id: 1, line: 3, cells: ["Ann", "ann@x.org"], skipped: null },
        { id: 2, line: 4, cells: ["Bo", "bo@x.org"], skipped: null },
      ],
    });
  });

  it("reads another way when asked to", async () => {
    const { list } = await readList(data("kunden-semicolon-windows1252.csv"), {
      encoding: "utf-8",
    });
    expect(list.rows[0]?.cells[1]).toContain("\ufffd");
    expect(
      (await readList("a@x.org;Ann\n", { delimiter: ",", noHeaders: true })).list.rows[0]?.cells,
    ).toEqual(["a@x.org;Ann"]);
  });

  it("says what it guessed, with names from the file beside each other encoding", async () => {
    const { facts } = await readList(data("kunden-semicolon-windows1252.csv"));
    const [guess] = facts.guesses;
    expect(guess?.message).toMatch(
      /^The file doesn't say its encoding. It's read as Windows-1252: .*Müller/,
    );
    const [other] = guess?.others ?? [];
    const again = await readList(data("kunden-semicolon-windows1252.csv"), other?.reading);
    expect(again.label).toContain(other?.word.split(":")[0]);
    expect(again.facts.guesses).toEqual([]);
    expect((await readList(data("conference-12.csv"))).facts).toEqual({
      above: null,
      below: null,
      guesses: [],
    });
    const tie = await readList("A,B;C\n1,2;3\n");
    expect(tie.facts.guesses).toMatchObject([
      { others: [{ word: "Use the semicolon", reading: { delimiter: ";" } }] },
    ]);
  });

  it("reads the headers of a CSV file from the chosen line, and says what it left out", async () => {
    const text = "Members\n\nName,Email\nAnn,ann@x.org\nBo,bo@x.org\nTotal,\n";
    expect((await readList(text)).facts).toMatchObject({
      above: { count: 1, texts: ["Members"], isIncluded: false },
      below: { count: 1, texts: ["Total"], isIncluded: false },
    });
    expect((await readList(text, { headerRow: 4 })).list.columns).toEqual(["Ann", "ann@x.org"]);
  });

  it("says that the headers look like a person, until they are read as one", async () => {
    const text = "ann@x.org,Ann\nbo@x.org,Bo\n";
    expect((await readList(text)).list.notes).toMatchObject([{ kind: "header_is_data" }]);
    const { list } = await readList(text, { noHeaders: true });
    expect(list).toMatchObject({ notes: [], rows: [{ line: 1 }, { line: 2 }] });
  });

  it("reads a table pasted from a spreadsheet", async () => {
    const { list, label } = await readList('Email\tName\nann@example.org\tAnn "Annie" Good\n');
    expect(readingLabel(label, list)).toBe("Tab · 1 row · 2 columns");
    const excluded = list.rows.map((row) => ({ ...row, excluded: "filtered" as const }));
    expect(readingLabel(label, { ...list, rows: excluded })).toBe("Tab · 1 row · 2 columns");
  });

  it("reads as many rows of a large file as a page holds, and warns in the fixed words", async () => {
    const text = `Email,Note\n${"ann@example.org,hello\n".repeat(100_000)}`;
    const { list, label } = await readList(new File([text], "large.csv"));
    expect(list.rows).toHaveLength(10_000);
    expect(list.beyond).toBe(90_000);
    expect(readingLabel(label, list)).toContain("100,000 rows");
    expect(overLimitWarning(list, 1_000)).toBe(
      "Warning: CSV has 100000 rows, exceeding limit (1000). Only first 1000 will be processed by the server.",
    );
    expect(overLimitWarning((await readList("Email\na@example.org\n")).list, 1_000)).toBeNull();
  });

  it("doesn't warn of rows above the limit once enough are skipped", async () => {
    const { list } = await readList("Email\na@x.org\nb@x.org\nc@x.org\n");
    const rows = list.rows.map((row, index) =>
      index === 0 ? { ...row, skipped: "by_hand" as const } : row,
    );
    expect(overLimitWarning(list, 2)).not.toBeNull();
    expect(overLimitWarning({ ...list, rows }, 2)).toBeNull();
  });

  const lines = (count: number) => "ann@example.org,Ann\n".repeat(count);
  it.each<[string, File | string, RegExp]>([
    ["an empty file", "", /^CSV Error: Could not parse headers\. Check format\.$/],
    ["headers only", "Email,Name\n", /^CSV has no data rows\.$/],
    [
      "an unclosed quote near the top",
      `Email,Name\n"ann@example.org,Ann\n${lines(998)}`,
      /^CSV Parsing Error: .*line 2/,
    ],
    [
      "an unclosed quote further down",
      `Email,Name\n${lines(20)}"bo,Bo\n${lines(5)}`,
      /^CSV Parsing Error \(Count\): .*line 22/,
    ],
    [
      "a NUL character",
      "Email\nann@exa\0mple.org\n",
      /^CSV Parsing Error: Line 2 contains something that isn't text/,
    ],
    ["one header twice", "Email,Email\na,b\n", /More than one column is called "Email"/],
    [
      "an image",
      new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])], "people.csv"),
      /This is an image/,
    ],
  ])("refuses %s", async (_what, content, message) => {
    expect(await read(content)).toEqual({
      refused: { reason: expect.any(String), message: expect.stringMatching(message) },
    });
  });

  it("explains that a file is gone", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const gone = new File(["x"], "gone.csv");
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
    expect(await read(gone)).toMatchObject({
      refused: {
        reason: "csv_unreadable",
        message: "CSV Parsing Error: The list could not be read.",
      },
    });
  });
});

it("doesn't blame a CSV file for an unexpected error in a workbook", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const workbook = new File(
    [Uint8Array.from(writeWorkbook("People", [["Email"], ["a@x.org"]]))],
    "a.xlsx",
  );
  const reading = { ...AS_DETECTED };
  Object.defineProperty(reading, "sheet", {
    enumerable: true,
    get: () => {
      throw new Error("A fault of ours.");
    },
  });
  expect(await new ListWork().read({ source, content: workbook, reading })).toEqual({
    refused: { reason: "csv_unreadable", message: "The workbook could not be read." },
  });
});

describe("checking a list", () => {
  const checking: CheckSettings = {
    variables: [],
    values: new Map(),
    limit: 1_000,
    subject: "",
    body: "",
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
  };
  async function checked(list: List, more: Partial<CheckSettings> = {}) {
    const answer = await new ListWork().check(list, { ...checking, ...more });
    if ("refused" in answer) throw new Error(`Not checked: ${answer.refused.message}`);
    return answer.value;
  }

  it("checks its rows, and counts those above the limit", async () => {
    const list = aList("Email\na@example.org\nnobody\na@example.org\nlast@example.org\n");
    const { summary, rows } = await checked(list, { limit: 3 });
    expect(summary).toMatchObject({ ready: 1, skipped: 1, duplicates: 1, rowsOverLimit: 1 });
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("checks where the links of each row lead", async () => {
    const list = aList("Email,Link\na@example.org,example.org/1\nb@example.org,see portal\n");
    const body = '<a href="{{Link}}">x</a>';
    const { rows } = await checked(list, { body, variables: parseTemplate({ body }).variables });
    expect(rows.map(({ reason }) => reason)).toEqual([
      "",
      "{{Link}} doesn't make a working link: see portal",
    ]);
  });

  it("explains that a check failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = { ...checking, variables: null as unknown as CheckSettings["variables"] };
    expect(await new ListWork().check(aList(), broken)).toMatchObject({
      refused: { reason: expect.any(String), message: "The list could not be checked." },
    });
  });
});

describe("the people of another list", () => {
  const people = (content: File | string) =>
    new ListWork().people(
      { source: { kind: "file", name: "no-thanks.csv" }, content, reading: AS_DETECTED },
      [],
    );
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@x.org\n`).join("");

  it("are read from more rows than a list of your own has", async () => {
    const answer = await people(`Email\n${rows(10_001)}P5@x.org\n`);
    expect(answer).toMatchObject({ value: { notReached: 0, unreadable: [] } });
    expect("value" in answer && answer.value.people.size).toBe(10_001);
  });

  it("are those of every sheet of a workbook, and of its first rows", async () => {
    const sheet = new File([writeWorkbook("People", [["zoe@x.org", "Zoe"]])], "no-thanks.xlsx");
    const answer = await people(sheet);
    expect("value" in answer && [...answer.value.people.keys()]).toEqual(["zoe@x.org"]);
  });

  it.each([
    [`Email\n${rows(100_001)}`, "no-thanks.csv has more than 100,000 rows. Split it."],
    ["Name\nAnn\n", "no-thanks.csv has no email addresses."],
  ])("are refused in a sentence if they can't be read", async (content, message) => {
    expect(await people(content)).toEqual({ refused: { reason: "csv_unreadable", message } });
  });
});
