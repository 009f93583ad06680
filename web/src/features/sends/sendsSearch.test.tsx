import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PersonEmails } from "../../data/personQuery.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aSendAnswer, mailTo } from "../../testing/sendFactories.ts";
import { aFreshPage, open, server, user } from "../../testing/sendingPage.tsx";
import { write } from "../../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

const WHOLE = "To find a person, enter a whole email address, or a whole first or last name.";

const invitation = () =>
  aSendAnswer(
    "party-001",
    { "ann@x.org": "sent", "bo@x.org": "skipped" },
    { title: "Invitation", subject: "Summer fête for {{Name}}" },
  );
const reminder = () =>
  aSendAnswer(
    "bill-0001",
    { "cy@x.org": "sent" },
    { title: "Reminder", subject: "Your invoice is due" },
  );
const composed = () =>
  aSendAnswer("word-0001", { "di@x.org": "sent" }, { title: "A word", subject: "A word" });

const field = () => screen.findByRole("searchbox", { name: "Person, template, subject or file" });
const listed = () =>
  screen.queryAllByRole("link", { name: /^(Invitation|Reminder|A word|Old offer)$/ });
const names = () => listed().map(({ textContent }) => textContent);

it("a send shows its subject beside its name, each once, and doesn't count skipped people", async () => {
  server.sends = [invitation(), composed()];
  await open("#sends");
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("InvitationSummer fête for Name1 person1 sent, 1 skipped."),
    expect.stringContaining("A word1 person"),
  ]);
});

it("names the first of a few people after a reload, and finds a send by that name", async () => {
  const { send } = aSendAnswer("few-00001", { "ann@x.org": "sent", "bo@x.org": "sent" });
  server.sends = [{ send: { ...send, first_person: "Zoé Largo" }, results: [] }, reminder()];
  await open("#sends");
  expect(await screen.findByText("Zoé Largo and 1 other")).toBeVisible();
  await user.type(await field(), "zoe");
  expect(names()).toEqual(["Invitation"]);
});

it("finds a send by its name or subject, ignoring case and accents", async () => {
  server.sends = [invitation(), reminder(), composed()];
  await open("#sends");
  await user.type(await field(), "FETE");
  expect(names()).toEqual(["Invitation"]);
  expect(screen.getByText("1 send of 3")).toHaveAttribute("role", "status");
  await user.clear(await field());
  await user.type(await field(), "remind");
  expect(names()).toEqual(["Reminder"]);
});

it("says that nothing matches, and clears the search with the focus in it", async () => {
  server.sends = [invitation(), aSendAnswer("gone-0001", {}, { title: null, subject: null })];
  await open("#sends");
  await user.type(await field(), "wedding ");
  const said = screen.getByText(/No template, subject or file matches “wedding”\./);
  expect(said).toHaveTextContent("We delete a send's name and subject 24 hours after it ends");
  expect(said).toHaveTextContent(WHOLE);
  expect(said).not.toHaveTextContent("Older sends");
  expect(listed()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(names()).toEqual(["Invitation"]);
  expect(await field()).toHaveFocus();
  expect(await field()).toHaveValue("");
});

it("says how to find a person also if their name is in a subject, as long as it's no address", async () => {
  server.sends = [invitation(), reminder()];
  await open("#sends");
  expect(await field()).toHaveValue("");
  expect(screen.queryByText(WHOLE)).toBeNull();
  await user.type(await field(), "fete");
  expect(screen.getByText(WHOLE)).toBeVisible();
  await user.clear(await field());
  await user.type(await field(), "ann@x.org");
  expect(screen.queryByText(WHOLE)).toBeNull();
});

it("looks through older sends once they are there, and says so before", async () => {
  const old = aSendAnswer("old-00001", { "ann@x.org": "sent" }, { title: "Old offer" }).send;
  server.instead["GET /api/sends"] = ({ url }) =>
    new URL(url, "http://x").searchParams.has("before")
      ? json(200, { success: true, sends: [old], before: null })
      : json(200, { success: true, sends: [invitation().send], before: "2" });
  await open("#sends");
  await user.type(await field(), "offer");
  expect(screen.getByText(/Older sends haven't been searched yet\./)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Show older sends" }));
  await waitFor(() => expect(names()).toEqual(["Old offer"]));
});

it("is as it was left when one comes back from a send", async () => {
  server.sends = [invitation(), reminder()];
  await open("#sends");
  await write(user, await field(), "invoice");
  await user.click(screen.getByRole("link", { name: "Reminder" }));
  await user.click(await screen.findByRole("link", { name: "All sends" }));
  expect(await field()).toHaveValue("invoice");
  expect(names()).toEqual(["Reminder"]);
  expect(screen.getByRole("link", { name: "Reminder" })).toHaveFocus();
});

it("finds people by their name too, and shows it beside their address", async () => {
  const { send, results } = invitation();
  server.sends = [
    { send, results: results.map((one) => (one.row === 1 ? { ...one, name: "Zoé Largo" } : one)) },
  ];
  await open("#sends/party-001");
  const people = within(await screen.findByRole("region", { name: "Results of each row" }));
  expect(people.getByRole("table", { name: "Results of each row" })).toBeInTheDocument();
  expect(people.getByText("Zoé Largo")).toBeInTheDocument();
  await write(user, screen.getByRole("searchbox", { name: "Search people" }), "largo zoe");
  expect(people.getByRole("button", { name: "Email to ann@x.org" })).toBeInTheDocument();
  expect(people.queryByText("bo@x.org")).toBeNull();
  expect(screen.getByText("1 row of 2")).toBeInTheDocument();
});

const ANN = "ann@x.org";
/** The server finds these rows and sends. */
function finds(found: Partial<PersonEmails>) {
  const asked: unknown[] = [];
  server.instead["POST /api/find-person"] = ({ body }) => {
    asked.push(JSON.parse(String(body)));
    const nothing = { sends: [], rows: [], copied: [], more: false, unknown: 0 };
    return json(200, { success: true, ...nothing, ...found });
  };
  return asked;
}
const row = (more: Partial<PersonEmails["rows"][number]>): PersonEmails["rows"][number] => ({
  send: "party-001",
  row: 1,
  as: "to",
  recipient: ANN,
  status: "sent",
  reason: "",
  ...more,
});

it.each([
  ["csv", "You skipped this row.", / browser, so we don't know who is in it\. To see who, choose/],
  [
    "csv",
    "On your list of people you don't email.",
    / in it\. To see who, choose your list's file/,
  ],
  ["direct", "You skipped this row.", / browser, so we don't know who is in it\.$/],
  ["csv", "No email address in this row.", null],
] as const)(
  "says why a row of a %s send that was skipped has no name: %s",
  async (kind, reason, words) => {
    const given = aSendAnswer("party-001", { [ANN]: "sent", "": "skipped" }, { kind });
    const results = given.results.map((one) => (one.recipient === "" ? { ...one, reason } : one));
    server.sends = [{ ...given, results }];
    await open("#sends/party-001");
    expect(await screen.findByRole("cell", { name: reason })).toBeVisible();
    expect(screen.queryByText(words ?? /skipped in your browser/) !== null).toBe(words !== null);
  },
);

describe("a search for a name", () => {
  it("shows every email to someone of that name, with who it is, beside the sends that match", async () => {
    server.sends = [invitation(), reminder()];
    const asked = finds({
      sends: [{ ...invitation().send, cc: "Due Berg <due@x.org>" }, reminder().send],
      rows: [
        row({ send: "bill-0001", name: "Ann Due · Mia" }),
        row({ row: 7, as: "cc", name: "Bo Lee", recipient: "bo@x.org" }),
      ],
      copied: [{ send: "party-001", as: "cc" }],
    });
    await open("#sends");
    await write(user, await field(), " due ");
    const region = await screen.findByRole("region", { name: "Emails to anyone named “due”" });
    const items = within(region).getAllByRole("listitem");
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("A copy of each email, to Due Berg <due@x.org>."),
      expect.stringContaining("Ann Due · Mia (ann@x.org)."),
      expect.stringContaining("Copy (Cc) of the email to Bo Lee (bo@x.org)."),
    ]);
    expect(screen.getByText("1 send of 2 · 3 emails found")).toHaveAttribute("role", "status");
    expect(asked).toEqual([{ address: "due" }]);
    expect(within(region).queryByRole("button", { name: /^Don't email/ })).toBeNull();
  });

  it("says only once the server was asked that there is no one, and how many sends it can't search", async () => {
    server.sends = [invitation()];
    finds({ unknown: 2 });
    await open("#sends");
    await user.type(await field(), "wedding");
    expect(screen.getByText(/No template, subject or file matches “wedding”\./)).toBeVisible();
    const said = await screen.findByText(
      /No template, subject, file or person matches “wedding”\./,
    );
    expect(said).toHaveTextContent("We can't search 2 sends for a person by name.");
    expect(screen.queryByRole("region", { name: /^Emails to/ })).toBeNull();
  });
});

describe("a search for an address", () => {
  const people = async () =>
    within(await screen.findByRole("region", { name: `Emails to ${ANN}` }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);

  it("asks the server once the address is whole, and shows each email with its end", async () => {
    server.sends = [invitation()];
    const asked = finds({
      sends: [invitation().send, reminder().send],
      rows: [
        row({ at: "2026-11-20T10:12:00.000Z" }),
        row({
          row: 7,
          as: "cc",
          recipient: "bo@x.org",
          status: "skipped",
          reason: "Name is blank",
        }),
      ],
      copied: [{ send: "bill-0001", as: "bcc" }],
    });
    await open("#sends");
    await user.type(await field(), `Ann <${ANN}>`);
    await waitFor(async () =>
      expect(await people()).toEqual([
        expect.stringMatching(
          /^Copy \(Bcc\)ReminderYour invoice is dueA copy of each email\. 1 sent\./,
        ),
        expect.stringMatching(/^SentInvitation/),
        expect.stringMatching(
          /^SkippedInvitationSummer fête for NameCopy \(Cc\) of the email to bo@x\.org\. Name is/,
        ),
      ]),
    );
    expect(screen.getByText("3 emails found")).toHaveAttribute("role", "status");
    expect(screen.getByText(/We can look back 24 hours after a send ends/)).toBeVisible();
    expect(asked).toEqual([{ address: ANN }]);
    expect(screen.queryByText(/No template, subject or file/)).toBeNull();
  });

  it("never shows the values of someone else", async () => {
    const first = { first_subject: "For Bo only" };
    const { send } = invitation();
    const own = aSendAnswer("word-0001", {}, { title: "To {{Name}}", subject: "To {{Name}}" }).send;
    server.sends = [invitation()];
    finds({
      sends: [
        { ...send, ...first },
        { ...own, ...first },
      ],
      rows: [row({}), row({ send: "word-0001" })],
    });
    await open("#sends");
    await write(user, await field(), ANN);
    await waitFor(async () =>
      expect(await people()).toEqual([
        expect.stringMatching(/^SentInvitationSummer fête for Name/),
        expect.stringMatching(/^SentTo Name/),
      ]),
    );
    expect(screen.queryByText(/For Bo only/)).toBeNull();
  });

  it("opens the email that it found, and is as it was left when one comes back", async () => {
    const two = aSendAnswer(
      "party-001",
      { "bo@x.org": "sent", [ANN]: "sent" },
      { title: "Invitation" },
    );
    server.sends = [two];
    server.instead["GET /api/sends/party-001/mail"] = ({ url }) => {
      const n = new URL(url, "http://x").searchParams.get("row");
      return json(200, {
        success: true,
        recipient: `row${n}@x.org`,
        rendered_subject: `Hello ${n}`,
        rendered_body_html: "<p>Hi</p>",
        rendered_text: "Hi",
        variables: {},
        mail: {
          template_id: null,
          subject: "Hello",
          body: "<p>Hi</p>",
          dateFormat: "iso",
          timeFormat: "24hr",
          files: [],
        },
      });
    };
    const asked = finds({
      sends: [two.send],
      rows: [row({ row: 1, as: "cc", recipient: "bo@x.org" }), row({ row: 2 })],
    });
    await open("#sends");
    await write(user, await field(), ANN);
    const links = async () =>
      within(await screen.findByRole("region", { name: `Emails to ${ANN}` })).findAllByRole(
        "link",
        { name: "Invitation" },
      );
    for (const [index, shown, other] of [
      [1, "Hello 2", "Hello 1"],
      [0, "Hello 1", "Hello 2"],
    ] as const) {
      await user.click((await links())[index] as HTMLElement);
      expect(await screen.findByText(shown)).toBeVisible();
      expect(screen.queryByText(other)).toBeNull();
      expect(screen.getByRole("heading", { name: "Invitation" })).toHaveFocus();
      expect(window.location.href).not.toContain("x.org");
      await user.click(screen.getByRole("link", { name: "All sends" }));
      expect(await field()).toHaveValue(ANN);
      await waitFor(async () => expect((await links())[index]).toHaveFocus());
    }
    expect(asked).toContainEqual({ address: ANN });
  });

  it("brings the email that it found into view", async () => {
    const brought = vi.spyOn(Element.prototype, "scrollIntoView");
    server.sends = [invitation()];
    server.instead["GET /api/sends/party-001/mail"] = () => json(200, mailTo(ANN));
    finds({ sends: [invitation().send], rows: [row({})] });
    await open("#sends");
    await write(user, await field(), ANN);
    const region = await screen.findByRole("region", { name: `Emails to ${ANN}` });
    await user.click(await within(region).findByRole("link", { name: "Invitation" }));
    expect(await screen.findByRole("heading", { name: "Invitation" })).toHaveFocus();
    const offer = await screen.findByRole("button", { name: `Don't email ${ANN} again` });
    await waitFor(() =>
      expect(brought.mock.contexts.some((box) => box instanceof Node && box.contains(offer))).toBe(
        true,
      ),
    );
  });

  it("leaves the focus in the field while someone types, after they came back from a send", async () => {
    server.sends = [invitation()];
    finds({ sends: [invitation().send], rows: [row({})] });
    await open("#sends");
    await user.click(await screen.findByRole("link", { name: "Invitation" }));
    await user.click(await screen.findByRole("link", { name: "All sends" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Invitation" })).toHaveFocus());
    await user.type(await field(), "xx");
    expect(screen.queryByRole("link", { name: "Invitation" })).toBeNull();
    await user.clear(await field());
    expect(screen.getByRole("link", { name: "Invitation" })).toBeVisible();
    expect(await field()).toHaveFocus();
  });

  it("offers never to email that person again, and says if you don't", async () => {
    server.sends = [invitation()];
    finds({});
    await open("#sends");
    await write(user, await field(), ANN);
    await user.click(await screen.findByRole("button", { name: `Don't email ${ANN} again` }));
    expect(
      await screen.findByText(`${ANN} is on your list of people you don't email.`),
    ).toBeVisible();
    expect(server.suppressions).toMatchObject([{ address: ANN, source: "typed" }]);
  });

  it("says that there is none, that there are more, and which sends it can't search", async () => {
    server.sends = [invitation()];
    finds({ more: true, unknown: 2 });
    await open("#sends");
    await write(user, await field(), ANN);
    const region = await screen.findByRole("region", { name: `Emails to ${ANN}` });
    await waitFor(() => expect(region).toHaveTextContent(`We found no email to ${ANN}.`));
    expect(region).toHaveTextContent("We can't search 2 sends.");
    expect(region).toHaveTextContent("There may be more emails than we can show.");
  });

  it("says why it failed, and tries again", async () => {
    server.sends = [invitation()];
    server.instead["POST /api/find-person"] = () =>
      json(500, { success: false, error: "Something broke.", reason: "internal_server_error" });
    await open("#sends");
    await write(user, await field(), ANN);
    expect(await screen.findByText(/Something broke\./)).toBeVisible();
    finds({});
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/We found no email to/)).toBeVisible();
  });
});
