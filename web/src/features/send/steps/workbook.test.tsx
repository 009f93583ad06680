import { readFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import {
  choose,
  clickButton,
  findGrid,
  pick,
  sentCsv,
  server,
  startServer,
  visit,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const FOLDER = join(import.meta.dirname, "../../../../../core/src/workbook/fixtures");
const workbook = (name: string) => new File([readFileSync(join(FOLDER, name))], name);

async function withWorkbook(name: string, ...variables: string[]) {
  server.templates = [
    aTemplate({ parsed_variables: variables.map((variable) => aVariable(variable)) }),
  ];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, workbook(name));
  return user;
}

const namesIn = async () =>
  (await findGrid())
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent);

it.each(["hidden-openpyxl.xlsx", "hidden-libreoffice.xls", "hidden-libreoffice.ods"])(
  "%s: the page skips hidden rows and columns, says so, and includes them on request",
  async (name) => {
    const user = await withWorkbook(name, "Name");
    const left = "Hidden in the workbook and not included: 1 row and 1 column (Salary).";
    expect(await screen.findByText(left)).toBeInTheDocument();
    const before = await namesIn();
    await user.click(screen.getByRole("button", { name: "Include them" }));
    expect(
      await screen.findByText(/^Included although hidden in the workbook/),
    ).toBeInTheDocument();
    expect(screen.queryByText(left)).toBeNull();
    expect(await namesIn()).toHaveLength(before.length + 1);
    await user.click(screen.getByRole("button", { name: "Don't include them" }));
    await waitFor(async () => expect(await namesIn()).toEqual(before));
  },
);

it("reads another sheet, even a hidden one", async () => {
  const user = await withWorkbook("hidden-openpyxl.xlsx", "Name");
  await user.click(await screen.findByLabelText("Sheet"));
  await user.click(screen.getByRole("option", { name: "Old (hidden)" }));
  expect(await screen.findByText(/^Sheet “Old”/)).toBeInTheDocument();
});

it("writes numbers in the language you choose, and sends them so", async () => {
  const user = await withWorkbook("values-libreoffice.xlsx", "Betrag");
  expect(await screen.findByText("For example, 1,234.50 €")).toBeInTheDocument();
  await user.click(screen.getByLabelText("Language of numbers and dates"));
  await user.click(screen.getByRole("option", { name: "German" }));
  expect(await screen.findByText("For example, 1.234,50 €")).toBeInTheDocument();
  await clickButton(user);
  expect(await sentCsv()).toContain("1.234,50 €");
});

it("leaves out titles and totals, shows what they say, and includes them with one click", async () => {
  const user = await withWorkbook("titles-and-totals-openpyxl.xlsx");
  expect(
    await screen.findByText(/^Not part of the list: 2 rows above the headers \(“.+”\)\.$/),
  ).toBeInTheDocument();
  const below = await screen.findByText(/^Not part of the list: 3 rows below the list \(“Total/);
  expect(below).toBeInTheDocument();
  expect(await screen.findByText(/^Sheet “Dues” · 3 rows/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Include the rows below" }));
  expect(await screen.findByText(/^Sheet “Dues” · 6 rows/)).toBeInTheDocument();
  expect(await screen.findByText(/^Included: 3 rows below the list/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Leave out the rows below" }));
  expect(await screen.findByText(/^Sheet “Dues” · 3 rows/)).toBeInTheDocument();
});

it("uses the line you choose as headers", async () => {
  const user = await withWorkbook("titles-and-totals-openpyxl.xlsx");
  expect(await screen.findByText(/^Sheet “Dues” · 3 rows/)).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Read it another way" }));
  await user.click(screen.getByLabelText("Headers are in"));
  await user.click(screen.getByRole("option", { name: "Line 5" }));
  expect(await screen.findByText(/^Sheet “Dues” · 2 rows/)).toBeInTheDocument();
});

it.each([
  ["password-by-hand.xlsx", /has a password/],
  ["truncated-by-hand.xlsx", /is damaged/],
  ["page-by-hand.xls", /is a web page/],
])("says in one sentence why it can't read %s", async (name, sentence) => {
  await withWorkbook(name);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  // Its separator can't help.
  expect(screen.queryByLabelText("Column separator")).toBeNull();
});

it.each(["merged-openpyxl.xlsx", "trip-libreoffice.xls", "trip-libreoffice.ods"])(
  "%s: the page says which column has the value of merged cells",
  async (name) => {
    const header = name.startsWith("trip") ? "Class" : "Team";
    await withWorkbook(name, header);
    expect(
      await screen.findByText(`Merged cells count for each of their rows: “${header}”.`),
    ).toBeInTheDocument();
  },
);
