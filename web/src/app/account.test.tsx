import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startApplication } from "../testing/application.tsx";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { fakeGoogle } from "../testing/fakeGoogle.ts";
import { type Answers, broken, FakeServer, sentBody } from "../testing/fakeServer.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1_000);

/** An ID token with these claims; nobody here looks at its signature. */
const tokenWith = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;

/** The whole application of Ada, whose server answers some calls in its own way. */
async function open(address: string, instead: Answers = {}): Promise<FakeServer> {
  const server = new FakeServer({ instead });
  await startApplication(address, ada);
  await screen.findByRole("tab", { name: "Direct Send" });
  return server;
}

/** Presses a button of the account menu, and answers the question that it asks. */
async function choose(action: string, answer: string, before?: (question: HTMLElement) => Promise<void>) {
  await userEvent.click(await screen.findByRole("button", { name: "Account: ada@example.com" }));
  await userEvent.click(await screen.findByRole("button", { name: action }));
  const question = await screen.findByRole("alertdialog");
  await before?.(question);
  await userEvent.click(within(question).getByRole("button", { name: answer }));
}

beforeEach(() => {
  firebase.reset();
  vi.stubEnv("VITE_GOOGLE_CLIENT_ID", "client-1");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("deleting the account", () => {
  const remove = () => choose("Delete my account and data", "Delete everything");

  it("says that it takes a few minutes where it isn't finished yet", async () => {
    await open("/app", { "DELETE /api/account": () => json(200, { success: true, complete: false }) });
    await remove();
    expect(await screen.findByText(/^We're deleting your account\. This can take a few minutes/)).toBeInTheDocument();
  });

  it("says that nobody can tell where the answer was lost", async () => {
    await open("/app", { "DELETE /api/account": broken });
    await remove();
    expect(await screen.findByText(/we can't tell whether your account is being deleted/)).toBeInTheDocument();
    expect(window.location.pathname).toBe("/app");
  });
});

describe("signing out everywhere", () => {
  const path = "/api/account/sign-out-everywhere";
  const answers = { [`POST ${path}`]: () => json(200, { success: true }) };

  it("says that sends continue, and leaves them alone", async () => {
    const server = await open("/app", answers);
    await choose("Sign out everywhere", "Sign out everywhere", async (question) => {
      expect(question.textContent).toContain("Scheduled sends and sends that have begun continue without you.");
    });
    expect(
      await screen.findByText(/^You're signed out everywhere\. Scheduled sends .* continue\.$/),
    ).toBeInTheDocument();
    expect(server.calls(path).map(sentBody)).toEqual([{ cancel_sends: false }]);
    expect(firebase.user).toBeNull();
  });

  it("cancels the sends where the person asks for it", async () => {
    const server = await open("/app", answers);
    await choose("Sign out everywhere", "Sign out everywhere", (question) =>
      userEvent.click(within(question).getByRole("checkbox", { name: "Cancel them too" })),
    );
    expect(await screen.findByText(/Your open sends are cancelled\./)).toBeInTheDocument();
    expect(server.calls(path).map(sentBody)).toEqual([{ cancel_sends: true }]);
  });
});

describe("a session that began weeks ago", () => {
  const notice = "Sign in again to send";
  const linked = (email: string): Answers => ({
    "POST /api/auth/google/store-token": () => {
      firebase.token = async () => tokenWith({ auth_time: now() });
      return json(200, { success: true, id_token: tokenWith({ email }) });
    },
  });

  it("asks to sign in again, in Google's window, and keeps what is written", async () => {
    const google = fakeGoogle();
    firebase.token = async () => tokenWith({ auth_time: now() - 31 * DAY });
    await open("/app#direct-send", linked("ada@example.com"));
    await write(userEvent.setup(), await screen.findByRole("textbox", { name: "Recipients" }), "ann@example.org ");
    expect(await screen.findByText(notice)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Sign in again" }));
    await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
    google.config?.callback({ code: "c" });
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    expect(firebase.credential).toBe(tokenWith({ email: "ada@example.com" }));
    expect(screen.getByText("ann@example.org")).toBeInTheDocument();
  });

  it("is not replaced by another person's", async () => {
    const google = fakeGoogle();
    firebase.token = async () => tokenWith({ auth_time: now() - 31 * DAY });
    await open("/app", linked("grace@example.com"));
    await userEvent.click(await screen.findByRole("button", { name: "Sign in again" }));
    await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
    google.config?.callback({ code: "c" });
    expect(await screen.findByText(/Choose ada@example\.com in Google's window/)).toBeInTheDocument();
    expect(firebase.credential).toBe("");
  });

  it("is told from one that began lately", async () => {
    firebase.token = async () => tokenWith({ auth_time: now() - 20 * DAY });
    await open("/app");
    await screen.findByRole("button", { name: "Create New Template" });
    expect(screen.queryByText(notice)).toBeNull();
  });
});

describe("what can't be read", () => {
  it("is a template of the list that can only be deleted, and no template to send", async () => {
    const unreadable = [{ id: "t9", name: "Broken" }];
    const list = (kept: typeof unreadable) => () =>
      json(200, { success: true, templates: [], ...(kept.length > 0 && { unreadable: kept }) });
    const server = await open("/app", {
      "GET /api/templates": list(unreadable),
      "DELETE /api/template/t9": () => {
        server.instead["GET /api/templates"] = list([]);
        return json(200, { success: true, message: "Template deleted." });
      },
    });
    expect(await screen.findByText(/^This template can't be read\./)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Delete Broken" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: /^Delete/ }));
    await waitFor(() => expect(screen.queryByText(/^This template can't be read\./)).toBeNull());
  });

  it("is told above the list of sends", async () => {
    await open("/app#sends", {
      "GET /api/sends": () => json(200, { success: true, sends: [], before: null, unreadable: 2 }),
    });
    expect(await screen.findByText(/^2 sends can't be read\./)).toBeInTheDocument();
  });

  it("are settings, shown as the default ones", async () => {
    const settings = { undo_send: true, hours: { from: 8, to: 20 }, time_zone: null };
    await open("/app", { "GET /api/account/settings": () => json(200, { success: true, settings, unreadable: true }) });
    await userEvent.click(await screen.findByRole("button", { name: "Account: ada@example.com" }));
    await userEvent.click(await screen.findByRole("button", { name: "Settings" }));
    expect(await screen.findByText(/^Your settings can't be read\./)).toBeInTheDocument();
  });
});
