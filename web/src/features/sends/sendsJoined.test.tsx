import type { RowResult, Send } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { aSend, mailTo } from "../../testing/sendFactories.ts";
import { aFreshPage, open, server, user } from "../../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const ID = "families1";
const NAMES = ["Anna", "Tim", "Bo", "Bea", "Ben", "Li"];
/** By row: whose email it is, and the row whose email it is part of. */
const FAMILIES = [
  ["meyer@x.org"],
  ["meyer@x.org", 1],
  ["good@x.org"],
  ["good@x.org", 3],
  ["good@x.org", 3],
  ["li@x.org"],
] as const;
const NONE = { total: 3, queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };

/** Three emails for six rows, whose second has this status; the others went out. */
function has(second: RowResult["status"], more: Partial<Send> = {}, row: Partial<RowResult> = {}) {
  const results = FAMILIES.map(([recipient, joined_to], at): RowResult => {
    const isSecond = recipient === "good@x.org";
    return {
      row: at + 1,
      line: at + 2,
      recipient,
      name: NAMES[at] ?? "",
      status: isSecond ? second : "sent",
      reason: joined_to ? `In one email with row ${joined_to}.` : isSecond ? "Gmail said no." : "",
      ...(joined_to && { joined_to }),
      ...(isSecond && row),
    };
  });
  const counts = second === "sent" ? { ...NONE, sent: 3 } : { ...NONE, sent: 2, [second]: 1 };
  const send = aSend({ id: ID, counts, list_rows: 6, started_at: NOW, ...more });
  server.sends = [{ send, results }];
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  server.instead[`GET /api/sends/${ID}/mail`] = ({ url }) => {
    const at = Number(new URL(url, "http://x").searchParams.get("row")) - 1;
    return json(200, mailTo(FAMILIES[at]?.[0] ?? ""));
  };
}

const NOW = new Date().toISOString();

beforeEach(() => {
  aFreshPage();
  fakeWorker(() => new ListWork());
});

const table = async () =>
  within(await screen.findByRole("region", { name: "Results of each row" }));
/** The row of the results with this number. */
const rowOf = async (n: number) =>
  within((await table()).getAllByRole("row")[n] ?? document.createElement("p"));
const button = (name: string) => screen.findByRole("button", { name });

describe("a send with an email for several rows", () => {
  it("has its emails and rows in the list", async () => {
    has("failed");
    await open("#sends");
    expect(await screen.findByText("3 emails for 6 rows")).toBeVisible();
    expect(screen.getByText("2 sent, 1 failed.")).toBeVisible();
  });

  it("is counted by emails on its page", async () => {
    has("failed");
    await open(`#sends/${ID}`);
    expect(await screen.findByText(/^3 emails for 6 rows · /)).toBeVisible();
    expect(screen.getByText("2 sent, 1 failed.")).toBeVisible();
    const filters = within(screen.getByRole("group", { name: "Show rows by status" }));
    expect(filters.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "All 3",
      "Sent 2",
      "Failed 1",
    ]);
    // Else the table has more rows than the numbers say.
    expect(screen.getByText("3 rows are in another row's email and not counted.")).toBeVisible();
    await user.click(filters.getByRole("button", { name: "Failed 1" }));
    expect((await table()).getAllByRole("row")).toHaveLength(4);
  });

  it("says which email a further row is part of, and shows that", async () => {
    has("sent");
    await open(`#sends/${ID}`);
    expect((await rowOf(4)).getByText("In one email with row 3.")).toBeVisible();
    expect(await screen.findByText("Email 1 of 3")).toBeVisible();
    await user.click((await rowOf(5)).getByRole("button", { name: "Email to good@x.org" }));
    expect(await screen.findByText("Email 2 of 3")).toBeVisible();
    const shown = (await table()).getAllByRole("button", { pressed: true });
    expect(shown).toHaveLength(3);
    await user.click(await button("Next email"));
    expect(await screen.findByText("Email 3 of 3")).toBeVisible();
  });

  it("sends an email again for all its rows", async () => {
    has("failed");
    const asked: unknown[] = [];
    server.instead[`POST /api/sends/${ID}/retry`] = (seen) => {
      asked.push(sentBody(seen));
      return json(200, { success: true, send: aSend({ id: ID }) });
    };
    await open(`#sends/${ID}`);
    await user.click(await button("Send 1 failed email again"));
    await waitFor(() => expect(asked).toEqual([{ rows: [3], received: [] }]));
  });

  it("asks about an unconfirmed email once", async () => {
    has("warning");
    await open(`#sends/${ID}`);
    expect((await rowOf(3)).getByRole("button", { name: /^Send again/ })).toBeVisible();
    expect((await rowOf(4)).queryByRole("button", { name: /^Send again/ })).toBeNull();
    expect(screen.getAllByRole("link", { name: "Check your Sent folder" })).toHaveLength(1);
  });

  it("offers a canceled email once, and to all its rows", async () => {
    has("skipped", { state: "cancelled", cancelled: 1 }, { cancelled: true });
    await open(`#sends/${ID}`);
    expect(await button("Send to the 1 who did not get it")).toBeVisible();
  });

  it("corrects an email with all its rows", async () => {
    has("failed");
    server.instead[`GET /api/sends/${ID}/corrections`] = () =>
      json(200, {
        success: true,
        variables: ["Name"],
        date_orders: {},
        rows: [3, 4, 5].map((row) => ({
          row,
          recipient: "good@x.org",
          reason: row === 3 ? "Gmail said no." : "In one email with row 3.",
          ...(row > 3 && { joined_to: 3 }),
          values: { Name: NAMES[row - 1] ?? "" },
        })),
      });
    const correct = () => button("Correct the one who did not get it");
    await open(`#sends/${ID}`);
    await waitFor(async () => expect(await correct()).toBeEnabled());
    await user.click(await correct());
    // First, because a toast closes by itself.
    expect(await screen.findByText(/and the person are in Bulk Send\./)).toBeVisible();
    expect(await screen.findByText("This person didn't receive this")).toBeVisible();
    const grid = within(await screen.findByRole("grid", { name: "Table of recipients" }));
    for (const name of ["Bo", "Bea", "Ben"]) expect(grid.getByText(name)).toBeVisible();
  });

  it("names someone you don't email once", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    has("queued", { state: "scheduled", starts_at: tomorrow, started_at: null });
    server.suppressions = [{ address: "good@x.org", since: NOW, source: "typed" }];
    await open(`#sends/${ID}`);
    expect(
      await screen.findByText(
        "We'll skip good@x.org, who is on your list of people you don't email.",
      ),
    ).toBeVisible();
    expect((await rowOf(4)).getByText("In one email with row 3.")).toBeVisible();
  });

  it("counts the copies of each email once", async () => {
    has("sent", { cc: "boss@x.org" });
    await open(`#sends/${ID}`);
    expect(await screen.findByText("Cc to boss@x.org on 3 emails.")).toBeVisible();
  });
});
