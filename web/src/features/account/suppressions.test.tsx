import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ListWork } from "../../lib/lists/listWork.ts";
import { createQueryClient } from "../../lib/queryClient.ts";
import { startSession } from "../../lib/session.ts";
import { useShowSuppressions } from "../../lib/suppressionsContext.ts";
import { begin } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { FakeServer, type Holds, sentBody } from "../../testing/fakeServer.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { SuppressionsProvider } from "./AccountMenu.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  begin();
  localStorage.setItem("sendwright:session", "in");
});

const NAME = "People you don't email";
const someone = (address: string, source: "typed" | "file" = "typed") => ({
  address,
  source,
  since: "2026-11-20T12:00:00.000Z",
});

function Opener() {
  const show = useShowSuppressions();
  return (
    <button type="button" onClick={(event) => show?.(event.currentTarget)}>
      Open
    </button>
  );
}

/** The dialog of a signed-in person. */
async function open(holds: Holds = {}) {
  const server = new FakeServer(holds);
  fakeWorker(() => new ListWork());
  startSession("/app");
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <SuppressionsProvider>
          <Opener />
        </SuppressionsProvider>
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const dialog = within(await screen.findByRole("dialog", { name: NAME }));
  return { server, user, dialog };
}

const addresses = (server: FakeServer) => server.suppressions.map(({ address }) => address);

describe("the dialog", () => {
  it("says what it does, and that no one is on the list yet", async () => {
    const { dialog, user } = await open();
    expect(
      dialog.getByText(/^We skip them in every send, and leave them out of Cc and Bcc\./),
    ).toHaveTextContent("until you remove them or delete your account");
    expect(await dialog.findByText("No one is on your list.")).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });

  it("shows who is on it, since when and why, and searches more than ten", async () => {
    const many = Array.from({ length: 10 }, (_, n) => someone(`p${n}@x.org`, "file"));
    const { dialog, user } = await open({ suppressions: [someone("ann@x.org"), ...many] });
    expect(await dialog.findByText("11 people")).toBeInTheDocument();
    const [, first, second] = dialog.getAllByRole("row");
    expect(first).toHaveTextContent(/^ann@x\.org.*Nov 20, 2026You added them$/);
    expect(second).toHaveTextContent("From a file");
    await user.type(dialog.getByRole("searchbox", { name: "Search addresses" }), "ann");
    expect(dialog.getAllByRole("row")).toHaveLength(2);
    expect(dialog.getByText("1 of 11")).toBeInTheDocument();
  });

  it("needs no search for ten", async () => {
    const ten = Array.from({ length: 10 }, (_, n) => someone(`p${n}@x.org`));
    const { dialog } = await open({ suppressions: ten });
    expect(await dialog.findByText("10 people")).toBeInTheDocument();
    expect(dialog.queryByRole("searchbox")).toBeNull();
  });

  it("shows 100 at first, and more on request", async () => {
    const all = Array.from({ length: 130 }, (_, n) => someone(`p${n}@x.org`));
    const { dialog, user } = await open({ suppressions: all });
    await dialog.findByText("130 people");
    expect(dialog.getAllByRole("row")).toHaveLength(101);
    await user.click(dialog.getByRole("button", { name: "Show more" }));
    expect(dialog.getAllByRole("row")).toHaveLength(131);
    expect(dialog.getAllByRole("row")[101]).toHaveFocus();
  });

  it("says if the list can't be loaded, and tries again", async () => {
    let isBroken = true;
    const { dialog, user } = await open({
      instead: {
        "GET /api/suppressions": () =>
          isBroken
            ? json(500, { error: "Broken.", reason: "internal_server_error" })
            : json(200, { success: true, version: 1, suppressions: [someone("ann@x.org")] }),
      },
    });
    expect(await dialog.findByText("Broken.")).toBeInTheDocument();
    isBroken = false;
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText("1 person")).toBeInTheDocument();
  });
});

describe("adding people", () => {
  const add = async ({ dialog, user }: Awaited<ReturnType<typeof open>>, text: string) => {
    await dialog.findByText(/No one is on your list|person|people$/);
    await user.click(dialog.getByLabelText("Addresses to add"));
    await user.paste(text);
    await user.click(dialog.getByRole("button", { name: "Add" }));
  };

  it("by a paste is undone as one", async () => {
    const shown = await open();
    const { server, dialog, user } = shown;
    await add(shown, "Ann <ann@x.org>\nbo@x.org");
    expect(await dialog.findByText("2 people added.")).toBeInTheDocument();
    expect(sentBody(server.asked.at(-1) as never)).toEqual({
      addresses: ["ann@x.org", "bo@x.org"],
      source: "typed",
    });
    expect(dialog.getByLabelText("Addresses to add")).toHaveValue("");
    expect(dialog.getAllByRole("row")).toHaveLength(3);
    await user.click(dialog.getByRole("button", { name: "Undo" }));
    expect(await dialog.findByText("Undone: 2 people are no longer on your list.")).toBeVisible();
    expect(addresses(server)).toEqual([]);
    expect(dialog.getByText("No one is on your list.")).toBeInTheDocument();
  });

  it("keeps what isn't an address in the field, with its fix", async () => {
    const shown = await open();
    const { server, dialog, user } = shown;
    await add(shown, "ann@x.org bo@x,org cy@");
    expect(
      await dialog.findByText(
        "1 person added. 2 aren't email addresses, and still in the field: bo@x,org, cy@.",
      ),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Use bo@x.org" }));
    expect(dialog.getByLabelText("Addresses to add")).toHaveValue("bo@x.org\ncy@");
    expect(addresses(server)).toEqual(["ann@x.org"]);
  });

  it("undone removes only those who are new", async () => {
    const shown = await open({ suppressions: [someone("ann@x.org")], suppressionsVersion: 4 });
    await add(shown, "ANN@x.org, bo@x.org");
    const { server, dialog, user } = shown;
    expect(
      await dialog.findByText("1 person added. 1 was on your list already."),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(addresses(server)).toEqual(["ann@x.org"]));
  });

  it("says why the server refused, and keeps the text", async () => {
    const shown = await open({
      instead: {
        "POST /api/suppressions": () =>
          json(409, { error: "The list is full.", reason: "too_many_suppressions" }),
      },
    });
    await add(shown, "ann@x.org");
    expect(await shown.dialog.findByText("The list is full.")).toBeInTheDocument();
    expect(shown.dialog.getByLabelText("Addresses to add")).toHaveValue("ann@x.org");
  });

  it("shows what another tab added at the same time, too", async () => {
    const shown = await open();
    await shown.dialog.findByText("No one is on your list.");
    shown.server.suppressions = [someone("other@x.org")];
    shown.server.suppressionsVersion = 1;
    await add(shown, "ann@x.org");
    expect(await shown.dialog.findByText("2 people")).toBeInTheDocument();
  });

  it("from a file adds its column of addresses, and names what isn't one", async () => {
    const { server, dialog, user } = await open();
    await dialog.findByText("No one is on your list.");
    const text = "Name,Email\nAnn,ann@x.org\nBo,none\n";
    await user.upload(
      dialog.getByLabelText("Choose a file From a file"),
      new File([text], "out.csv", { type: "text/csv" }),
    );
    expect(
      await dialog.findByText(
        "1 person added, from the column “Email”. 1 isn't an email address: none.",
      ),
    ).toBeInTheDocument();
    expect(server.suppressions).toMatchObject([{ address: "ann@x.org", source: "file" }]);
    expect(dialog.queryByRole("button", { name: "Download all of them" })).toBeNull();
  });

  it("brings the result of each try into view: in a narrow window it is below", async () => {
    const brought = vi.spyOn(Element.prototype, "scrollIntoView");
    const shown = await open();
    const seen = () => brought.mock.contexts.at(-1);
    await add(shown, "ann@x.org");
    const result = await shown.dialog.findByText("1 person added.");
    await waitFor(() => expect(seen()).toContainElement(result));
    brought.mockClear();
    await shown.user.upload(
      shown.dialog.getByLabelText("Choose a file From a file"),
      new File(["Email\nbo@x.org\n"], "out.csv", { type: "text/csv" }),
    );
    await waitFor(() =>
      expect(seen()).toHaveTextContent("1 person added, from the column “Email”."),
    );
  });

  it("from a file adds none if not all fit, and says how many do", async () => {
    const all = Array.from({ length: 9_999 }, (_, n) => someone(`p${n}@x.org`));
    const { server, dialog, user } = await open({ suppressions: all });
    await dialog.findByText("9,999 people");
    await user.upload(
      dialog.getByLabelText("Choose a file From a file"),
      new File(["Email\nann@x.org\nbo@x.org\n"], "out.csv", { type: "text/csv" }),
    );
    expect(await dialog.findByText(/^Your list has room for 1 more person/)).toHaveTextContent(
      "None was added.",
    );
    expect(server.suppressions).toHaveLength(9_999);
  });
});

describe("removing someone", () => {
  it("whom another tab has removed is no success to undo", async () => {
    const { server, dialog, user } = await open({ suppressions: [someone("ann@x.org")] });
    const remove = await dialog.findByRole("button", { name: "Remove ann@x.org" });
    server.suppressions = [];
    server.suppressionsVersion = 1;
    await user.click(remove);
    expect(await dialog.findByText("They were off your list already.")).toBeInTheDocument();
    expect(await dialog.findByText("No one is on your list.")).toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("leaves the focus where someone is by then", async () => {
    const { server, dialog, user } = await open({
      suppressions: [someone("bo@x.org"), someone("ann@x.org")],
      suppressionsVersion: 2,
    });
    const arrive = server.hold("POST /api/suppressions/remove");
    await user.click(await dialog.findByRole("button", { name: "Remove bo@x.org" }));
    await user.click(dialog.getByLabelText("Addresses to add"));
    arrive();
    expect(await dialog.findByText("1 person")).toBeInTheDocument();
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Remove ann@x.org" })).toBeEnabled(),
    );
    expect(dialog.getByLabelText("Addresses to add")).toHaveFocus();
  });

  it("can be undone, and the focus goes to the next", async () => {
    const { server, dialog, user } = await open({
      suppressions: [someone("ann@x.org"), someone("bo@x.org", "file")],
      suppressionsVersion: 2,
    });
    await user.click(await dialog.findByRole("button", { name: "Remove bo@x.org" }));
    expect(await dialog.findByText("bo@x.org is no longer on your list.")).toBeInTheDocument();
    await waitFor(() =>
      expect(dialog.getByRole("button", { name: "Remove ann@x.org" })).toHaveFocus(),
    );
    // An Undo that fails can be repeated.
    server.instead["POST /api/suppressions"] = () => Promise.reject(new TypeError("offline"));
    await user.click(dialog.getByRole("button", { name: "Undo" }));
    expect(await dialog.findByRole("alert")).toBeInTheDocument();
    delete server.instead["POST /api/suppressions"];
    await user.click(dialog.getByRole("button", { name: "Undo" }));
    expect(await dialog.findByText("Undone: bo@x.org is on your list again.")).toBeInTheDocument();
    expect(server.suppressions).toMatchObject([
      someone("bo@x.org", "file"),
      { address: "ann@x.org" },
    ]);
  });
});

it("asks before it discards addresses that aren't added", async () => {
  const { dialog, user } = await open();
  await user.type(dialog.getByLabelText("Addresses to add"), "ann@x.org");
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(dialog.getByLabelText("Addresses to add")).toHaveValue("ann@x.org");
});
