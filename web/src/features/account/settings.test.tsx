import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { PASTE_READER } from "../../components/RichTextEditor/paste/lateReader.ts";
import { createQueryClient } from "../../lib/queryClient.ts";
import { startSession } from "../../lib/session.ts";
import { begin } from "../../testing/acting.ts";
import { clickButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { broken, FakeServer, sentBody } from "../../testing/fakeServer.ts";
import { held } from "../../testing/held.ts";
import SettingsDialog from "./SettingsDialog.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const SAVE = "PUT /api/account/settings";
const REFUSED = { success: false, reason: "invalid_input" };

beforeEach(() => {
  firebase.reset();
  begin();
  localStorage.setItem("sendwright:session", "in");
});

/** The settings of a signed-in person, with the cursor in Reply-To. */
async function open() {
  const server = new FakeServer();
  const onClose = vi.fn();
  startSession("/app");
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <SettingsDialog onClose={onClose} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const replies = await screen.findByRole("textbox", { name: "Reply-To" });
  await user.click(replies);
  return { server, user, replies, onClose };
}

/** The server answers the next save only once the test lets it. */
function holdSave(server: FakeServer) {
  const { arrival, arrive } = held();
  server.instead[SAVE] = async (seen) => {
    delete server.instead[SAVE];
    await arrival;
    return server.usual(seen);
  };
  return arrive;
}

const undoBox = () => screen.getByRole("checkbox", { name: /^Wait 10 seconds/ });
const saves = (server: FakeServer) =>
  server.asked.filter(({ method }) => method === "PUT").map(sentBody);

describe("addresses for replies", () => {
  it("are saved before Close closes the settings", async () => {
    const { server, user, onClose } = await open();
    const arrive = holdSave(server);
    await user.keyboard("office@x.org");
    await clickButton("Close");
    await waitFor(() => expect(saves(server)).toEqual([{ reply_to: "office@x.org" }]));
    expect(onClose).not.toHaveBeenCalled();
    arrive();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saves(server)).toHaveLength(1);
  });

  it("stay in the field if the server can't be reached, and are saved with Try again", async () => {
    const { server, user, replies, onClose } = await open();
    server.instead[SAVE] = broken;
    await user.keyboard("office@x.org");
    await clickButton("Close");
    await clickButton("Keep editing");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(replies).toHaveValue("office@x.org");
    server.instead = {};
    await clickButton("Try again");
    // Above the buttons, it would move those of the settings.
    const close = screen.getByRole("button", { name: "Close" });
    expect((await screen.findByText("Saved.")).parentElement).toContainElement(close);
    expect(server.settings.reply_to).toBe("office@x.org");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it.each(["office", "office@x.orgx"])(
    "being typed (%s) are never saved by Escape",
    async (text) => {
      const { server, user, replies, onClose } = await open();
      await user.keyboard(`${text}{Escape}`);
      expect(await screen.findByText("Not saved: Reply-To.")).toBeInTheDocument();
      await clickButton("Keep editing");
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(replies).toHaveValue(text);
      await user.click(replies);
      await user.keyboard("{Escape}");
      await clickButton("Discard changes");
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
      expect(saves(server)).toEqual([]);
    },
  );

  it("can be typed on while they are being saved", async () => {
    const { server, user, replies } = await open();
    const arrive = holdSave(server);
    await user.keyboard("office@x.org{Tab}");
    await user.click(replies);
    await user.keyboard(", ann@x.org");
    arrive();
    await waitFor(() => expect(server.settings.reply_to).toBe("office@x.org"));
    await waitFor(() => expect(screen.queryByText("Saving…")).toBeNull());
    expect(replies).toHaveFocus();
    expect(replies).toHaveValue("office@x.org, ann@x.org");
    await user.tab();
    await waitFor(() => expect(server.settings.reply_to).toBe("office@x.org, ann@x.org"));
  });

  it("that the server refuses don't keep a choice from being saved", async () => {
    const { server, user, onClose } = await open();
    server.instead[SAVE] = (seen) =>
      "reply_to" in sentBody(seen)
        ? json(400, { error: "Not at this domain.", ...REFUSED })
        : server.usual(seen);
    await user.keyboard("office@x.org{Tab}");
    expect(await screen.findByText("Not at this domain.")).toBeInTheDocument();
    await user.click(undoBox());
    await waitFor(() => expect(server.settings.undo_send).toBe(false));
    expect(screen.getByText("Not at this domain.")).toBeInTheDocument();
    await clickButton("Close");
    await clickButton("Discard changes");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});

it("a signature that the server cleans is saved, also if you choose something meanwhile", async () => {
  const { server, user, onClose } = await open();
  const { arrival, arrive } = held();
  server.instead[SAVE] = async (seen) => {
    await arrival;
    server.usual(seen);
    server.settings.signature = "<p>Ada Lovelace</p>";
    return json(200, { success: true, settings: server.settings });
  };
  await PASTE_READER.preload();
  fireEvent.paste(await screen.findByRole("textbox", { name: "Signature" }), {
    clipboardData: { getData: (kind: string) => (kind === "text/html" ? "<p>Ada</p>" : "") },
  });
  await clickButton("Save signature");
  await user.click(undoBox());
  expect(undoBox()).not.toBeChecked();
  arrive();
  expect(await screen.findByText("Saved.")).toBeInTheDocument();
  expect(server.settings.undo_send).toBe(false);
  await clickButton("Close");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
