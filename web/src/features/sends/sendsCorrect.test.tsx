import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { Corrections, RowResult, SendAnswer } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import {
  aFreshPage,
  choose,
  list,
  open,
  clickButton as pressSend,
  server,
  user,
} from "../../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const ID = "done-0001";
const PEOPLE = {
  "ann@x.org": "sent",
  "bo@exampel.org": "failed",
  "cy at x.org": "skipped",
} as const;
const ROWS: Corrections["rows"] = [
  {
    row: 2,
    recipient: "bo@exampel.org",
    name: "Bo Li",
    reason: "Gmail rejected the address.",
    values: { Name: "Bo Li", City: "Ulm" },
  },
  {
    row: 3,
    recipient: "cy at x.org",
    name: "Cy Best",
    reason: "Not an email address: cy at x.org (there's no @)",
    values: { Name: "Cy Best", City: "" },
  },
];

/** A finished send of a file, and its email; a test can change it. */
function has(
  more: Partial<SendAnswer["send"]> = {},
  row: (result: RowResult) => RowResult = (result) => result,
) {
  const { results, ...answer } = aSendAnswer(ID, PEOPLE, { kind: "csv", ...more });
  server.sends = [{ ...answer, results: results.map(row) }];
  const variables = [aVariable("Name"), aVariable("City")];
  server.templates = [aTemplate({ subject: "Hello {{Name}}", parsed_variables: variables })];
  hasMail("t1");
  corrects(ROWS);
}

function hasMail(template_id: string | null, copies: { cc?: string } = {}) {
  const mail = {
    ...copies,
    subject: "Hello {{Name}}",
    body: "<p>Hi</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
    files: [],
  };
  server.instead[`GET /api/sends/${ID}/mail`] = () =>
    json(200, {
      success: true,
      recipient: "ann@x.org",
      rendered_subject: "Hello",
      rendered_body_html: "<p>Hi</p>",
      rendered_text: "Hi",
      variables: { Name: "Ann", City: "Bonn" },
      mail: { template_id, ...mail },
    });
}

function corrects(rows: Corrections["rows"]) {
  server.instead[`GET /api/sends/${ID}/corrections`] = () =>
    json(200, { success: true, variables: ["Name", "City"], date_orders: {}, rows });
}

const offer = (name: string | RegExp = "Correct the 2 who did not get it") =>
  screen.findByRole("button", { name });

async function press(name?: string) {
  await waitFor(async () => expect(await offer(name)).toBeEnabled());
  await user.click(await offer(name));
}

/** The rows of the table, with the problems of each cell. */
async function table(): Promise<(string | null)[][]> {
  const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
  const rows = grid.getAllByRole("row").slice(1);
  return rows.map((row) =>
    within(row)
      .getAllByRole("gridcell")
      .slice(1, -1)
      .map(({ textContent }) => textContent),
  );
}

beforeEach(() => {
  aFreshPage();
  fakeWorker(() => new ListWork());
});

describe("people who were skipped because you don't email them", () => {
  const skipped = (result: RowResult): RowResult =>
    result.row === 1 ? result : { ...result, status: "skipped", reason: NOT_EMAILED };

  it("are offered once they are off the list, without the reason that is over", async () => {
    has({}, skipped);
    server.dontEmail("bo@exampel.org", "cy at x.org");
    await open(`#sends/${ID}`);
    await waitFor(() => expect(server.calls("/api/suppressions")).toHaveLength(1));
    await screen.findByRole("button", { name: /^Don't email ann@x\.org again/ });
    expect(screen.queryByRole("button", { name: /^Correct/ })).toBeNull();
    server.dontEmail("cy at x.org");
    window.dispatchEvent(new Event("visibilitychange"));
    corrects([{ row: 2, recipient: "bo@x.org", reason: NOT_EMAILED, values: { Name: "Bo" } }]);
    await press("Correct the one who did not get it");
    expect((await table())[0]?.join()).toContain("bo@x.org");
    expect(screen.queryByText(NOT_EMAILED)).toBeNull();
  });
});

it("someone who got no email can be shown, and never be emailed again", async () => {
  const reason = "Blank value for {{Name}}";
  has({}, (row) => (row.row === 2 ? { ...row, status: "skipped", reason } : row));
  await open(`#sends/${ID}`);
  await user.click(await screen.findByRole("button", { name: "About bo@exampel.org" }));
  expect(await screen.findByText(`No email to bo@exampel.org. ${reason}`)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "About cy at x.org" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Don't email bo@exampel\.org again/ }));
  await waitFor(() => expect(server.suppressions).toMatchObject([{ address: "bo@exampel.org" }]));
  await user.click(screen.getByRole("button", { name: "Email to ann@x.org" }));
  expect(screen.queryByText(/^No email to/)).toBeNull();
});

it("a row whose only copy was left out has no Cc", async () => {
  has({}, (row) => (row.row === 1 ? { ...row, cc: "", bcc: "log@x.org" } : row));
  await open(`#sends/${ID}`);
  expect(await screen.findByText("Bcc log@x.org")).toBeInTheDocument();
  expect(screen.queryByText(/^Cc/)).toBeNull();
});

describe("another email to those who received one", () => {
  it.each([
    ["from a column", { cc: "boss@x.org" }, {}],
    ["for everyone", {}, { cc: "boss@x.org" }],
  ])(
    "says that it has no copies %s, and brings them back with one click",
    async (_, cells, fixed) => {
      has();
      hasMail("t1", fixed);
      corrects([
        {
          row: 1,
          recipient: "ann@x.org",
          reason: "",
          values: { Name: "Ann", City: "Bonn" },
          ...cells,
        },
      ]);
      await open(`#sends/${ID}`);
      await press("Write to everyone who received it");
      const lost = "The earlier email had Cc. This one doesn't.";
      expect(await screen.findByText(lost)).toBeInTheDocument();
      expect(screen.queryByRole("combobox", { name: "Cc column" })).toBeNull();
      await user.click(screen.getByRole("button", { name: "Copy them again" }));
      expect(await screen.findByRole("combobox", { name: "Cc column" })).toHaveTextContent("Cc");
      expect(screen.queryByText(lost)).toBeNull();
    },
  );
});

describe("another email to some of those who received one", () => {
  const SENT = {
    "ann@x.org": "sent",
    "bo@x.org": "sent",
    "cy@x.org": "sent",
    "di@x.org": "failed",
  } as const;
  const received = Object.keys(SENT).map((recipient, at) => ({
    row: at + 1,
    recipient,
    reason: "",
    values: { Name: recipient.slice(0, 2), City: `City ${at + 1}` },
  }));
  const sent = (more: Partial<SendAnswer["send"]> = {}) =>
    aSendAnswer(ID, SENT, { kind: "csv", ...more });
  const box = (name: string) => screen.findByRole("checkbox", { name });
  const look = () => window.dispatchEvent(new Event("visibilitychange"));
  const choices = () => screen.queryAllByRole("checkbox").length;

  beforeEach(async () => {
    has();
    corrects(received.slice(0, 3));
    server.sends = [sent()];
    await open(`#sends/${ID}`);
    expect(choices()).toBe(0);
    await press("Choose people");
  });

  it("says nothing more about the person beside the table", async () => {
    await press("Cancel");
    const offer = await screen.findByRole("button", { name: /^Don't email/ });
    await press("Choose people");
    await waitFor(() => expect(offer).not.toBeInTheDocument());
  });

  it("goes to exactly those, with their values", async () => {
    const write = await offer("Choose people in the table");
    expect(write).toHaveFocus();
    expect(write).toHaveAttribute("aria-disabled", "true");
    await user.click(write);
    expect(server.calls(`/api/sends/${ID}/corrections`)).toHaveLength(0);
    expect(await offer("Write to everyone who received it")).toBeDisabled();
    const rows = screen.getByRole("table", { name: "Results of each row" });
    expect(write.compareDocumentPosition(rows)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(await box("3: cy@x.org"));
    expect(await offer("Write to this person")).toHaveAttribute("aria-disabled", "false");
    await user.click(await box("1: ann@x.org"));
    await press("Write to these 2");
    expect(
      await screen.findByText(/^2 people and their values are in Bulk Send\./),
    ).toBeInTheDocument();
    await choose();
    expect((await table()).slice(0, 2)).toEqual([
      ["ann@x.org", "an", "City 1"],
      ["cy@x.org", "cy", "City 3"],
    ]);
    expect((await table()).join()).not.toContain("bo@x.org");
    expect(screen.queryByText(/didn't receive this/)).toBeNull();
  });

  it("waits while another tab sends to the others, and is as it was afterward", async () => {
    await user.click(await box("2: bo@x.org"));
    server.sends = [sent({ state: "running", ended_at: null })];
    look();
    await waitFor(() => expect(choices()).toBe(0));
    expect(screen.queryByRole("button", { name: "Write to this person" })).toBeNull();
    const [di, ...others] = sent().results.reverse();
    if (!di) throw new Error("There are four.");
    server.sends = [{ ...sent(), results: [...others.reverse(), { ...di, status: "sent" }] }];
    look();
    expect(await box("2: bo@x.org")).toBeChecked();
    expect(await box("4: di@x.org")).not.toBeChecked();
    expect(await offer("Write to this person")).toBeEnabled();
  });

  it("keeps the choice if their data can't be read, and ends with Cancel or when it is deleted", async () => {
    server.instead[`GET /api/sends/${ID}/corrections`] = () =>
      json(409, { success: false, reason: "wrong_state", error: "Its data was deleted." });
    await user.click(await box("2: bo@x.org"));
    await press("Write to this person");
    expect(await screen.findByText("Its data was deleted.")).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
    expect(await box("2: bo@x.org")).toBeChecked();
    await user.click(await offer("Cancel"));
    expect(choices()).toBe(0);
    expect(await offer("Choose people")).toHaveFocus();
    await press("Choose people");
    expect(await box("2: bo@x.org")).not.toBeChecked();
    server.sends = [{ ...sent({ title: null }), results: [] }];
    look();
    expect(await screen.findByText(/^We've deleted this send's email/)).toBeInTheDocument();
    expect(choices()).toBe(0);
    expect(screen.queryByRole("button", { name: /^(Choose|Write|Cancel)/ })).toBeNull();
  });

  it("says so if the server has no one of those chosen", async () => {
    corrects(received.slice(0, 1));
    await user.click(await box("2: bo@x.org"));
    await press("Write to this person");
    expect(
      await screen.findByText("There's no one left to write to in this send."),
    ).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
  });

  it.each([
    ["someone is left out", "2: bo@x.org", ["ann@x.org"]],
    ["it is canceled", "Cancel", null],
  ])("is as it was last if, while their data is read, %s", async (_, name, people) => {
    const arrive = server.hold(`GET /api/sends/${ID}/corrections`);
    await user.click(await box("1: ann@x.org"));
    await user.click(await box("2: bo@x.org"));
    await press("Write to these 2");
    await user.click(people === null ? await offer(name) : await box(name));
    arrive();
    if (people === null) {
      await waitFor(async () => expect(await offer("Choose people")).toBeEnabled());
      await waitFor(async () => expect(await offer(/^Write to everyone/)).toBeEnabled());
      expect(window.location.hash).toBe(`#sends/${ID}`);
      return;
    }
    expect(await screen.findByText(/^1 person and their values/)).toBeInTheDocument();
    await choose();
    expect((await table()).flatMap(([address]) => address || [])).toEqual(people);
  });

  it("still skips someone whom you don't email since", async () => {
    server.dontEmail("bo@x.org");
    look();
    await user.click(await box("2: bo@x.org"));
    await press("Write to this person");
    await choose();
    await waitFor(async () => expect((await table())[0]?.join()).toContain(NOT_EMAILED));
  });
});

describe("the files that only a row had", () => {
  beforeEach(async () => {
    has();
    const [bo, cy] = ROWS;
    if (!bo || !cy) throw new Error("There are two.");
    corrects([
      { ...bo, recipient: "bo@x.org", files: ["bo.pdf", "Bo (2).pdf"], file_sizes: [2048, 30] },
      { ...cy, recipient: "cy@x.org", values: { Name: "Cy", City: "Rome" } },
    ]);
    await open(`#sends/${ID}`);
    await press();
  });
  const attached = () =>
    within(screen.getByRole("region", { name: "Preview" })).queryByText("Attachments")
      ?.nextElementSibling?.textContent ?? null;

  it("are in the preview with their sizes, and in a test to yourself", async () => {
    await waitFor(() => expect(attached()).toMatch(/bo\.pdf 2\.00 KB.*Bo \(2\)\.pdf 30 Bytes/));
    await user.click(await screen.findByRole("button", { name: "Send a test to myself" }));
    await waitFor(() => expect(server.asked.map(({ url }) => url)).toContain("/api/test-send"));
    const test = server.asked.find(({ url }) => url === "/api/test-send");
    const files_of = JSON.stringify([{ send: ID, row: 2 }]);
    expect(test && sentBody(test)).toMatchObject({ files_of });
    await user.click(await screen.findByRole("button", { name: "Next row" }));
    const region = screen.getByRole("region", { name: "Preview" });
    await waitFor(() => expect(region).toHaveTextContent("cy@x.org"));
    await waitFor(() => expect(attached()).toBeNull());
  });

  it("are in the question before the send", async () => {
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText("Own files").nextElementSibling).toHaveTextContent(
      "1 row has the files of the earlier send.",
    );
  });
});

describe("corrected people of a send", () => {
  it("are in a Bulk Send list with their known values, and above it why they did not get it", async () => {
    has();
    await open(`#sends/${ID}`);
    await press();
    const notice = await screen.findByText("These 2 people didn't receive this");
    await waitFor(() => expect(document.activeElement).toContainElement(notice));
    const reasons = within(notice.parentElement as HTMLElement).getAllByRole("listitem");
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      "bo@exampel.org: Gmail rejected the address.",
      "cy at x.org: Not an email address (there's no @)",
    ]);
    await waitFor(async () =>
      expect((await table()).slice(0, 2)).toEqual([
        ["bo@exampel.org", "Bo Li", "Ulm"],
        [
          "cy at x.orgTo fix: Not an email address: cy at x.org (there's no @)",
          "Cy Best",
          "To fix: Blank value for {{City}}",
        ],
      ]),
    );
    expect(
      await screen.findByText(
        /^The template “Invitation” and the 2 people are in Bulk Send\. Fix the table, then send\./,
      ),
    ).toBeInTheDocument();
    expect(await screen.findByText("1 ready · 1 skipped", { exact: false })).toBeInTheDocument();
    window.history.back();
    expect(await screen.findByRole("heading", { level: 1, name: "Invitation" })).toHaveFocus();
    expect(window.location.hash).toBe(`#sends/${ID}`);
  });

  it("come into the table from the results beside it too, which make room", async () => {
    has();
    await open(`#bulk-send/${ID}`);
    await press();
    const notice = await screen.findByText("These 2 people didn't receive this");
    await waitFor(() => expect(document.activeElement).toContainElement(notice));
    expect((await table())[0]?.[0]).toBe("bo@exampel.org");
    expect(screen.queryByRole("region", { name: "Results" })).toBeNull();
    expect(window.location.hash).toBe("#bulk-send");
  });

  it("are in a list if the email was composed or its template was deleted", async () => {
    has({ kind: "manual" });
    hasMail(null);
    const values = { Name: "friends", City: "Ulm" };
    corrects(ROWS.map((row) => ({ ...row, values })));
    await open(`#sends/${ID}`);
    await press();
    expect((await list()).value).toBe("bo@exampel.org\ncy at x.org");
    expect(screen.getByDisplayValue("friends")).toBeInTheDocument();
    expect(screen.getByText("These 2 people didn't receive this")).toBeInTheDocument();
  });

  it("are all named if there are many, once the person asks", async () => {
    has();
    corrects(
      Array.from({ length: 7 }, (_, i) => ({
        row: i + 1,
        recipient: `p${i}@x.org`,
        reason: "No.",
        values: {},
      })),
    );
    await open(`#sends/${ID}`);
    await press();
    const notice = (await screen.findByText("These 7 people didn't receive this"))
      .parentElement as HTMLElement;
    expect(within(notice).getAllByRole("listitem")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Show all 7" }));
    expect(within(notice).getAllByRole("listitem")).toHaveLength(7);
  });

  it("are asked about if the email was sent again since: some may have it under another address", async () => {
    has();
    server.sends = [
      aSendAnswer(
        "since-0001",
        { "bo@example.org": "sent" },
        { kind: "csv", created_at: "2026-11-20T13:00:00.000Z" },
      ),
      ...server.sends,
    ];
    await open(`#sends/${ID}`);
    await press();
    const question = within(
      await screen.findByRole("alertdialog", { name: "Has anyone received it since?" }),
    );
    expect(
      question.getByText(/^This email is also in the send from .* \(1 person\)\./),
    ).toBeInTheDocument();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(window.location.hash).toBe(`#sends/${ID}`);
    await press();
    await user.click(await screen.findByRole("button", { name: "Continue to the table" }));
    expect((await table())[0]?.[0]).toBe("bo@exampel.org");
  });

  it("leave an unsent email among your unsent emails", async () => {
    has();
    await open("#bulk-send");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await write(user, await list(), "di@x.org");
    await user.click(await screen.findByRole("link", { name: "Sends" }));
    await user.click(await screen.findByRole("link", { name: "Invitation" }));
    await press();
    expect((await table())[0]?.[0]).toBe("bo@exampel.org");
    await user.click(screen.getByRole("button", { name: "Open Email" }));
    expect(await list()).toHaveValue("di@x.org");
  });

  it("are still shown after a change of the tab, but not once you start another list", async () => {
    has();
    await open(`#sends/${ID}`);
    await press();
    await table();
    await user.click(await screen.findByRole("tab", { name: /^Direct Send/ }));
    await user.click(await screen.findByRole("tab", { name: /^Bulk Send/ }));
    expect(await screen.findByText("These 2 people didn't receive this")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove this list" }));
    await waitFor(() =>
      expect(screen.queryByText("These 2 people didn't receive this")).toBeNull(),
    );
  });
});

describe("people whom a later send corrects", () => {
  const later = { id: "later-001", created_at: "2026-11-20T13:00:00.000Z", rows: [2] };

  it("are offered no more, nor sent to again, and the page leads to where they are served", async () => {
    has({ corrected: [later] }, (row) =>
      row.status === "failed" ? { ...row, reason: "Gmail rejected the address." } : row,
    );
    server.sends = [
      ...server.sends,
      aSendAnswer(
        later.id,
        { "bo@example.org": "sent" },
        { kind: "csv", corrects: ID, created_at: later.created_at },
      ),
    ];
    await open(`#sends/${ID}`);
    expect(
      await screen.findByText("In a later send. Gmail rejected the address."),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /failed row/ })).toBeNull();
    // The later send of the same email is known to be the correction: no question is needed.
    corrects(ROWS.slice(1));
    await press("Correct the one who did not get it");
    expect(await screen.findByText("This person didn't receive this")).toBeInTheDocument();
    window.history.back();
    await user.click(await screen.findByRole("link", { name: /^the send from / }));
    expect(await screen.findByText(/^Another try · 1 person/)).toBeInTheDocument();
    await user.click(await screen.findByRole("link", { name: "an earlier send" }));
    await waitFor(() => expect(window.location.hash).toBe(`#sends/${ID}`));
  });

  it("are skipped if a canceled send goes to the others after all", async () => {
    has({ state: "cancelled", cancelled: 1, corrected: [later] }, (row) =>
      row.status === "sent" ? { ...row, status: "skipped", cancelled: true } : row,
    );
    await open(`#sends/${ID}`);
    expect(
      await screen.findByRole("button", { name: "Send to the 1 who did not get it" }),
    ).toBeInTheDocument();
  });

  it("are named in the call that sends to them", async () => {
    has({ kind: "manual" });
    hasMail(null);
    await open(`#sends/${ID}`);
    await press();
    await user.click(await list());
    await user.keyboard("{Control>}a{/Control}");
    await user.paste("cy@x.org\nbo@exampel.org");
    await pressSend(/^Send 2 emails$/);
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const body = server.presses[0]?.body;
    expect(body instanceof FormData && body.get("corrects")).toBe(
      JSON.stringify({ send: ID, rows: [2], here: [2] }),
    );
  });
});

describe("the button that corrects", () => {
  it("replaces nothing when the answer is lost, and says so", async () => {
    has();
    server.instead[`GET /api/sends/${ID}/corrections`] = () =>
      json(409, {
        success: false,
        reason: "wrong_state",
        error: "This send goes on: correct it when it is over.",
      });
    await open(`#sends/${ID}`);
    await press();
    expect(
      await screen.findByText("This send goes on: correct it when it is over."),
    ).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
  });

  it("says if no one is left because another tab has sent to them", async () => {
    has();
    corrects([]);
    await open(`#sends/${ID}`);
    await press();
    expect(
      await screen.findByText("There's no one left to correct in this send."),
    ).toBeInTheDocument();
    expect(window.location.hash).toBe(`#sends/${ID}`);
  });

  it("counts one person in words", async () => {
    has({}, (row) => (row.status === "failed" ? { ...row, status: "warning" } : row));
    await open(`#sends/${ID}`);
    expect(await offer("Correct the one who did not get it")).toBeInTheDocument();
    expect(screen.getByText("Besides the one who did not get it: 1 unconfirmed.")).toBeVisible();
  });

  it("is another one where a cancelled send can go to them as it is", async () => {
    has({ state: "cancelled", cancelled: 1 }, (row) =>
      row.status === "sent" ? { ...row, status: "skipped", cancelled: true } : row,
    );
    await open(`#sends/${ID}`);
    expect(await offer("Edit it first")).toBeInTheDocument();
    expect(
      screen.getByRole("button", { name: "Send to the 2 who did not get it" }),
    ).toBeInTheDocument();
  });

  it.each([
    ["its data is deleted", { title: null }],
    ["it goes on", { state: "running", ended_at: null }],
    ["it went to the people of Direct Send", { kind: "direct" }],
  ] as const)("is not there when %s", async (_when, more) => {
    has(more);
    await open(`#sends/${ID}`);
    expect(await screen.findByText(/^1 sent, 1 failed, 1 skipped/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Correct/ })).toBeNull();
  });
});
