import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { json } from "../../testing/fakeApi.ts";
import {
  ada,
  firebase,
  firebaseAppModule,
  firebaseAuthModule,
} from "../../testing/fakeFirebase.ts";
import { fakeGoogle } from "../../testing/fakeGoogle.ts";
import { type Answers, FakeServer } from "../../testing/fakeServer.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const linked = () => json(200, { success: true, id_token: "google-id-token" });
const button = () => screen.getByRole("button", { name: "Sign In & Link Google Account" });

/** A separate page at an address, with the server's answer about the code; returns the requests. */
async function visit(address: string, answer: Answers[string] = linked) {
  vi.resetModules();
  window.history.replaceState(null, "", address);
  const { asked } = new FakeServer({ instead: { "POST /api/auth/google/store-token": answer } });
  const { BrowserRouter, Route, Routes } = await import("react-router-dom");
  const { LandingPage } = await import("./LandingPage.tsx");
  const session = await import("../../lib/session.ts");
  session.startSession(window.location.pathname);
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<LandingPage demo={null} onSignIn={() => undefined} />} />
        <Route path="/app" element={<p>The application</p>} />
      </Routes>
    </BrowserRouter>,
  );
  return asked;
}

beforeEach(() => {
  firebase.reset();
  vi.stubEnv("VITE_GOOGLE_CLIENT_ID", "client-1");
  vi.stubEnv("VITE_GIS_SRC", "http://127.0.0.1:1/gsi/client");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("the landing page", () => {
  it("has headline, sign-in, extension, six features, privacy and footer", async () => {
    fakeGoogle();
    await visit("/");
    expect(
      screen.getByRole("heading", { level: 1, name: "Send Personalized Emails Effortlessly" }),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Get Chrome Extension" }).getAttribute("target")).toBe(
      "_blank",
    );
    expect(
      (await screen.findAllByRole("heading", { level: 3 })).map(({ textContent }) => textContent),
    ).toEqual([
      "Template Management",
      "CSV Personalization",
      "Bulk & Manual Sending",
      "Attachments Supported",
      "Live Preview",
      "Secure Google Sign-In",
    ]);
    expect(screen.getByRole("heading", { name: "Secure and Private" })).toBeInTheDocument();
    expect(screen.getByText("v3.0.0")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Privacy Policy" }).getAttribute("href")).toBe(
      "/privacy",
    );
    expect(firebase.observers).toHaveLength(0);
  });

  it("shows how a list of three becomes three emails, each with its own values", async () => {
    fakeGoogle();
    await visit("/");
    const example = within(
      screen.getByRole("figure", { name: /list of three people becomes three emails/ }),
    );
    const rows = example.getAllByRole("row").slice(1);
    const emails = example.getAllByRole("listitem");
    expect([rows.length, emails.length]).toEqual([3, 3]);
    for (const [at, row] of rows.entries()) {
      for (const cell of within(row).getAllByRole("cell"))
        expect(emails[at]).toHaveTextContent(cell.textContent);
    }
  });

  it("names who runs it, with a way to write to them", async () => {
    fakeGoogle();
    await visit("/");
    const { OPERATOR } = await import("../../lib/operator.ts");
    expect(await screen.findByRole("link", { name: OPERATOR.contact })).toHaveAttribute(
      "href",
      `mailto:${OPERATOR.contact}`,
    );
    expect(screen.getByRole("link", { name: OPERATOR.name })).toHaveAttribute(
      "href",
      OPERATOR.imprint,
    );
  });

  it("shows the address's error, and removes it from the address", async () => {
    fakeGoogle();
    await visit("/?error=google_invalid_grant&details=x#demo");
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /Google Linking Error.*invalid or has expired/,
    );
    await waitFor(() => expect(window.location.href).toMatch(/\/#demo$/));
    expect(screen.getByRole("alert")).toBeInTheDocument();
  });

  it("quotes the details of the address, and says whose words they are", async () => {
    fakeGoogle();
    await visit(
      `/?error=config_error&details=${encodeURIComponent("Call +1 555 0100 or see https://evil.example")}`,
    );
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(
      "Authentication ErrorThere is a frontend configuration error. The page address says: “Call +1 555 0100 or see https://evil.example”",
    );
    expect(alert.querySelector("a")).toBeNull();
  });

  it("shows which box to tick when the Gmail box was left empty", async () => {
    fakeGoogle();
    await visit("/?error=missing_gmail_scope");
    expect((await screen.findByRole("alert")).textContent).toContain("Send email on your behalf");
    expect(button()).toHaveProperty("disabled", false);
  });

  it("sends signed-in people to the application, after a spinner", async () => {
    localStorage.setItem("sendwright:session", "in");
    firebase.user = ada;
    await visit("/");
    expect(screen.getByText("Initializing...")).toBeInTheDocument();
    await screen.findByText("The application");
    expect(window.location.pathname).toBe("/app");
  });

  it("keeps those whose logout failed, to say so", async () => {
    localStorage.setItem("sendwright:session", "in");
    firebase.user = ada;
    fakeGoogle();
    await visit("/?error=logout_failed");
    expect((await screen.findByRole("alert")).textContent).toContain("you are still signed in");
    expect(screen.getByRole("link", { name: "Back to your templates" }).getAttribute("href")).toBe(
      "/app",
    );
  });

  it("says so when the auth check fails", async () => {
    localStorage.setItem("sendwright:session", "in");
    firebase.user = ada;
    firebase.token = () => Promise.reject(new Error("no token"));
    fakeGoogle();
    await visit("/");
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Failed to get authentication token.",
    );
    await waitFor(() => expect(button()).toHaveProperty("disabled", false));
  });
});

describe("Google's library", () => {
  it("is asked for every 200 ms, and again whenever it fails; the button waits for it", async () => {
    vi.useFakeTimers();
    await visit("/");
    const script = () => document.querySelector('script[src="http://127.0.0.1:1/gsi/client"]');
    for (let failures = 0; failures < 3; failures += 1) {
      expect(script()).toBeInTheDocument();
      script()?.dispatchEvent(new Event("error"));
      expect(script()).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(200));
    }
    expect(script()).toBeInTheDocument();
    expect(button()).toHaveProperty("disabled", true);
    fakeGoogle();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(button()).toHaveProperty("disabled", false);
  });

  it("is missed after ten seconds, and welcome later", async () => {
    vi.useFakeTimers();
    await visit("/");
    await act(() => vi.advanceTimersByTimeAsync(10_200));
    expect(screen.getByRole("alert").textContent).toContain("Google Sign-In initialization error");
    fakeGoogle();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(button()).toHaveProperty("disabled", false);
  });

  it("cannot be used without a client id", async () => {
    vi.stubEnv("VITE_GOOGLE_CLIENT_ID", "");
    await visit("/");
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /frontend configuration error.*client id/,
    );
  });
});

describe("signing in", () => {
  async function clicked(answer: Answers[string] = linked) {
    const google = fakeGoogle();
    const seen = await visit("/", answer);
    await userEvent.click(button());
    const { config } = google;
    if (!config) throw new Error("The popup was not asked for.");
    return { seen, config, google };
  }

  it("goes from popup to code to store-token to credential to /app", async () => {
    const { seen, config, google } = await clicked();
    expect(google.opened).toBe(1);
    expect(config.ux_mode).toBe("popup");
    expect(config.scope).toContain("https://www.googleapis.com/auth/gmail.send");
    expect(screen.getByText("Signing in & Linking Google...")).toBeInTheDocument();
    config.callback({ code: "code-1" });
    await screen.findByText("The application");
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ method: "POST", url: "/api/auth/google/store-token" });
    expect(JSON.parse(String(seen[0]?.body))).toEqual({ authorization_code: "code-1" });
    expect(firebase.credential).toBe("google-id-token");
  });

  const FAILURES: [
    string,
    (google: NonNullable<ReturnType<typeof fakeGoogle>["config"]>) => void,
    RegExp,
  ][] = [
    [
      "popup blocked",
      ({ error_callback }) => error_callback({ type: "popup_failed_to_open" }),
      /Browser blocked the Google authorization popup\. Please enable popups\./,
    ],
    [
      "denied",
      ({ callback }) => callback({ error: "access_denied" }),
      /didn't allow Sendwright to send email/,
    ],
    ["no code", ({ callback }) => callback({}), /Failed to get authorization code from Google\./],
    [
      "another refusal",
      ({ callback }) => callback({ error: "x", error_description: "Told." }),
      /Google said: Told\./,
    ],
    [
      "an unknown error",
      ({ error_callback }) => error_callback({ type: "unknown" }),
      /Google authorization error/,
    ],
  ];
  it("calls a popup that was closed no error", async () => {
    const { config } = await clicked();
    act(() => config.error_callback({ type: "popup_closed" }));
    const words = await screen.findByText(
      "Google authorization popup was closed before completion.",
    );
    // Replaces the button's own note: nothing on the page moves.
    expect(words).toHaveAttribute("role", "status");
    expect(words).toBe(document.getElementById(button().getAttribute("aria-describedby") ?? ""));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(button()).toHaveProperty("disabled", false);
  });

  it.each(FAILURES)("%s: says so and can be tried again", async (_what, fail, message) => {
    const { config, seen } = await clicked();
    act(() => fail(config));
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(button()).toHaveProperty("disabled", false);
    expect(seen).toHaveLength(0);
    await userEvent.click(button());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["google_invalid_grant", 400, /Google Linking Error.*Server words/],
    ["missing_refresh_token", 400, /Authentication Error.*Server words/],
    ["encryption_failed", 500, /Authentication Error.*Server words/],
    ["missing_gmail_scope", 403, /One box wasn't selected.*Send email on your behalf/],
  ])("store-token refuses: %s", async (reason, status, message) => {
    const { config } = await clicked(() =>
      json(status, { success: false, error: "Server words", reason }),
    );
    act(() => config.callback({ code: "c" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(button()).toHaveProperty("disabled", false);
  });

  const LINKING_FAILED =
    /^Google Linking ErrorAccount linking or sign-in failed\. Please try again\.$/;
  it.each<[string, () => Response | Promise<Response>, RegExp]>([
    ["no id token", () => json(200, { success: true }), LINKING_FAILED],
    ["a no without words", () => json(200, { success: false }), LINKING_FAILED],
    ["a failure without words", () => json(500, {}), LINKING_FAILED],
    [
      "a page of the platform's",
      () => new Response("<html>", { status: 503 }),
      /^Google Linking ErrorWe can't reach the server/,
    ],
    [
      "nothing",
      () => Promise.reject(new TypeError("Failed to fetch")),
      /^Google Linking ErrorThe server didn't respond/,
    ],
  ])("store-token answers with %s", async (_what, answer, message) => {
    const { config } = await clicked(answer);
    act(() => config.callback({ code: "c" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
    expect(button()).toHaveProperty("disabled", false);
  });

  it("says that the authentication service is not available", async () => {
    const { config } = await clicked();
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (...[url, options]: Parameters<typeof fetch>) =>
      url === "/__/firebase/init.json"
        ? new Response("", { status: 500 })
        : await fetch(url, options),
    );
    act(() => config.callback({ code: "c" }));
    // The session's own error comes first.
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toMatch(
        /^Authentication ErrorAuthentication service is not/,
      ),
    );
  });

  it.each([
    [
      Object.assign(new Error("x"), { code: "auth/internal-error" }),
      /Account linking or sign-in failed/,
    ],
    [
      Object.assign(new Error("x"), { code: "auth/account-exists-with-different-credential" }),
      /already exists with another sign-in method/,
    ],
  ])("Firebase refuses the credential: %s", async (failure, message) => {
    const { config } = await clicked();
    firebase.signInFails = failure;
    act(() => config.callback({ code: "c" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(message);
  });
});
