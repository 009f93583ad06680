import { xlsxOf, xlsxRows } from "@sendwright/core/testing/workbooks";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import {
  aFile,
  choose,
  clickButton,
  pick,
  sentCsv,
  server,
  startServer,
  visit,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const ROWS = [
  ["Email", "Paid"],
  ["ann@example.org", "x"],
  ["bo@example.org", "FALSE"],
  ["cy@example.org", "0"],
  ["di@example.org", "-"],
];
const linesOf = (separator: string) => ROWS.map((cells) => cells.join(separator)).join("\n");

/** The same rows; FALSE is a boolean, and 0 a number. */
function workbook(): File {
  const data = xlsxRows(...ROWS.map((row) => row.map((cell) => (cell === "0" ? 0 : cell)))).replace(
    '<c t="inlineStr"><is><t>FALSE</t></is></c>',
    '<c t="b"><v>0</v></c>',
  );
  return new File([xlsxOf(data)], "people.xlsx");
}

async function paste(user: UserEvent) {
  await user.click(screen.getByRole("button", { name: "Paste from a spreadsheet" }));
  await user.click(screen.getByRole("textbox", { name: "Table from a spreadsheet" }));
  await user.paste(linesOf("\t"));
}

async function withPaid(required: boolean, give: (user: UserEvent) => Promise<unknown>) {
  server.templates = [
    aTemplate({
      parsed_variables: [aVariable("Paid", { required })],
      body: `<p>{{#Paid}}Thanks{{/Paid}}${required ? "{{Paid}}" : ""}</p>`,
    }),
  ];
  const { user } = await visit();
  await choose(user, "Invitation");
  await give(user);
  return user;
}

const NOTE =
  "3 rows have “FALSE”, “0”, “-” in Paid, which counts as a value. Only a blank cell means no.";

it.each<[string, (user: UserEvent) => Promise<unknown>]>([
  ["a CSV file", (user) => pick(user, aFile(linesOf(",")))],
  ["a workbook with booleans", (user) => pick(user, workbook())],
  ["a paste", paste],
])(
  "in %s, words that say no are named once for their column, and one click makes them blank",
  async (_source, give) => {
    const user = await withPaid(false, give);
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Make them blank" }));
    expect(screen.queryByText(NOTE)).toBeNull();
    await screen.findByText("4 ready");
    await clickButton(user);
    expect((await sentCsv()).split("\r\n").slice(1, 5)).toEqual([
      "ann@example.org,x",
      "bo@example.org,",
      "cy@example.org,",
      "di@example.org,",
    ]);
  },
);

it("stay if a blank value would skip their rows", async () => {
  await withPaid(true, (user) => pick(user, aFile(linesOf(","))));
  expect(await screen.findByText(NOTE)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Make them blank" })).toBeNull();
});
