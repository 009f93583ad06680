import {
  AUTH_EVENT,
  type AuthEventDetail,
  type ExportState,
  getConfig,
  resumeSend,
} from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startApplication } from "../testing/application.tsx";
import { clickButton, findButton } from "../testing/buttons.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { fakeGoogle } from "../testing/fakeGoogle.ts";
import { type Answers, broken, FakeServer, sentBody } from "../testing/fakeServer.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1_000);

/** An ID token with these claims; no test here checks its signature. */
const tokenWith = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;

/** Ada's whole application, with special answers for some calls. */
async function open(address: string, instead: Answers = {}): Promise<FakeServer> {
  const server = new FakeServer({ instead });
  await startApplication(address, ada);
  await screen.findByRole("tab", { name: "Direct Send" });
  return server;
}

/** Presses a button of the account menu, and answers the question that it asks. */
async function choose(
  action: string,
  answer: string,
  before?: (question: HTMLElement) => Promise<void>,
) {
  await clickButton("Account: ada@example.com");
  await clickButton(action);
  const question = await screen.findByRole("alertdialog");
  await before?.(question);
  await userEvent.click(within(question).getByRole("button", { name: answer }));
}

/**
 * Ends Ada's session at the server, as another call of the page notices while the answer is on its
 * way.
 */
async function endSession(server: FakeServer) {
  const { call } = await import("../lib/call.ts");
  server.instead["GET /api/config"] = () =>
    json(401, { success: false, error: "Over.", reason: "token_invalid" });
  firebase.token = async (refresh) => {
    if (!refresh) return "token-1";
    // As the real one does when the token is refused.
    firebase.become(null);
    throw new Error("token refused");
  };
  await expect(call(getConfig, {})).rejects.toMatchObject({
    reason: "session_expired_refresh_failed",
  });
}

/**
 * Tracks how the app is left: whether the page is replaced, and the causes sent to the extension.
 */
function followEnd() {
  const causes: string[] = [];
  window.addEventListener(AUTH_EVENT, (event) =>
    causes.push((event as CustomEvent<AuthEventDetail>).detail.cause),
  );
  const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
  sessionStorage.setItem("sendwright:of:uid-ada:draft:bulk", "{}");
  return { causes, replace };
}

function expectLogout({ causes, replace }: ReturnType<typeof followEnd>) {
  expect(replace).not.toHaveBeenCalled();
  expect(new Set(causes.slice(causes.lastIndexOf("signed_in") + 1))).toEqual(
    new Set(["signed_out"]),
  );
  expect(sessionStorage.getItem("sendwright:of:uid-ada:draft:bulk")).toBeNull();
  expect(window.location.pathname).toBe("/");
}

beforeEach(() => {
  firebase.reset();
  vi.stubEnv("VITE_GOOGLE_CLIENT_ID", "client-1");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("deleting the account", () => {
  const remove = () => choose("Delete my account and data", "Delete everything");

  it("says that it takes a few minutes if it isn't finished yet", async () => {
    await open("/app", {
      "DELETE /api/account": () => json(200, { success: true, complete: false }),
    });
    await remove();
    expect(
      await screen.findByText(/^We're deleting your account\. This usually takes a few minutes/),
    ).toBeInTheDocument();
  });

  const notSignedIn = () =>
    json(401, { success: false, error: "Please sign in.", reason: "token_invalid" });

  it.each([
    ["with a new token", async () => "token-2"],
    [
      "without one",
      async (refresh: boolean) =>
        refresh ? Promise.reject(new Error("token refused")) : "token-1",
    ],
  ])(
    "isn't known when the answer was lost; a session that is over answers a second try, %s",
    async (_how, refreshed) => {
      const server = await open("/app", { "DELETE /api/account": broken });
      await remove();
      expect(
        await screen.findByText(/^We don't know yet whether your account is being deleted\./),
      ).toBeInTheDocument();
      expect(window.location.pathname).toBe("/app");
      server.instead["DELETE /api/account"] = notSignedIn;
      firebase.token = refreshed;
      await remove();
      expect(await screen.findByText(/^We're deleting your account\./)).toBeInTheDocument();
    },
  );

  it("doesn't take an ended session as an answer when nothing was lost", async () => {
    await open("/app", {
      "DELETE /api/account": notSignedIn,
    });
    await remove();
    expect(await screen.findByText("Please sign in.")).toBeInTheDocument();
  });

  it.each([
    [500, "internal_server_error"],
    [503, "service_unavailable"],
  ])(
    "shows the server's sentence for its own %i, and the session continues",
    async (status, reason) => {
      await open("/app", {
        "DELETE /api/account": () =>
          json(status, { success: false, error: "The server's sentence.", reason }),
      });
      await remove();
      expect(await screen.findByText("The server's sentence.")).toBeInTheDocument();
      expect(localStorage.getItem("sendwright:session")).toBe("in");
      expect(window.location.pathname).toBe("/app");
    },
  );

  it("is a logout even if another call notices first that the session is over", async () => {
    const end = followEnd();
    const server = await open("/app", {
      "DELETE /api/account": async () => {
        await endSession(server);
        return json(200, { success: true, complete: true });
      },
    });
    await remove();
    expect(
      await screen.findByText("Your account and its data have been deleted."),
    ).toBeInTheDocument();
    expectLogout(end);
  });

  it("is reported as done even if the sign-out in this browser fails", async () => {
    await open("/app", {
      "DELETE /api/account": () => json(200, { success: true, complete: true }),
    });
    firebase.signOutFails = true;
    localStorage.setItem("sendwright:of:uid-ada:sticky:city", "London");
    await remove();
    expect(
      await screen.findByText("Your account and its data have been deleted."),
    ).toBeInTheDocument();
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:city")).toBeNull();
    expect(window.location.pathname).toBe("/");
  });
});

describe("a copy of one's data", () => {
  const EXPORT = "/api/account/export";
  const MB = 1024 * 1024;
  const ready = (address: string, bytes = 1_200 * MB): ExportState => ({
    state: "ready",
    bytes,
    until: "2026-11-26T15:20:00.000Z",
    address,
  });

  /** The page's looks at the export come at once. */
  async function look(server: FakeServer) {
    const before = server.calls(`${EXPORT}/state`).length;
    await waitFor(() => expect(server.calls(`${EXPORT}/state`).length).toBeGreaterThan(before), {
      timeout: 10_000,
    });
  }

  const openMenu = async () => clickButton("Account: ada@example.com");

  /** The addresses that the page lets the browser save. */
  function followDownloads(): string[] {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.href);
    });
    return saved;
  }

  it("is prepared with its progress, and then downloaded from a new address each time", async () => {
    const saved = followDownloads();
    const server = await open("/app");
    await openMenu();
    await clickButton("Download my data");
    expect(await screen.findByText("Preparing your data")).toBeInTheDocument();
    server.export = { state: "working", done: 340 * MB, total: 1_200 * MB };
    expect(
      await screen.findByText("Preparing your data: 340 of 1,200 MB", {}, { timeout: 10_000 }),
    ).toBeInTheDocument();
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", String(340 * MB));
    server.export = ready("https://files.example/1");
    const button = await screen.findByRole(
      "button",
      { name: "Download your data (1.17 GB)" },
      { timeout: 10_000 },
    );
    server.export = ready("https://files.example/2");
    await userEvent.click(button);
    await waitFor(() => expect(saved).toEqual(["https://files.example/2"]));
    server.export = ready("https://files.example/3");
    await userEvent.click(button);
    await waitFor(() =>
      expect(saved).toEqual(["https://files.example/2", "https://files.example/3"]),
    );
  });

  it("is found again by a page that was loaded meanwhile", async () => {
    const server = new FakeServer({ export: { state: "working", done: 0, total: 5 * MB } });
    await startApplication("/app", ada);
    await openMenu();
    expect(await screen.findByText("Preparing your data: 0 of 5 MB")).toBeInTheDocument();
    expect(server.calls(EXPORT)).toEqual([]);
  });

  it("is announced when it is ready and the menu is closed", async () => {
    const server = await open("/app");
    await openMenu();
    await clickButton("Download my data");
    await screen.findByText("Preparing your data");
    await userEvent.keyboard("{Escape}");
    server.export = ready("https://files.example/1");
    await look(server);
    expect(
      await screen.findByText("Your data is ready. To download it, open the account menu."),
    ).toBeInTheDocument();
  });

  it("that was deleted meanwhile isn't downloaded: the menu offers a new one", async () => {
    const saved = followDownloads();
    const server = await open("/app", {});
    server.export = ready("https://files.example/1");
    await openMenu();
    const button = await findButton("Download your data (1.17 GB)");
    server.export = { state: "none" };
    await userEvent.click(button);
    expect(await screen.findByText(/^This file has been deleted\./)).toBeInTheDocument();
    expect(await findButton("Download my data")).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it("that failed is reported, and can be begun again", async () => {
    const server = await open("/app");
    server.export = { state: "failed" };
    await openMenu();
    expect(
      await screen.findByText("We couldn't prepare your data. Please try again."),
    ).toBeInTheDocument();
    await clickButton("Download my data");
    expect(await screen.findByText("Preparing your data")).toBeInTheDocument();
    expect(server.calls(EXPORT)).toHaveLength(1);
  });

  it("shows the server's sentence if it can't be begun", async () => {
    await open("/app", {
      [`POST ${EXPORT}`]: () =>
        json(429, { success: false, error: "Too many downloads.", reason: "rate_limited" }),
    });
    await openMenu();
    await clickButton("Download my data");
    expect(await screen.findByText("Too many downloads.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Download my data" })).toBeInTheDocument();
  });
});

describe("signing out everywhere", () => {
  const path = "/api/account/sign-out-everywhere";
  const answers = { [`POST ${path}`]: () => json(200, { success: true }) };

  it("says that sends continue, and leaves them alone", async () => {
    const server = await open("/app", answers);
    await choose("Sign out everywhere", "Sign out everywhere", async (question) => {
      expect(question.textContent).toContain(
        "Scheduled sends and sends in progress will continue.",
      );
    });
    expect(
      await screen.findByText(
        /^You're signed out here, and everywhere else within a minute\. Scheduled sends .* will continue\.$/,
      ),
    ).toBeInTheDocument();
    expect(server.calls(path).map(sentBody)).toEqual([{ cancel_sends: false }]);
    expect(firebase.user).toBeNull();
  });

  it("cancels the sends where the person asks for it", async () => {
    const server = await open("/app", answers);
    await choose("Sign out everywhere", "Sign out everywhere", (question) =>
      userEvent.click(within(question).getByRole("checkbox", { name: "Stop these sends too" })),
    );
    expect(
      await screen.findByText(/sends in progress are canceled\. Emails that were/),
    ).toBeInTheDocument();
    expect(server.calls(path).map(sentBody)).toEqual([{ cancel_sends: true }]);
  });

  it("says how many sends were stopped, and how many couldn't be", async () => {
    await open("/app", {
      [`POST ${path}`]: () => json(200, { success: true, stopped: 2, not_stopped: 1 }),
    });
    await choose("Sign out everywhere", "Sign out everywhere", (question) =>
      userEvent.click(within(question).getByRole("checkbox", { name: "Stop these sends too" })),
    );
    expect(
      await screen.findByText(/ 2 sends stopped\. 1 couldn't be stopped: pause it in Sends\./),
    ).toBeInTheDocument();
    expect(firebase.user).toBeNull();
  });

  it("says that sends may already be canceled if it fails after that", async () => {
    await open("/app", {
      [`POST ${path}`]: () =>
        json(503, { success: false, error: "Not now.", reason: "service_unavailable" }),
    });
    await choose("Sign out everywhere", "Sign out everywhere", (question) =>
      userEvent.click(within(question).getByRole("checkbox", { name: "Stop these sends too" })),
    );
    expect(
      await screen.findByText(
        /^We couldn't sign you out everywhere\. .* may already be canceled\./,
      ),
    ).toBeVisible();
    expect(window.location.pathname).toBe("/app");
  });

  it("is a logout even if another call notices first that the session is over", async () => {
    const end = followEnd();
    const server = await open("/app", {
      [`POST ${path}`]: async () => {
        await endSession(server);
        return json(200, { success: true });
      },
    });
    await choose("Sign out everywhere", "Sign out everywhere");
    expect(
      await screen.findByText(/^You're signed out here, and everywhere else within a minute\./),
    ).toBeInTheDocument();
    expectLogout(end);
  });
});

describe("a session that began weeks ago", () => {
  const notice = "Sign in again to send";
  const soon = "Sign in again soon to keep sending";
  /** Ada's token of a session that began this many days ago. */
  const begun = (days: number) => {
    const auth_time = now() - days * DAY;
    return tokenWith({ auth_time, firebase: { identities: { "google.com": ["sub-ada"] } } });
  };
  const googleToken = (sub: string, email: string) => tokenWith({ sub, email });
  const linked = (id_token: string): Answers => ({
    "POST /api/auth/google/store-token": () => {
      firebase.token = async () => begun(0);
      return json(200, { success: true, id_token });
    },
  });

  it("asks to sign in again, in Google's window, and keeps unsent work", async () => {
    const google = fakeGoogle();
    firebase.token = async () => begun(31);
    // The same Google account, with a new address.
    const idToken = googleToken("sub-ada", "ada.lovelace@example.com");
    await open("/app#direct-send", linked(idToken));
    await write(
      userEvent.setup(),
      await screen.findByRole("textbox", { name: "Recipients" }),
      "ann@example.org ",
    );
    expect(await screen.findByText(notice)).toBeInTheDocument();
    await clickButton("Sign in again");
    await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
    google.config?.callback({ code: "c" });
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    expect(firebase.credential).toBe(idToken);
    expect(screen.getByText("ann@example.org")).toBeInTheDocument();
  });

  it("is not replaced by another person's", async () => {
    const google = fakeGoogle();
    firebase.token = async () => begun(31);
    await open("/app", linked(googleToken("sub-grace", "ada@example.com")));
    await clickButton("Sign in again");
    await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
    google.config?.callback({ code: "c" });
    expect(
      await screen.findByText(
        /^You chose a different Google account\. Try again and choose ada@example\.com\.$/,
      ),
    ).toBeInTheDocument();
    expect(firebase.credential).toBe("");
  });

  it("shows no notice if it began lately", async () => {
    firebase.token = async () => begun(20);
    await open("/app");
    await findButton("Create New Template");
    for (const title of [notice, soon]) expect(screen.queryByText(title)).toBeNull();
  });

  it("asks to sign in again if the server refuses it, even if this clock shows a new sign-in", async () => {
    const google = fakeGoogle();
    const token = begun(1);
    firebase.token = async () => token;
    await open("/app", {
      ...linked(googleToken("sub-ada", "ada@example.com")),
      "POST /api/sends/s1/resume": () =>
        json(403, {
          success: false,
          error: "You signed in more than 30 days ago.",
          reason: "session_too_old",
        }),
    });
    const { call } = await import("../lib/call.ts");
    await findButton("Create New Template");
    expect(screen.queryByText(notice)).toBeNull();
    await expect(call(resumeSend, { id: "s1" })).rejects.toMatchObject({
      reason: "session_too_old",
    });
    expect(await screen.findByText(notice)).toBeInTheDocument();
    const again = screen.getByRole("button", { name: "Sign in again" });
    await waitFor(() => expect(again).toBeEnabled());
    await userEvent.click(again);
    await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
    google.config?.callback({ code: "c" });
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  });

  it("asks to sign in soon while it can still send", async () => {
    firebase.token = async () => begun(29);
    await open("/app");
    expect(await screen.findByText(soon)).toBeInTheDocument();
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
    await clickButton("Delete Broken");
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: /^Delete/ }));
    await waitFor(() => expect(screen.queryByText(/^This template can't be read\./)).toBeNull());
  });

  it("counts toward the limit of templates", async () => {
    const unreadable = Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, name: `Broken ${i}` }));
    await open("/app", {
      "GET /api/templates": () => json(200, { success: true, templates: [], unreadable }),
    });
    expect(await screen.findByText("10 of 10")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Create New Template" })).toBeDisabled();
  });

  it("is shown above the list of sends", async () => {
    await open("/app#sends", {
      "GET /api/sends": () => json(200, { success: true, sends: [], before: null, unreadable: 2 }),
    });
    expect(await screen.findByText(/^2 sends can't be read\./)).toBeInTheDocument();
  });

  it("are settings, shown as the default ones", async () => {
    const settings = { undo_send: true, hours: { from: 8, to: 20 }, time_zone: null };
    await open("/app", {
      "GET /api/account/settings": () => json(200, { success: true, settings, unreadable: true }),
    });
    await clickButton("Account: ada@example.com");
    await clickButton("Settings");
    expect(await screen.findByText(/^Your settings can't be read\./)).toBeInTheDocument();
  });
});
