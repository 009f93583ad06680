import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { clickButton, sentCsv, server, startServer, visitWithList } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** A list with a column of dates. */
async function withDates(header: string, dates: readonly string[]) {
  server.templates = [aTemplate({ parsed_variables: [aVariable(header, { type: "date" })] })];
  const rows = dates.map((date, at) => `p${at}@example.org,${date}`);
  return (await visitWithList([`Email,${header}`, ...rows].join("\n"))).user;
}

const QUESTION =
  "2 dates in Geburtstag have a year of two digits and would be in the future. Is 12.05.45 in 1945 or in 2045?";

it("asks once for each column of birthdays in the future, and writes the years that are meant", async () => {
  const user = await withDates("Geburtstag", ["12.05.45", "24.12.98", "13.06.1950", "15 Apr 51"]);
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(screen.getByText("4 ready · 2 values to check")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "All in the 1900s" }));
  expect(await screen.findByText("4 ready")).toBeInTheDocument();
  expect(screen.queryByText(QUESTION)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo the last change" }));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "All in the 1900s" }));
  await screen.findByText("4 ready");
  await clickButton(user);
  expect(await sentCsv()).toContain("p0@example.org,12.05.1945\r\np1@example.org,24.12.98\r\n");
});

it("keeps the century that it was read in, if that is right", async () => {
  const user = await withDates("Expires", ["12.05.60"]);
  await user.click(await screen.findByRole("button", { name: "In 2060" }));
  expect(await screen.findByText("1 ready")).toBeInTheDocument();
  await clickButton(user);
  expect(await sentCsv()).toContain("p0@example.org,12.05.2060");
});

it("names the dates in the question before anything goes out", async () => {
  const user = await withDates("Geburtstag", ["12.05.45", "24.12.98", "15 Apr 51"]);
  await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("2 values look wrong. They'll be sent as typed.")).toBeInTheDocument();
  expect(question.getByText(/"12.05.45" in .* is read as 12 May 2045/)).toBeInTheDocument();
});

it("doesn't ask about appointments that are soon", async () => {
  const year = String((new Date().getUTCFullYear() + 1) % 100);
  await withDates("Appointment", [`12.05.${year}`]);
  expect(await screen.findByText("1 ready")).toBeInTheDocument();
  expect(screen.queryByText(/a year of two digits and would be/)).toBeNull();
});
