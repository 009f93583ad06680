import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startApplication } from "../testing/application.tsx";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** The whole application of Ada, at a tab. */
async function open(hash: string) {
  new FakeServer();
  await startApplication(`/app${hash}`, ada);
  await screen.findByRole("tab", { name: "Direct Send" });
  return userEvent.setup();
}
type User = Awaited<ReturnType<typeof open>>;

/** Whether the browser would ask before it closes or reloads the page. */
const isAskedAtUnload = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/**
 * The address changes: by Back, or because the person edits the hash. happy-dom fires no event for
 * it.
 */
function goTo(address: string) {
  window.history.pushState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

const isOn = (name: string) =>
  waitFor(() =>
    expect(screen.getByRole("tab", { name }).getAttribute("aria-selected")).toBe("true"),
  );

async function aList(user: User) {
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await user.click(screen.getByRole("textbox", { name: "Recipients" }));
  await user.paste("ann@example.org, bo@example.org");
}

async function aChangedEditor(user: User) {
  await user.click(await screen.findByRole("button", { name: "Create New Template" }));
  const editor = within(await screen.findByRole("dialog", { name: "Create New Template" }));
  fireEvent.change(await editor.findByLabelText("Template Name"), {
    target: { value: "Invitation to tea" },
  });
}

beforeEach(() => {
  firebase.reset();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("closing or reloading the page", () => {
  it("is no question while nothing would be lost", async () => {
    await open("#bulk-send");
    await screen.findByRole("radio", { name: "Manual" });
    expect(isAskedAtUnload()).toBe(false);
  });

  it("asks first if Bulk Send has a list, even in another tab", async () => {
    const user = await open("#bulk-send");
    await aList(user);
    expect(isAskedAtUnload()).toBe(true);
    await user.click(screen.getByRole("tab", { name: "Manage Templates" }));
    await screen.findByRole("heading", { name: "Manage Templates" });
    expect(isAskedAtUnload()).toBe(true);
    await user.click(screen.getByRole("tab", { name: "Bulk Send (CSV)" }));
    await user.clear(await screen.findByRole("textbox", { name: "Recipients" }));
    expect(isAskedAtUnload()).toBe(false);
  });

  it("asks first if Direct Send has a recipient", async () => {
    const user = await open("#direct-send");
    await write(
      user,
      await screen.findByRole("textbox", { name: "Recipients" }),
      "ann@example.org ",
    );
    expect(isAskedAtUnload()).toBe(true);
  });
});

describe("a file that is dropped beside a picker", () => {
  it.each(["dragover", "drop"])("is not opened by the browser (%s)", async (type) => {
    await open("#bulk-send");
    const drag = (types: string[]) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      return !document.body.dispatchEvent(
        Object.assign(event, { dataTransfer: { types, dropEffect: "copy" } }),
      );
    };
    expect(drag(["Files"])).toBe(true);
    expect(drag(["text/plain"])).toBe(false);
  });
});

describe("Back and a hash that is edited", () => {
  it.each(["/", "/app#direct-send"])(
    "do not close a changed editor without a question (%s)",
    async (address) => {
      const user = await open("#templates");
      await aChangedEditor(user);
      goTo(address);
      const question = await screen.findByRole("alertdialog", { name: "Discard changes?" });
      await user.click(within(question).getByRole("button", { name: "Keep editing" }));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(screen.getByLabelText<HTMLInputElement>("Template Name").value).toBe(
        "Invitation to tea",
      );
      expect(`${window.location.pathname}${window.location.hash}`).toBe("/app#templates");
    },
  );

  it("go where they lead when the changes may go", async () => {
    const user = await open("#templates");
    await aChangedEditor(user);
    vi.spyOn(window.history, "go").mockImplementation(() => goTo("/app#direct-send"));
    goTo("/app#direct-send");
    const question = await screen.findByRole("alertdialog", { name: "Discard changes?" });
    await user.click(within(question).getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await isOn("Direct Send");
  });

  it("lets the person change tabs freely, and asks before it drops unsent work", async () => {
    const user = await open("#bulk-send");
    await aList(user);
    goTo("/app#direct-send");
    await isOn("Direct Send");
    goTo("/");
    const question = await screen.findByRole("alertdialog", { name: "Leave without sending?" });
    await user.click(within(question).getByRole("button", { name: "Stay" }));
    expect(`${window.location.pathname}${window.location.hash}`).toBe("/app#direct-send");
    goTo("/app#bulk-send");
    expect(await screen.findByText(/^2 recipients/)).toBeInTheDocument();
  });
});

describe("logging out", () => {
  const logout = async (user: User) =>
    user.click(await screen.findByRole("button", { name: "Logout" }));
  const question = () =>
    screen.findByRole("alertdialog", { name: "Log out? Unsent drafts will be deleted." });

  it("asks before it deletes unsent work", async () => {
    const user = await open("#bulk-send");
    await aList(user);
    await logout(user);
    await user.click(within(await question()).getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(firebase.user).not.toBeNull();
    expect(screen.getByRole("textbox", { name: "Recipients" })).toHaveValue(
      "ann@example.org\nbo@example.org",
    );

    await logout(user);
    await user.click(within(await question()).getByRole("button", { name: "Log out" }));
    await waitFor(() => expect(firebase.user).toBeNull());
  });

  it("asks nothing where nothing is lost", async () => {
    const user = await open("#bulk-send");
    await screen.findByRole("radio", { name: "Manual" });
    await logout(user);
    await waitFor(() => expect(firebase.user).toBeNull());
  });
});
