import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { aFile, choose, clickButton, pick, server, startServer, visit } from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const TALK = [
  aVariable("Name"),
  aVariable("Talk Date", { type: "date" }),
  aVariable("At", { type: "time" }),
];
const QUESTION = "03/04/2026 in Talk Date: 3 April or March 4?";

/** A page with a file of these dates. */
async function withDates(...dates: string[]) {
  server.templates = [aTemplate({ parsed_variables: TALK, dateFormat: "long" })];
  const { user } = await visit();
  await choose(user, "Invitation");
  const rows = dates.map((date, i) => `P${i},p${i}@example.org,${date},14:30`);
  await pick(user, aFile(["Name,Email,Talk Date,At", ...rows].join("\n")));
  const map = within(await screen.findByRole("region", { name: "Available placeholders" }));
  return { user, map };
}

const orders = () => server.presses.map(({ body }) => (body as FormData).get("date_orders"));

describe("dates with two possible days", () => {
  it("are asked about before anything is sent, and the answer is part of the send", async () => {
    const { user, map } = await withDates("2026-01-01", "03/04/2026", "05/05/2026");
    expect(await map.findByText(QUESTION)).toBeInTheDocument();
    const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
    expect(alerts.some((text) => text.includes(QUESTION))).toBe(true);
    await user.click(screen.getByRole("button", { name: "Send 3 emails" }));
    expect(
      await screen.findByText(`Choose how to read the dates. ${QUESTION}`),
    ).toBeInTheDocument();
    expect(server.presses).toEqual([]);

    await user.click(map.getByRole("button", { name: "3 April" }));
    expect(await map.findByText("Talk Date: 03/04/2026 read as 3 April 2026")).toBeInTheDocument();
    expect(map.getByRole("button", { name: "3 April", pressed: true })).toHaveFocus();
    await waitFor(() => expect(screen.queryByText(/^Choose how to read/)).toBeNull());
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"Talk Date":"dmy"}']));
  });

  it("appear in the email as answered, and one click changes the answer", async () => {
    const { user, map } = await withDates("03/04/2026");
    await map.findByText(QUESTION);
    const shown = () =>
      server.asked.flatMap(({ url, body }) =>
        url === "/api/preview" ? [JSON.parse(String(body)).variables["Talk Date"]] : [],
      );
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    await waitFor(() => expect(shown()).toContain("March 4, 2026"));
    await user.click(map.getByRole("button", { name: "3 April" }));
    await waitFor(() => expect(shown().at(-1)).toBe("April 3, 2026"));
    await user.click(map.getByRole("button", { name: "March 4" }));
    expect(await map.findByText("Talk Date: 03/04/2026 read as March 4, 2026")).toBeInTheDocument();
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"Talk Date":"mdy"}']));
  });

  it("are asked about again for another file", async () => {
    const { user, map } = await withDates("03/04/2026");
    await user.click(await map.findByRole("button", { name: "3 April" }));
    await map.findByText(/read as 3 April 2026/);
    await pick(
      user,
      aFile("Name,Email,Talk Date,At\nBo,bo@example.org,06/07/2026,14:30\n", "other.csv"),
    );
    expect(
      (await screen.findAllByText("06/07/2026 in Talk Date: 6 July or June 7?")).length,
    ).toBeGreaterThan(0);
  });

  it("are asked about in a column that is called __proto__", async () => {
    server.templates = [
      aTemplate({
        parsed_variables: [aVariable("__proto__", { type: "date" })],
        dateFormat: "long",
      }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Email,__proto__\nbo@example.org,03/04/2026\n"));
    const map = within(await screen.findByRole("region", { name: "Available placeholders" }));
    await user.click(await map.findByRole("button", { name: "3 April" }));
    expect(await map.findByText("__proto__: 03/04/2026 read as 3 April 2026")).toBeInTheDocument();
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"__proto__":"dmy"}']));
  });
});

it.each([
  ["by its answer", ["03/04/2026"]],
  ["by its parts", ["03/04/2026", "31/05/2026"]],
])(
  "warns if the template writes a column of day first %s the other way round",
  async (_how, dates) => {
    server.templates = [aTemplate({ parsed_variables: TALK, dateFormat: "mmddyyyy" })];
    const { user } = await visit();
    await choose(user, "Invitation");
    const rows = dates.map((date, i) => `P${i},p${i}@example.org,${date},14:30`);
    await pick(user, aFile(["Name,Email,Talk Date,At", ...rows].join("\n")));
    const map = within(await screen.findByRole("region", { name: "Available placeholders" }));
    if (dates.length === 1) await user.click(await map.findByRole("button", { name: "3 April" }));
    const said =
      "Talk Date: 03/04/2026 read as 3 April 2026, but the email shows 04/03/2026, as set by the template's date format.";
    // Beside its column, and as a warning beside the email.
    expect(await screen.findAllByText(said)).toHaveLength(2);
  },
);

describe("unambiguous dates", () => {
  it.each([
    ["dots", ["03.04.2026"], "Talk Date: 03.04.2026 read as April 3, 2026"],
    [
      "a part above 12 somewhere in the column",
      ["03/04/2026", "25/12/2026"],
      "Talk Date: 03/04/2026 read as 3 April 2026",
    ],
    ["nothing that is a date", ["soon"], "Talk Date: none of its values is a date."],
  ])("are only shown, with %s", async (_what, dates, words) => {
    const { user, map } = await withDates(...dates);
    expect(await map.findByText(words)).toBeInTheDocument();
    expect(map.getByText("At: 14:30 read as 2:30 PM")).toBeInTheDocument();
    await clickButton(user);
    await waitFor(() =>
      expect(orders()).toEqual([expect.stringMatching(/^{"Talk Date":"(dmy|mdy)"}$/)]),
    );
  });
});
