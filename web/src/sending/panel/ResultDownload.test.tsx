import type { RowResult } from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { peopleIn } from "@sendwright/core/list/otherPeople";
import { listOfTable } from "@sendwright/core/list/read";
import { readWorkbook } from "@sendwright/core/workbook/readWorkbook";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { download } from "../../lib/download.ts";
import { aSend } from "../../testing/sendFactories.ts";
import { type OwnList, ResultDownload } from "./ResultDownload.tsx";

vi.mock("../../lib/download.ts", () => ({ download: vi.fn() }));
vi.mock("../../lib/lists/ListReader.ts", () => ({
  readListFile: async (file: File) => ownList(await file.text(), file.name),
}));

const FILE = "Rechnung;E-Mail;Name\n007;ann@x.org;Ann\n008;bo@x.org;Bö\n";
const counts = { total: 2, queued: 0, sending: 0, sent: 1, failed: 1, skipped: 0, warning: 0 };
const send = aSend({ title: "Invoice: {{No}}", counts, rows_over_limit: 3 });
const results: RowResult[] = [
  {
    row: 1,
    line: 2,
    recipient: "ann@x.org",
    status: "sent",
    reason: "",
    at: new Date(2026, 10, 24, 9, 5).toISOString(),
  },
  { row: 2, line: 3, recipient: "bo@x.org", status: "failed", reason: "No such mailbox" },
  {
    row: 3,
    line: null,
    recipient: "",
    status: "skipped",
    reason: "3 rows above the limit skipped.",
  },
];

function ownList(text: string, name = "Kunden.Mai.csv"): Omit<OwnList, "isSent"> {
  const table = readCsv(text);
  return { list: listOfTable(table, { kind: "file", name }), delimiter: table.delimiter };
}

const saved = vi.mocked(download);
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  saved.mockReset();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 24, 12) });
});

it("puts the results beside the columns of the list that this page sent, in its delimiter and under its name", async () => {
  render(<ResultDownload send={send} results={results} own={{ ...ownList(FILE), isSent: true }} />);
  await click("Download results as CSV");
  const [name, text] = saved.mock.calls[0] ?? [];
  expect(name).toBe("Kunden.Mai results 2026-11-24.csv");
  expect(text).toBe(
    [
      "\ufeffRechnung;E-Mail;Name;Recipient;Status;Time;Details",
      "007;ann@x.org;Ann;ann@x.org;Sent;2026-11-24 09:05;",
      "008;bo@x.org;Bö;bo@x.org;Failed;;No such mailbox",
      "",
    ].join("\r\n"),
  );
  expect(screen.queryByRole("button", { name: "With all your columns" })).toBeNull();
});

it("puts the result of an email beside each of its rows", async () => {
  const text = "E-Mail;Name\nann@x.org;Ann\nann@x.org;Tim\n";
  const reason = "In one email with row 1.";
  const joined: RowResult[] = [
    { row: 1, line: 2, recipient: "ann@x.org", status: "sent", reason: "" },
    { row: 2, line: 3, recipient: "ann@x.org", status: "sent", joined_to: 1, reason },
    ...results.slice(2),
  ];
  const one = aSend({ counts: { ...counts, total: 1, failed: 0 }, list_rows: 2 });
  render(<ResultDownload send={one} results={joined} own={{ ...ownList(text), isSent: true }} />);
  await click("Download results as CSV");
  const [, written] = saved.mock.calls[0] ?? [];
  expect(String(written).split("\r\n").slice(1)).toEqual([
    "ann@x.org;Ann;ann@x.org;Sent;;",
    `ann@x.org;Tim;ann@x.org;Sent;;${reason}`,
    "",
  ]);
});

it("saves the same as a workbook", async () => {
  render(<ResultDownload send={send} results={results} own={{ ...ownList(FILE), isSent: true }} />);
  await click("Download results as a workbook");
  await expect.poll(() => saved).toHaveBeenCalled();
  const [name, content] = saved.mock.calls[0] ?? [];
  expect(name).toBe("Kunden.Mai results 2026-11-24.xlsx");
  const bytes = new Uint8Array(await (content as Blob).arrayBuffer());
  const reading = {
    sheet: null,
    language: "en-US",
    headerRow: null,
    withHidden: false,
    noHeaders: false,
  };
  expect(readWorkbook(bytes, reading, 10).rows.map(({ cells }) => cells)).toEqual([
    ["007", "ann@x.org", "Ann", "ann@x.org", "Sent", "2026-11-24 09:05", ""],
    ["008", "bo@x.org", "Bö", "bo@x.org", "Failed", "", "No such mailbox"],
  ]);
});

it("has no columns of a list until its file is chosen again, which is then read in the browser", async () => {
  render(<ResultDownload send={send} results={results} own={null} />);
  await click("Download results as CSV");
  expect(saved.mock.calls[0]?.[0]).toBe("Invoice- No results 2026-11-24.csv");
  expect(saved.mock.calls[0]?.[1]).toContain("3 rows above the limit skipped.");

  await click("With all your columns");
  const picker = screen.getByLabelText(/The file with your list/);
  await userEvent.upload(picker, new File(["E-Mail\nzoe@x.org\n"], "other.csv"));
  expect(
    await screen.findByText(
      "None of the 2 rows in this send are in other.csv. Choose the file with its list.",
    ),
  ).toBeInTheDocument();

  await userEvent.upload(picker, new File([FILE], "Kunden.csv"));
  expect(await screen.findByText("Kunden.csv")).toBeInTheDocument();
  expect(screen.getByText(`${new Blob([FILE]).size} Bytes`)).toBeInTheDocument();
  expect(screen.getByText(/The downloads now have all its columns/)).toBeInTheDocument();
  await click("Download results as CSV");
  expect(saved.mock.calls[1]?.[0]).toBe("Kunden results 2026-11-24.csv");
  expect(saved.mock.calls[1]?.[1]).toContain("008;bo@x.org;Bö;bo@x.org;Failed;;No such mailbox");
});

it("names the people in results without a list, and skips them all the same in another list", async () => {
  const named = results.map((one, at) => {
    const name = ["Ann Berger · Mia", "Bö"][at];
    return name === undefined ? one : { ...one, name };
  });
  render(<ResultDownload send={send} results={named} own={null} />);
  await click("Download results as CSV");
  const [, text] = saved.mock.calls[0] ?? [];
  const { headers, rows } = readCsv(String(text));
  expect(headers).toEqual(["Row/N", "Line", "Recipient", "Who", "Status", "Details", "Time"]);
  expect(rows.map(({ cells }) => cells[3])).toEqual(["Ann Berger · Mia", "Bö", ""]);
  const { list } = ownList("E-Mail;Name;Child\nann@x.org;Berger;Mia\nbo@x.org;Bö;\n");
  const sheets = [[headers, ...rows.map(({ cells }) => cells)]];
  const people = peopleIn(sheets, list.columns)?.people;
  expect(people?.get("ann@x.org")).toEqual([{ texts: new Map(), isReached: true }]);
  expect(people?.get("bo@x.org")).toEqual([{ texts: new Map(), isReached: false }]);
});
