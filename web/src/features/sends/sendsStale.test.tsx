import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { aFreshPage, open, server, user, withFakeTime } from "../../testing/sendingPage.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);
afterEach(() => vi.useRealTimers());

it("a list that can't be updated stays, says so and how old it is, and is requested again", async () => {
  server.sends = [aSendAnswer("party-001", { "ann@x.org": "sent" }, { title: "Invitation" })];
  await open("#sends");
  await screen.findByRole("link", { name: "Invitation" });
  withFakeTime();
  await user.click(await screen.findByRole("link", { name: "Invitation" }));
  server.instead["GET /api/sends"] = () =>
    json(500, { success: false, error: "Out of order.", reason: "internal" });
  vi.advanceTimersByTime(10_000);
  await user.click(await screen.findByRole("link", { name: "All sends" }));
  expect(
    await screen.findByText(/^Out of order\. This list is from today at /),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Invitation" })).toBeInTheDocument();

  delete server.instead["GET /api/sends"];
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Out of order/)).toBeNull());
  expect(screen.getByRole("link", { name: "Invitation" })).toBeInTheDocument();
});

it.each([
  ["when the tab is opened again", "sent", 6_000],
  ["after ten minutes, if another send is still in progress", "queued", 601_000],
] as const)(
  "a send from another window appears %s, although it has ended",
  async (_when, status, later) => {
    const first = aSendAnswer("party-001", { "ann@x.org": status }, { title: "Invitation" });
    server.sends = [first];
    server.instead["GET /api/sends"] = ({ url }) => {
      const isOpenOnly = new URL(url, "http://localhost").searchParams.get("only") === "open";
      const sends = server.sends
        .map(({ send }) => send)
        .filter(({ state }) => !isOpenOnly || state !== "done");
      return json(200, { success: true, sends, before: null, unreadable: 0 });
    };
    await open("#sends");
    await screen.findByRole("link", { name: "Invitation" });
    withFakeTime();
    server.sends = [aSendAnswer("party-002", { "bo@x.org": "sent" }, { title: "Shift" }), first];
    await user.click(screen.getByRole("tab", { name: "Direct Send" }));
    vi.advanceTimersByTime(later);
    await user.click(screen.getByRole("tab", { name: "Sends" }));
    expect(await screen.findByRole("link", { name: "Shift" })).toBeInTheDocument();
  },
);
