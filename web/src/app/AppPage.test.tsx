import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OPERATOR } from "../lib/operator.ts";
import { startApplication } from "../testing/application.tsx";
import { button, clickButton, findButton } from "../testing/buttons.ts";
import { aConfig } from "../testing/config.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { fakeGoogle } from "../testing/fakeGoogle.ts";
import { FakeServer, type Holds } from "../testing/fakeServer.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** The whole page at an address, signed in as Ada by default; returns the server. */
async function open(
  address: string,
  { user = ada, ...holds }: Holds & { user?: typeof ada | null } = {},
) {
  const server = new FakeServer({ templates: [], ...holds });
  await startApplication(address, user);
  return server;
}

const tab = (name: string) => screen.findByRole("tab", { name });
const isChosen = async (name: string) => (await tab(name)).getAttribute("aria-selected");

beforeEach(() => {
  firebase.reset();
  vi.stubEnv("VITE_GOOGLE_CLIENT_ID", "client-1");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("routes", () => {
  it("show a spinner on /app while the session is checked", async () => {
    await open("/app");
    expect(screen.getByRole("status").textContent).toContain("Checking your session");
    expect(await isChosen("Manage Templates")).toBe("true");
  });

  it("send signed-out visitors from /app to /", async () => {
    await open("/app", { user: null });
    await screen.findByRole("heading", { name: "Send Personalized Emails Effortlessly" });
    expect(window.location.pathname).toBe("/");
  });

  it("have a page for every other path", async () => {
    await open("/nowhere", { user: null });
    expect(screen.getByRole("heading", { name: "Oops! Page Not Found" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to Homepage" }).getAttribute("href")).toBe("/");
    expect(document.title).toContain("Page not found");
  });

  it("have the privacy policy", async () => {
    await open("/privacy", { user: null });
    expect(await screen.findByText("Last updated: April 01, 2025")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
    expect(screen.getByText("v3.0")).toBeInTheDocument();
  });

  it("have terms of use, which forbid bulk marketing and say how to report abuse", async () => {
    await open("/terms", { user: null });
    expect(await screen.findByText("Bulk marketing.")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: OPERATOR.contact })).toHaveAttribute(
      "href",
      `mailto:${OPERATOR.contact}?subject=Abuse`,
    );
  });
});

describe("the keyboard", () => {
  it("can skip the bar and the tabs", async () => {
    await open("/app");
    await tab("Manage Templates");
    await userEvent.tab();
    expect(button("Skip to content")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("main")).toHaveFocus();
  });
});

describe("tabs", () => {
  it.each([
    ["/app", "Manage Templates"],
    ["/app#templates", "Manage Templates"],
    ["/app#direct-send", "Direct Send"],
    ["/app#bulk-send", "Bulk Send (CSV)"],
    ["/app#bulk-send/abc", "Bulk Send (CSV)"],
    ["/app#nonsense", "Manage Templates"],
  ])("%s opens %s", async (address, name) => {
    await open(address);
    expect(await isChosen(name)).toBe("true");
    await waitFor(() => expect(document.title).toBe(`${name} · Sendwright`));
  });

  it("replace the hash, and follow it when it changes", async () => {
    await open("/app");
    const before = window.history.length;
    await userEvent.click(await tab("Direct Send"));
    expect(window.location.hash).toBe("#direct-send");
    expect(window.history.length).toBe(before);
    window.location.hash = "#bulk-send";
    // A browser tells of it; happy-dom only changes the address.
    window.dispatchEvent(new PopStateEvent("popstate"));
    await waitFor(async () => expect(await isChosen("Bulk Send (CSV)")).toBe("true"));
  });
});

describe("a tab", () => {
  it("gets the focus with the arrow keys, Home and End, and opens only when it is pressed", async () => {
    await open("/app");
    const first = await tab("Manage Templates");
    act(() => first.focus());
    const names = ["Manage Templates", "Direct Send", "Bulk Send (CSV)", "Sends"];
    for (const [key, at] of [
      ["ArrowRight", 1],
      ["ArrowLeft", 0],
      ["ArrowLeft", 3],
      ["ArrowRight", 0],
      ["End", 3],
      ["Home", 0],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      expect(await tab(names[at] ?? "")).toHaveFocus();
    }
    expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
    await userEvent.keyboard("{ArrowRight}");
    expect(await isChosen("Manage Templates")).toBe("true");
    await userEvent.keyboard("{Enter}");
    expect(await isChosen("Direct Send")).toBe("true");
    expect(screen.getByRole("tab", { selected: true })).toHaveFocus();
    expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1]);
  });

  it("begins at its top, wherever the previous one was scrolled to", async () => {
    await open("/app");
    document.documentElement.scrollTop = 300;
    await userEvent.click(await tab("Direct Send"));
    expect(document.documentElement.scrollTop).toBe(0);
  });
});

describe("the top bar", () => {
  it("shows the signed-in person, and links to the configured extension", async () => {
    await open("/app");
    expect(await screen.findByText("ada@example.com")).toBeInTheDocument();
    const extension = screen.getByRole("link", { name: "Get Extension" });
    await waitFor(() => expect(extension.getAttribute("href")).toMatch(/\/detail\/ext-1$/));
    expect(screen.getByRole("link", { name: "Sendwright" }).getAttribute("href")).toBe("/app");
  });

  it("logs out to /", async () => {
    await open("/app");
    localStorage.setItem("sendwright:of:uid-ada:sticky:Company", "Sluice");
    await clickButton("Logout");
    await screen.findByRole("heading", { name: "Send Personalized Emails Effortlessly" });
    expect(firebase.user).toBeNull();
    await waitFor(() =>
      expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Company")).toBeNull(),
    );
  });

  it("says so when that fails", async () => {
    fakeGoogle();
    await open("/app");
    firebase.signOutFails = true;
    await clickButton("Logout");
    expect(await screen.findByText(/you are still signed in/)).toBeInTheDocument();
    expect(window.location.pathname).toBe("/");
  });

  it("switches the theme and remembers it", async () => {
    await open("/app");
    await clickButton("Switch to the dark theme");
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("sendwright:theme")).toBe("dark");
    await clickButton("Switch to the light theme");
    expect(document.documentElement.dataset.theme).toBe("light");
    // Settings that the system controls still follow it.
    expect(localStorage.getItem("sendwright:theme")).toBeNull();
  });
});

describe("the account", () => {
  const openMenu = async () => clickButton(/^Account:/);

  it("shows the connection and how many emails are left today", async () => {
    await open("/app");
    await openMenu();
    expect(await screen.findByText("70 of 500 emails in the last 24 hours")).toBeInTheDocument();
    expect(screen.getByText(/^Connected/)).toBeInTheDocument();
    expect(screen.getByRole("meter").getAttribute("aria-valuenow")).toBe("70");
  });

  it("disconnects Google after a question", async () => {
    const instead = { "POST /api/account/disconnect": () => json(200, { success: true }) };
    const server = await open("/app", { instead });
    await openMenu();
    await clickButton("Disconnect Google");
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Disconnect Google" }));
    expect(await screen.findByText("Google is disconnected.")).toBeInTheDocument();
    expect(server.calls("/api/account/disconnect")).toHaveLength(1);
  });

  it("deletes the account after saying what that means, and signs out", async () => {
    const server = await open("/app", {
      instead: { "DELETE /api/account": () => json(200, { success: true }) },
    });
    localStorage.setItem("sendwright:of:uid-ada:sticky:Company", "Sluice");
    await openMenu();
    await clickButton("Delete my account and data");
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toMatch(/templates.*sends.*permission.*cannot be undone/);
    const [, stays] = within(question).getAllByRole("list");
    expect(stays?.textContent).toMatch(/how many emails it sent.*if we have stopped your sends/);
    await userEvent.click(within(question).getByRole("button", { name: "Delete everything" }));
    expect(
      await screen.findByText("Your account and its data have been deleted."),
    ).toBeInTheDocument();
    expect(server.calls("/api/account")).toHaveLength(1);
    expect(firebase.user).toBeNull();
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Company")).toBeNull();
  });

  describe("Google is disconnected", () => {
    /** Clicks Reconnect Google and chooses an account, for which the configuration answers this. */
    async function reconnect(answer: () => Response) {
      const google = fakeGoogle();
      const server = await open("/app", { config: aConfig({ connected: false }) });
      server.instead["POST /api/auth/google/store-token"] = () => {
        server.instead["GET /api/config"] = answer;
        return json(200, { success: true, id_token: "x" });
      };
      await clickButton("Reconnect Google");
      await waitFor(() => expect(google.config?.login_hint).toBe("ada@example.com"));
      google.config?.callback({ code: "c" });
    }
    const configured = (connected: boolean) => () =>
      json(200, { success: true, config: aConfig({ connected }) });

    it("offers to connect it again", async () => {
      await reconnect(configured(true));
      await waitFor(() => expect(screen.queryByText("Google is disconnected")).toBeNull());
    });

    it("says that you chose a different account", async () => {
      await reconnect(configured(false));
      expect(
        await screen.findByText(/^You chose a different Google account\./),
      ).toBeInTheDocument();
    });

    it("says that the check failed, if the configuration can't be read afterward", async () => {
      await reconnect(() => json(500, { success: false, error: "Not now." }));
      expect(await findButton("Reconnect Google")).toBeEnabled();
      const notice = screen.getByText("Google is disconnected").parentElement;
      expect(notice?.textContent).toContain("Not now.");
      expect(screen.queryByText(/different Google account/)).toBeNull();
    });
  });

  it.each([
    [
      "A fault of ours.",
      "What you send waits, and will be sent automatically. The reason: “A fault of ours.”",
    ],
    ["", "What you send waits, and will be sent automatically."],
  ])(
    "says that an operator has stopped sending, and why if they said so (%s)",
    async (stopped, words) => {
      await open("/app", { config: aConfig({ stopped }) });
      const title = await screen.findByText("Sending is stopped");
      expect(title.parentElement?.textContent).toContain(words);
      expect(title.parentElement?.textContent).not.toContain("“”");
    },
  );

  it("shows a configuration that did not come, with the id to report; limits fall back to the defaults", async () => {
    const broken = () => json(500, { success: false, request_id: "req-1" });
    await open("/app", { instead: { "GET /api/config": broken } });
    const notice = await screen.findByText(/Could not load configuration\./);
    expect(notice.textContent).toContain("req-1");
  });

  it("explains being offline while it lasts", async () => {
    await open("/app");
    await tab("Direct Send");
    const online = vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByText(/What you've written stays on the screen/)).toBeInTheDocument();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    expect(screen.queryByText("You are offline")).toBeNull();
  });

  it.each([
    ["without words", {}, "Config endpoint returned success: false"],
    [
      "in its own words",
      { error: "The limits are being changed." },
      "The limits are being changed.",
    ],
  ])("names an answer that only says no, %s", async (_how, words, message) => {
    await open("/app", {
      instead: { "GET /api/config": () => json(200, { success: false, ...words }) },
    });
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});

describe("the guide", () => {
  it("covers every topic, with the limits that hold", async () => {
    await open("/app");
    await clickButton("Need Help?");
    const guide = await screen.findByRole("dialog", { name: "How Sendwright works" });
    for (const topic of [
      /only Gmail permission/,
      /Dropdown/,
      /sample file/,
      /25 MB/,
      /429/,
      /likely higher than Direct Send/,
      /match placeholder names exactly, including case and spaces/,
      /choose a column for each placeholder/,
      /Write a template for this list/,
      /Each their own/,
      /Type a list/,
      /we wait 10 seconds/,
      /tomorrow or on Monday at 8:00/,
      /15\. Apr 2026/,
      /click Check now/,
    ]) {
      expect(guide.textContent).toMatch(topic);
    }
    expect(guide.textContent).toContain("up to 10 templates");
    expect(guide.textContent).toContain("v3.0");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("has one topic at a time on a phone, and opens from the account menu", async () => {
    await open("/app");
    await findButton(/^Account:/);
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        Object.assign(new EventTarget(), {
          matches: media === "(width < 600px)",
          media,
        }) as MediaQueryList,
    );
    await clickButton(/^Account:/);
    expect(screen.getByRole("link", { name: "Get Extension" })).toBeInTheDocument();
    expect(button("Logout")).toBeInTheDocument();
    await clickButton("Need Help?");
    const guide = within(await screen.findByRole("dialog", { name: "How Sendwright works" }));
    expect(guide.queryByRole("heading", { level: 3 })).toBeNull();
    await userEvent.click(guide.getByRole("button", { name: "Signing in" }));
    expect(guide.getByRole("heading", { name: "Signing in" })).toHaveFocus();
    expect(guide.getAllByRole("heading", { level: 3 })).toHaveLength(1);
    await userEvent.click(guide.getByRole("button", { name: "All topics" }));
    expect(guide.getByRole("button", { name: "Signing in" })).toHaveFocus();
  });
});
