import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTemplate } from "@sendwright/core/placeholders";
import { describe, expect, it, vi } from "vitest";
import { CsvDesk, type ToRead } from "./csvDesk.ts";
import { overLimitWarning, readingLabel } from "./readingMessages.ts";

const FOLDER = join(import.meta.dirname, "../../../../../e2e/data");
const data = (name: string) => new File([readFileSync(join(FOLDER, name))], name);

type Source = ToRead["source"];
type Options = ToRead["options"];

function read(source: Source, options: Options = { maxRows: 1_000 }) {
  return new CsvDesk().read({ tableId: "a", source, options });
}

async function tableOf(source: Source, options?: Options) {
  const answer = await read(source, options);
  if ("refused" in answer) throw new Error(`Not read: ${answer.refused.message}`);
  return answer.value;
}

describe("reading a file", () => {
  it.each([
    ["conference-12.csv", "Comma, UTF-8 · 12 rows · 8 columns"],
    ["conference-1000.csv", "Comma, UTF-8 · 1,000 rows · 8 columns"],
    ["kunden-semicolon-windows1252.csv", "Semicolon, Windows-1252 · 3 rows · 5 columns"],
    ["utf16-tab.csv", "Tab, UTF-16 · 2 rows · 3 columns"],
  ])("says how %s was read", async (name, label) => {
    expect(readingLabel(await tableOf(data(name)))).toBe(label);
  });

  it("reads another way when told to", async () => {
    const table = await tableOf(data("kunden-semicolon-windows1252.csv"), { encoding: "utf-8", maxRows: 1_000 });
    expect(table.rows[0]?.cells[1]).toContain("�");
  });

  it("reads a table pasted from a spreadsheet", async () => {
    const table = await tableOf('Email\tName\nann@example.org\tAnn "Annie" Good\n');
    expect(readingLabel(table)).toBe("Tab · 1 row · 2 columns");
  });

  it("takes the allowed rows of a large file only, and warns in the fixed words", async () => {
    const text = `Email,Note\n${"ann@example.org,hello\n".repeat(100_000)}`;
    const table = await tableOf(new File([text], "large.csv"));
    expect(table.rows).toHaveLength(1_000);
    expect(table.keptText.length).toBeLessThan(30_000);
    expect(overLimitWarning(table, 1_000)).toBe(
      "Warning: CSV has 100000 rows, exceeding limit (1000). Only first 1000 will be processed by the server.",
    );
    expect(overLimitWarning(await tableOf("Email\na@example.org\n"), 1_000)).toBeNull();
  });

  const lines = (count: number) => "ann@example.org,Ann\n".repeat(count);
  it.each<[string, Source, RegExp]>([
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
    ["a NUL character", "Email\nann@exa\0mple.org\n", /^CSV Parsing Error: .*no text/],
    ["one header twice", "Email,Email\na,b\n", /More than one column is called "Email"/],
    ["an image", new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])], "people.csv"), /This is an image/],
    [
      "rows of more than 10 MB",
      `Email,Note\n${`a@example.org,${"x".repeat(110_000)}\n`.repeat(100)}`,
      /larger than 10 MB/,
    ],
  ])("refuses %s", async (_what, source, message) => {
    expect(await read(source)).toEqual({
      refused: { reason: expect.any(String), message: expect.stringMatching(message) },
    });
  });

  it("has words for a file that has gone", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const gone = new File(["x"], "gone.csv");
    gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
    expect(await read(gone)).toMatchObject({
      refused: { message: "CSV Parsing Error: The file could not be read." },
    });
    vi.restoreAllMocks();
  });
});

describe("checking the table that was read", () => {
  const input = {
    variables: [],
    recipientColumn: "Email",
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
    body: "",
  } as const;

  it("checks its rows, and counts those above the limit", async () => {
    const desk = new CsvDesk();
    const source = "Email\na@example.org\nnobody\na@example.org\nlast@example.org\n";
    await desk.read({ tableId: "a", source, options: { maxRows: 3 } });
    const answer = await desk.check({ tableId: "a", input });
    expect("value" in answer && answer.value.summary.sentence).toBe(
      "1 ready · 3 left out (1 duplicate, 1 above the limit)",
    );
  });

  it("checks where the links of each row lead", async () => {
    const desk = new CsvDesk();
    const source = "Email,Link\na@example.org,example.org/1\nb@example.org,see portal\n";
    await desk.read({ tableId: "a", source, options: {} });
    const body = '<a href="{{Link}}">x</a>';
    const { variables } = parseTemplate({ body });
    const answer = await desk.check({ tableId: "a", input: { ...input, body, variables } });
    expect("value" in answer && answer.value.rows.map(({ reason }) => reason)).toEqual([
      "",
      "{{Link}} doesn't make a working link: see portal",
    ]);
  });

  it.each([
    ["of a table it does not have", "b", {}],
    ["with a column that is not there", "a", { recipientColumn: "Mail" }],
  ])("refuses a check %s", async (_what, tableId, parts) => {
    const desk = new CsvDesk();
    await desk.read({ tableId: "a", source: "Email\na@example.org\n", options: {} });
    expect(await desk.check({ tableId, input: { ...input, ...parts } })).toMatchObject({
      refused: { reason: expect.any(String) },
    });
  });
});
