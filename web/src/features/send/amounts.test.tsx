import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { aFile, choose, clickButton, pick, server, startServer, visit } from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const QUESTION = "1,234 in Fee: 1 thousand 234 or 1 and 234 thousandths?";
const POINTER = "Choose how to read the numbers in “Fee”.";

/** A page with a file of one family's amounts. */
async function withAmounts(...amounts: string[]) {
  server.templates = [
    aTemplate({
      parsed_variables: [aVariable("Fee"), aVariable("Child")],
      subject: "Fees: {{Fee|sum}}",
      body: "<p>{{#rows}}</p><p>{{Child}}: {{Fee}}</p><p>{{/rows}}</p>",
    }),
  ];
  const { user } = await visit();
  await choose(user, "Invitation");
  const rows = amounts.map((amount, i) => `Child ${i},fam@example.org,"${amount}"`);
  await pick(user, aFile(["Child,Email,Fee", ...rows].join("\n")));
  const map = within(await screen.findByRole("region", { name: "Available placeholders" }));
  return { user, map };
}

it("amounts that could be two numbers are asked about before anything is sent, and the answer is part of the send", async () => {
  const { user, map } = await withAmounts("12", "1,234", "2,345");
  // Once, and other places only point to it.
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(map.getByText(POINTER)).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent("read as");
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
  expect(alerts.some((text) => text.includes(QUESTION))).toBe(true);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getAllByText(POINTER)).toHaveLength(2));
  expect(screen.getByText(QUESTION)).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent("read as");
  expect(server.presses).toEqual([]);

  await user.click(screen.getByRole("button", { name: "1 and 234 thousandths" }));
  expect(await screen.findByText("Fee: 1,234 read as 1 and 234 thousandths")).toBeInTheDocument();
  expect(
    screen.getByRole("button", { name: "1 and 234 thousandths", pressed: true }),
  ).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "1 thousand 234" }));
  expect(await screen.findByText("Fee: 1,234 read as 1 thousand 234")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/^Choose how to read/)).toBeNull());
  await clickButton(user);
  const forms = () => server.presses.map(({ body }) => (body as FormData).get("number_forms"));
  await waitFor(() => expect(forms()).toEqual(['{"Fee":"point"}']));
});

it("amounts that contradict each other are asked about, and those in the other notation are errors", async () => {
  const { user } = await withAmounts("1,234.50", "1.234,50");
  expect(
    await screen.findByText(
      "1,234.50 and 1.234,50 in Fee: numbers like 1,234.50 or numbers like 1.234,50?",
    ),
  ).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "numbers like 1.234,50" }));
  expect(
    (
      await screen.findAllByText(
        /“1,234.50” isn't written like 1.234,50, so {{Fee}} can't be added up/,
      )
    ).length,
  ).toBeGreaterThan(0);
});

it("amounts with one reading aren't asked about", async () => {
  const { user, map } = await withAmounts("1,234", "12.50");
  expect(await map.findByText("From the list")).toBeInTheDocument();
  await clickButton(user);
  const forms = () => server.presses.map(({ body }) => (body as FormData).get("number_forms"));
  await waitFor(() => expect(forms()).toEqual(['{"Fee":"point"}']));
  expect(screen.queryByText(/thousandths/)).toBeNull();
});
