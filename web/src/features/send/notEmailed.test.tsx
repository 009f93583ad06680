import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { ListRow } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { toasts } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { write } from "../../testing/write.ts";
import {
  aFile,
  cellOf,
  choose,
  clickButton,
  findGrid,
  pick,
  sentCsv,
  sentForm,
  server,
  startServer,
  visit,
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const SEND = /^Send \d+ emails?$|^Send$/;
const calls = () => server.calls("/api/suppressions");

describe("a list with people you don't email", () => {
  it("skips their rows with the reason, counts them, and sends them blank", async () => {
    server.dontEmail("BO@example.org");
    const { user } = await visit();
    await choose(user, "Invitation");
    expect(calls()).toEqual([]);
    await pick(user);
    expect(
      await screen.findByText("1 ready · 1 skipped (1 on your list of people you don't email)"),
    ).toBeInTheDocument();
    expect(await cellOf(2, "Email")).toHaveTextContent(NOT_EMAILED);
    expect(calls()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Send 1 email" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/on your list of people you don't email/)).toHaveTextContent(
      "1 row: on your list of people you don't email (bo@example.org)",
    );
    await user.click(question.getByRole("button", { name: /^Send/ }));
    const rows: ListRow[] = JSON.parse(String((await sentForm()).get("rows")));
    expect(rows).toEqual([{ line: 2 }, { line: 3, skip: "suppressed" }]);
    expect(await sentCsv()).not.toContain("bo@example.org");
  });

  it("can't be sent if everyone is on it", async () => {
    server.dontEmail("ann@example.org", "bo@example.org");
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText(/2 on your list of people you don't email/);
    await user.click(screen.getByRole("button", { name: SEND }));
    expect(
      await screen.findByText(
        "No one gets this email: everyone here is on your list of people you don't email.",
      ),
    ).toBeInTheDocument();
    expect(server.presses).toEqual([]);
  });

  it("is sent without them, and says so, if they can't be loaded: the server decides", async () => {
    server.instead["GET /api/suppressions"] = () =>
      json(500, { error: "Broken.", reason: "internal_server_error" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText(/^Broken\. They get no email all the same/)).toBeInTheDocument();
    await clickButton(user);
    expect(JSON.parse(String((await sentForm()).get("rows")))).toEqual([{ line: 2 }, { line: 3 }]);
  });

  it("waits for them before it is sent", async () => {
    let answer = (_response: Response): void => undefined;
    server.instead["GET /api/suppressions"] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await findGrid();
    await waitFor(() => expect(calls()).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: SEND }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    server.dontEmail("ann@example.org");
    const { suppressions } = server;
    answer(json(200, { success: true, version: 1, suppressions }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("bo@example.org");
    expect(screen.getByRole("button", { name: /^Send 1 email/ })).toBeInTheDocument();
  });

  it("is asked for again when the tab is looked at", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    server.dontEmail("ann@example.org");
    window.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText(/^1 ready · 1 skipped \(1 on your list/)).toBeInTheDocument();
  });

  it("travels again only if it changed, and stays as it is", async () => {
    server.dontEmail("bo@example.org");
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText(/^1 ready · 1 skipped/)).toBeInTheDocument();
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(server.calls("/api/suppressions?version=1")).toHaveLength(1));
    expect(calls()).toHaveLength(1);
    server.dontEmail("ann@example.org", "bo@example.org");
    window.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText(/2 skipped \(2 on your list/)).toBeInTheDocument();
  });
});

describe("copies to people you don't email", () => {
  it("are named at their field, and left out of every email", async () => {
    server.dontEmail("boss@x.org");
    const { user } = await visit();
    await choose(user, "Invitation");
    await user.click(await screen.findByRole("button", { name: "Reply-To, Cc, Bcc" }));
    await write(user, screen.getByLabelText("Cc"), "Boss@x.org, else@x.org");
    expect(
      await screen.findByText(
        "Boss@x.org is on your list of people you don't email and gets no copy.",
      ),
    ).toBeInTheDocument();
    await pick(user);
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    expect(await preview.findByText("else@x.org")).toBeInTheDocument();
    expect(preview.queryByText(/Boss/)).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(
      "No copy, because on your list of people you don't email: Boss@x.org",
    );
  });

  it("from a column are marked in their cells", async () => {
    server.dontEmail("m@x.org");
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email,Manager\nAnn,ann@x.org,m@x.org\nBo,bo@x.org,n@x.org\n"));
    await user.click(await screen.findByRole("button", { name: "Reply-To, Cc, Bcc" }));
    const from = within(screen.getByRole("group", { name: "Cc from" }));
    await user.click(from.getByLabelText("From a column"));
    await waitFor(async () =>
      expect(await cellOf(1, "Manager")).toHaveTextContent(
        "No copy, because on your list of people you don't email: m@x.org",
      ),
    );
    expect(await cellOf(2, "Manager")).not.toHaveTextContent("No copy");
  });
});

describe("after you skip a row", () => {
  it("you can add its person to the list, and undo that", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Skip row 1" }));
    expect(await screen.findByText("Row 1 is skipped.")).toBeInTheDocument();
    const [offer] = screen.getAllByRole("button", { name: "Don't email ann@example.org again" });
    await user.click(offer as HTMLElement);
    expect(await toasts().findByText("We won't email ann@example.org again.")).toBeInTheDocument();
    expect(server.suppressions).toMatchObject([{ address: "ann@example.org", source: "typed" }]);
    server.instead["POST /api/suppressions/remove"] = () =>
      Promise.reject(new TypeError("offline"));
    await user.click(toasts().getByRole("button", { name: "Undo" }));
    const again = await toasts().findByRole("button", { name: "Try again" });
    delete server.instead["POST /api/suppressions/remove"];
    await user.click(again);
    expect(
      await toasts().findByText("Undone: ann@example.org can get email again."),
    ).toBeInTheDocument();
    expect(server.suppressions).toEqual([]);
    expect(toasts().queryByText(/^We won't/)).toBeNull();
  });

  it("you hear why it couldn't be added", async () => {
    server.instead["POST /api/suppressions"] = () =>
      json(409, { error: "The list is full.", reason: "too_many_suppressions" });
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await user.click(await screen.findByRole("button", { name: "Skip row 1" }));
    const [offer] = await screen.findAllByRole("button", {
      name: "Don't email ann@example.org again",
    });
    await user.click(offer as HTMLElement);
    expect(await toasts().findByText("The list is full.")).toBeInTheDocument();
  });
});

it("a field of addresses names those you don't email", async () => {
  server.dontEmail("bo@example.org");
  const { user } = await visit();
  await user.click(await screen.findByLabelText("Manual"));
  await choose(user, "Invitation");
  await write(
    user,
    await screen.findByRole("textbox", { name: "Recipients" }),
    "ann@example.org, bo@example.org",
  );
  expect(
    await screen.findByText(
      "bo@example.org is on your list of people you don't email and gets no email.",
    ),
  ).toBeInTheDocument();
  expect(
    screen.getByText("2 recipients of at most 100 · 1 will get the email"),
  ).toBeInTheDocument();
});
