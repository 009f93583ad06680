import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseTemplate } from "../../testing/acting.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import {
  aFile,
  choose,
  clickButton,
  pick,
  server,
  startServer,
  typeInto,
  visit,
} from "./bulkTesting.tsx";
import { field, giveOwn, showTab } from "./directTesting.tsx";
import { onPhone } from "./table/tableTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const TALK = [
  aVariable("Name"),
  aVariable("Talk Date", { type: "date" }),
  aVariable("At", { type: "time" }),
];
const DATE = [aVariable("Talk Date", { type: "date" })];
const QUESTION = "03/04/2026 in Talk Date: 3 April or March 4?";
const POINTER = "Choose how to read the dates in “Talk Date”.";

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
    // Once, and another place only points to it.
    expect(await screen.findByText(QUESTION)).toBeInTheDocument();
    expect(map.getByText(POINTER)).toBeInTheDocument();
    const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent ?? "");
    expect(alerts.some((text) => text.includes(QUESTION))).toBe(true);
    await user.click(screen.getByRole("button", { name: "Send 3 emails" }));
    await waitFor(() => expect(screen.getAllByText(POINTER)).toHaveLength(2));
    expect(screen.getByText(QUESTION)).toBeInTheDocument();
    expect(server.presses).toEqual([]);

    await user.click(screen.getByRole("button", { name: "3 April" }));
    expect(
      await screen.findByText("Talk Date: 03/04/2026 read as 3 April 2026"),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "3 April", pressed: true })).toHaveFocus();
    await waitFor(() => expect(screen.queryByText(/^Choose how to read/)).toBeNull());
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"Talk Date":"dmy"}']));
  });

  it("appear in the email as answered, and one click changes the answer", async () => {
    const { user } = await withDates("03/04/2026");
    await screen.findByText(QUESTION);
    const shown = () =>
      server.asked.flatMap(({ url, body }) =>
        url === "/api/preview" ? [JSON.parse(String(body)).variables["Talk Date"]] : [],
      );
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    await waitFor(() => expect(shown().at(-1)).toBe("3 April or March 4?"));
    expect(shown()).not.toContain("March 4, 2026");
    await user.click(screen.getByRole("button", { name: "3 April" }));
    await waitFor(() => expect(shown().at(-1)).toBe("April 3, 2026"));
    await user.click(screen.getByRole("button", { name: "March 4" }));
    expect(
      await screen.findByText("Talk Date: 03/04/2026 read as March 4, 2026"),
    ).toBeInTheDocument();
    await waitFor(() => expect(shown().at(-1)).toBe("March 4, 2026"));
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"Talk Date":"mdy"}']));
  });

  it("are asked about again for another file", async () => {
    const { user } = await withDates("03/04/2026");
    await user.click(await screen.findByRole("button", { name: "3 April" }));
    await screen.findByText(/read as 3 April 2026/);
    await pick(
      user,
      aFile("Name,Email,Talk Date,At\nBo,bo@example.org,06/07/2026,14:30\n", "other.csv"),
    );
    expect(
      await screen.findByText("06/07/2026 in Talk Date: 6 July or June 7?"),
    ).toBeInTheDocument();
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
    await user.click(await screen.findByRole("button", { name: "3 April" }));
    expect(
      await screen.findByText("__proto__: 03/04/2026 read as 3 April 2026"),
    ).toBeInTheDocument();
    await clickButton(user);
    await waitFor(() => expect(orders()).toEqual(['{"__proto__":"dmy"}']));
  });
});

describe("while it is asked how a column of dates is read, no text says it", () => {
  /** Everything to read, with the emails in their frames. */
  const allTexts = () =>
    [
      document.body.textContent,
      ...Array.from(document.querySelectorAll("iframe"), ({ srcdoc }) => srcdoc),
    ].join("\n");
  const expectNoAnswer = () => {
    const texts = allTexts();
    expect(texts.split("in Talk Date: 3 April or March 4?")).toHaveLength(2);
    expect(texts).not.toMatch(
      /(?:3 April|March 4,|April 3,|4 March) 20|has the (?:day|month)|2026-0[34]|0[34]\/0[34]\/2026/,
    );
  };
  const MAIL = {
    parsed_variables: TALK,
    subject: "Talk on {{Talk Date}}",
    body: "<p>{{Name}}, on {{Talk Date}}</p>",
  };
  const visitWith = async (...dates: string[]) => {
    server.templates = [aTemplate({ ...MAIL, dateFormat: "mmddyyyy" })];
    const { user } = await visit();
    await choose(user, "Invitation");
    const rows = dates.map((date, i) => `P${i},p${i}@example.org,${date},14:30`);
    await pick(user, aFile(["Name,Email,Talk Date,At", ...rows].join("\n")));
    await screen.findByText(/in Talk Date: 3 April or March 4\?/);
    return user;
  };

  it.each<[where: string, begin: () => void]>([
    ["in a wide window", () => undefined],
    ["on a phone", onPhone],
  ])("%s", async (_where, begin) => {
    begin();
    const user = await visitWith("03/04/26", "12/27/2026", "25/12/2026");
    expectNoAnswer();
    await user.click(screen.getByRole("button", { name: /^Send 3 emails$/ }));
    await screen.findAllByText(POINTER);
    expectNoAnswer();
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Talk on 3 April or March 4?")).toBeInTheDocument();
    expectNoAnswer();
  });

  it("in a test email", async () => {
    const user = await visitWith("03/04/2026");
    await user.click(await screen.findByRole("button", { name: /to myself|test/i }));
    const tested = () => server.asked.filter(({ url }) => url === "/api/test-send");
    await waitFor(() => expect(tested()).toHaveLength(1));
    expect(JSON.stringify(tested()[0]?.body)).toContain("3 April or March 4?");
  });

  it("in Direct Send's table, nor where its rows are sorted", async () => {
    const direct = showTab({ templates: [aTemplate({ ...MAIL, parsed_variables: DATE })] });
    await chooseTemplate("Invitation");
    await write(userEvent, await field(), "ann@x.org bo@x.org");
    await giveOwn("Talk Date");
    for (const row of [1, 2]) await typeInto(userEvent.setup(), row, "Talk Date", "03/04/26");
    expect(await screen.findByText("Talk on 3 April or March 4?")).toBeInTheDocument();
    expectNoAnswer();
    await userEvent.click(screen.getByRole("button", { name: "Sort and filter" }));
    await userEvent.click(screen.getByRole("combobox", { name: "Sort by" }));
    await userEvent.click(await screen.findByRole("option", { name: "Talk Date" }));
    expect(
      await screen.findByText("First choose how to read the dates in “Talk Date”."),
    ).toBeInTheDocument();
    expectNoAnswer();
    expect(direct.server.presses).toEqual([]);
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
    if (dates.length === 1)
      await user.click(await screen.findByRole("button", { name: "3 April" }));
    const said =
      "Talk Date: 03/04/2026 read as 3 April 2026, but the email shows 04/03/2026, as set by the template's date format.";
    expect(await screen.findByText(said)).toBeInTheDocument();
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
