import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PASTE_READER } from "../components/RichTextEditor/paste/lateReader.ts";
import { chips } from "../testing/acting.ts";
import { button, findButton, queryButton } from "../testing/buttons.ts";
import { json, type Seen } from "../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken, keyOf, sentBody } from "../testing/fakeServer.ts";
import { aSendAnswer } from "../testing/sendFactories.ts";
import {
  aFreshPage,
  clickButton,
  list,
  open,
  sendDirect,
  sendList,
  server,
  user,
  withFakeTime,
  writeDirect,
} from "../testing/sendingPage.tsx";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** How the server answers the next Undos; without one it takes the send back. */
let undos: (() => Response | Promise<Response>)[];

const WAITING = { "ann@x.org": "queued", "bo@x.org": "queued" } as const;
const SENT = { "ann@x.org": "sent", "bo@x.org": "sent" } as const;

/** The server holds sends as requested, for this many seconds. */
function holdFor(seconds: number) {
  server.send = (seen) => {
    const key = keyOf(seen);
    const until = new Date(Date.now() + seconds * 1_000).toISOString();
    server.instead[`POST /api/sends/${key}/undo`] = () => undos.shift()?.() ?? undone(key);
    const more = {
      state: "scheduled",
      started_at: null,
      starts_at: until,
      held_until: until,
    } as const;
    return server.accept(aSendAnswer(key, WAITING, more));
  };
}

function undone(key: string): Response {
  server.sends = server.sends.filter(({ send }) => send.id !== key);
  return json(200, { success: true });
}

beforeEach(() => {
  aFreshPage();
  undos = [];
});

const undo = async () => user.click(await findButton("Undo"));
const asked = (seen: Seen) =>
  seen.body instanceof FormData ? Object.fromEntries(seen.body) : sentBody(seen);

describe("a held send", () => {
  it("doesn't claim that an Undo worked while you're offline, and undoes it when you're back", async () => {
    holdFor(10);
    await sendDirect();
    await screen.findByText("Sending 2 emails begins in 10 seconds. Until then you can undo it.");
    withFakeTime();
    const network = vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
    fireEvent(window, new Event("offline"));
    await undo();
    const told = /^You're offline\. This is sent in \d+ s, unless you're back online/;
    expect(await screen.findAllByText(told)).not.toHaveLength(0);
    expect(screen.queryByText(/Nothing was sent/)).toBeNull();
    network.mockReturnValue(true);
    fireEvent(window, new Event("online"));
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
  });

  it("says that it has probably been sent if its time passes while you're offline", async () => {
    holdFor(10);
    await sendDirect();
    await findButton("Undo");
    withFakeTime();
    vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
    fireEvent(window, new Event("offline"));
    await vi.advanceTimersByTimeAsync(11_000);
    const told = "You're offline. This has probably been sent. We check when you're back online.";
    expect(await screen.findAllByText(told)).not.toHaveLength(0);
    expect(screen.queryByText(/^Sending/)).toBeNull();
  });

  it("is reported once; Undo restores the form, and the next click is a new send", async () => {
    holdFor(10);
    await sendDirect();
    expect(
      await screen.findByText("Sending 2 emails begins in 10 seconds. Until then you can undo it."),
    ).toBeInTheDocument();
    // It isn't one that you scheduled.
    expect(screen.queryByText(/scheduled/)).toBeNull();
    expect(String(asked(server.presses[0] as Seen).hold)).toBe("10");
    withFakeTime(); // each notification stays for seconds before the next one shows
    await undo();
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(screen.getByLabelText<HTMLInputElement>(/Name/).value).toBe("friends");
    server.send = (seen) => server.accept(aSendAnswer(keyOf(seen), SENT));
    await clickButton(/^Send Email\(s\)$/);
    expect(await screen.findByText("2 emails sent.")).toBeInTheDocument();
    expect(new Set(server.presses.map(keyOf)).size).toBe(2);
  });

  it.each([
    ["Direct Send", sendDirect],
    ["Bulk Send", sendList],
  ])("has Undo where Send was, with the focus beside it, in %s", async (_, send) => {
    holdFor(10);
    await send();
    const undoButton = await findButton("Undo");
    const bar = button("Generate Preview").parentElement;
    expect(undoButton.parentElement).toBe(bar);
    expect(bar?.querySelector("[data-send]")).toBeNull();
    await waitFor(() => expect(bar).toHaveFocus());
    await undo();
    await screen.findByText("Nothing was sent.");
    // A second tap in the same place isn't one on Send: the style of this keeps it off for a second.
    expect(bar?.querySelector("[data-send]")).not.toBeNull();
    expect(bar).toHaveAttribute("data-was-held", "true");
  });

  it("stays while you write the next email, which can be sent once the first is out", async () => {
    holdFor(10);
    const close = await sendDirect();
    await findButton("Undo");
    await waitFor(() => expect(chips()).toEqual([]));
    const recipients = await screen.findByLabelText("Recipients", { selector: "input" });
    await write(user, recipients, "cy@x.org ");
    expect(queryButton("Send Email(s)")).toBeNull();
    expect(await screen.findByText("You can send this after the countdown.")).toBeInTheDocument();
    // After a reload, both are still there.
    close();
    await open("#direct-send");
    await undo();
    expect(
      await screen.findByText("Not sent: Invitation, to ann@x.org and bo@x.org."),
    ).toBeInTheDocument();
    expect(chips()).toEqual(["cy@x.org"]);
    await user.click(button("Open Invitation"));
    await waitFor(() => expect(chips()).toEqual(["ann@x.org", "bo@x.org"]));
    expect(screen.getByText("Not sent: Invitation, to cy@x.org.")).toBeInTheDocument();
    expect(screen.queryByText(/after the previous email/)).toBeNull();
  });

  it("starts when the hold ends without an Undo", async () => {
    holdFor(1);
    await open("#direct-send");
    withFakeTime();
    await writeDirect();
    await findButton("Undo");
    server.accept(aSendAnswer(server.sends[0]?.send.id ?? "", SENT));
    expect(await screen.findByText("2 emails sent.")).toBeInTheDocument();
    expect(queryButton("Undo")).toBeNull();
    await waitFor(() => expect(chips()).toEqual([]));
  });

  it("reports the truth if Undo comes too late", async () => {
    holdFor(10);
    await sendDirect();
    undos = [
      () => {
        const answer = aSendAnswer(server.sends[0]?.send.id ?? "", SENT);
        server.accept(answer);
        return json(409, {
          success: false,
          error: "Too late.",
          reason: "too_late_to_undo",
          send: answer.send,
        });
      },
    ];
    withFakeTime();
    await undo();
    expect(
      await screen.findByText("Undo came too late. This send had already started."),
    ).toBeInTheDocument();
    expect(await screen.findByText("2 emails sent.")).toBeInTheDocument();
  });

  it("asks again for an Undo whose answer is lost, and stays held if Undo is refused", async () => {
    holdFor(10);
    await sendDirect();
    undos = [
      () => json(429, { success: false, error: "Slowly, please.", reason: "rate_limited" }),
      broken,
    ];
    await undo();
    expect(await screen.findByText(/Slowly, please\./)).toBeInTheDocument();
    await undo();
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
    expect(server.asked.filter(({ url }) => url.endsWith("/undo"))).toHaveLength(3);
  });

  it("is found again after a reload", async () => {
    holdFor(10);
    const close = await sendDirect();
    await findButton("Undo");
    close();
    await open("#direct-send");
    await undo();
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
  });

  it("leaves the list in Bulk Send", async () => {
    holdFor(10);
    await sendList();
    await undo();
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
    expect((await list()).value).toBe("ann@x.org\nbo@x.org");
  });

  it("is on every tab once, is announced once, and can be undone there", async () => {
    holdFor(10);
    await sendDirect();
    const sentence = "Sending 2 emails begins in 10 seconds. Until then you can undo it.";
    const buttons = () => screen.getAllByRole("button", { name: /^Undo/ });
    expect((await screen.findByText(sentence)).closest("[role=status]")).not.toBeNull();
    for (const tab of [
      "Manage Templates",
      "Bulk Send (CSV)",
      "Sends",
      "Direct Send",
      "Manage Templates",
    ]) {
      await user.click(screen.getByRole("tab", { name: tab }));
      await waitFor(() => expect(buttons()).toHaveLength(1));
      expect(
        screen.queryByText(/^Sending 2 emails begins in \d+ seconds\./)?.closest("[role=status]") ??
          null,
      ).toBeNull();
    }
    await undo();
    expect(await screen.findByText("Nothing was sent.")).toBeInTheDocument();
    expect(queryButton("Undo")).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Direct Send" }));
    await waitFor(() => expect(chips()).toEqual(["ann@x.org", "bo@x.org"]));
  });

  it("is announced on another tab if it begins there, and says there that Undo came too late", async () => {
    let answer = () => {};
    holdFor(10);
    const begin = server.send;
    server.send = async (seen) => {
      await new Promise<void>((done) => (answer = done));
      return begin(seen);
    };
    await sendDirect();
    await user.click(screen.getByRole("tab", { name: "Manage Templates" }));
    answer();
    const notice = await screen.findByText(/^Sending 2 emails begins in \d+ seconds\./);
    expect(notice.closest("[role=status]")).not.toBeNull();
    undos = [() => json(409, { success: false, error: "Too late.", reason: "too_late_to_undo" })];
    await undo();
    expect(
      await screen.findByText("Undo came too late. This send had already started."),
    ).toBeInTheDocument();
  });

  it("can be undone from the list of sends, as in another tab", async () => {
    holdFor(10);
    await sendDirect();
    await findButton("Undo");
    await user.click(await screen.findByRole("tab", { name: "Sends" }));
    expect(await screen.findByText(/^Held until \d/)).toBeInTheDocument();
    undos = [broken];
    await user.click(button("Undo Invitation"));
    await waitFor(() => expect(screen.queryByText(/^Held until/)).toBeNull());
    await user.click(screen.getByRole("tab", { name: "Direct Send" }));
    await waitFor(() => expect(chips()).toEqual(["ann@x.org", "bo@x.org"]));
  });
});

describe("the settings of the account", () => {
  const openSettings = async () => {
    await user.click(await findButton(/^Account:/));
    await user.click(await findButton("Settings"));
    return screen.findByRole("dialog", { name: "Settings" });
  };

  it("switch the hold off: the call asks for none", async () => {
    await open("#direct-send");
    const dialog = await openSettings();
    await user.click(await within(dialog).findByRole("checkbox", { name: /^Wait 10 seconds/ }));
    expect(await within(dialog).findByText("Saved.")).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await writeDirect();
    await waitFor(() => expect(server.presses).toHaveLength(1));
    expect(asked(server.presses[0] as Seen).hold).toBeUndefined();
  });

  it("keep the hours with the person's zone, and say what could not be saved", async () => {
    await open("#direct-send");
    const dialog = await openSettings();
    await user.click(await within(dialog).findByRole("combobox", { name: /^From/ }));
    await user.click(await screen.findByRole("option", { name: /^(9:00 AM|0?9:00)$/ }));
    expect(await within(dialog).findByText("Saved.")).toBeInTheDocument();
    expect(server.settings).toMatchObject({
      hours: { from: 9, to: 20 },
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    server.instead["PUT /api/account/settings"] = () =>
      json(400, { success: false, error: "Not today.", reason: "invalid_input" });
    await user.click(within(dialog).getByRole("checkbox", { name: /^Wait 10 seconds/ }));
    expect(await within(dialog).findByText("Not today.")).toBeInTheDocument();
    expect(server.settings.undo_send).toBe(true);
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await user.click(await findButton("Discard changes"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("hold a signature, which is saved with its button and is plain text to us", async () => {
    await open("#direct-send");
    const dialog = within(await openSettings());
    const save = await dialog.findByRole("button", { name: "Save signature" });
    const text = await dialog.findByRole("textbox", { name: "Signature" });
    const paste = (html: string) =>
      fireEvent.paste(text, {
        clipboardData: { getData: (kind: string) => (kind === "text/html" ? html : ""), files: [] },
      });
    expect(save).toBeDisabled();
    expect(dialog.queryByRole("group", { name: "Insert a placeholder" })).toBeNull();
    await PASTE_READER.preload();
    paste("<p>Ada <strong>Lovelace</strong> {{Name}}</p>");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Discard changes?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.click(save);
    expect(await dialog.findByText("Saved.")).toBeInTheDocument();
    expect(server.settings.signature).toBe("<p>Ada <strong>Lovelace</strong> {{Name}}</p>");
    expect(save).toBeDisabled();

    paste(`<p>${"a".repeat(2_001)}</p>`);
    expect(
      await dialog.findByText("The signature is too long: at most 2,000 characters."),
    ).toBeInTheDocument();
    expect(save).toBeDisabled();
    expect(text).toHaveAttribute("aria-invalid", "true");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await user.click(await findButton("Discard changes"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
