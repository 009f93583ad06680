import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { held } from "../../../testing/held.ts";
import { aFile, choose, pick, server, startServer, visit } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const preview = () => screen.getByRole("region", { name: "Preview" });
const box = () => preview().parentElement as HTMLElement;

it("shows the email of a row beside its list, and on request scrolls to it, focuses it and marks it", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Show the email of row 2" }));
  expect(await within(preview()).findByText("Hello Bo")).toBeInTheDocument();
  const brought = vi.spyOn(Element.prototype, "scrollIntoView");

  // It is already in view, so the mark is the only visible change.
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  await waitFor(() => expect(box()).toHaveFocus());
  expect(brought.mock.contexts).toEqual([box()]);
  expect(box()).toHaveAttribute("data-brought");
  await waitFor(() => expect(box()).not.toHaveAttribute("data-brought"), { timeout: 5_000 });
});

it("never shows an email under the name of another row that is still loading", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  const { arrive, arrival } = held();
  server.instead["POST /api/preview"] = (seen) => arrival.then(() => server.usual(seen));
  await user.click(screen.getByRole("button", { name: "Next row" }));
  await waitFor(() => expect(box()).toHaveAttribute("aria-busy", "true"));
  expect(within(preview()).getByText("ann@example.org")).toBeInTheDocument();
  expect(within(preview()).queryByText("bo@example.org")).toBeNull();
  arrive();
  expect(await within(preview()).findByText("Hello Bo")).toBeInTheDocument();
  expect(within(preview()).getByText("bo@example.org")).toBeInTheDocument();
});

it("skips a person without a problem, and restores them, from their preview", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy at example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Skip ann@example.org" }));
  expect(within(preview()).getByText("Skipped: no email for this row (ann@example.org).")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Send 1 email" })).toBeInTheDocument();
  const back = screen.getByRole("button", { name: "Restore ann@example.org" });
  expect(back).toHaveFocus();
  await user.click(back);
  expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
  expect(screen.queryByText(/^Skipped: no email/)).toBeNull();
  expect(await screen.findByRole("button", { name: "Skip ann@example.org" })).toHaveFocus();

  // A person with a problem is fixed, not skipped.
  await user.click(screen.getByRole("button", { name: "Show the email of row 3" }));
  expect(await screen.findByText(/^This row gets no email\. Not an email address/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^(Skip|Restore) cy/ })).toBeNull();
});

it("shows no email of a row that you skipped: its values don't leave the browser", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy@example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  // Pressing the mouse button would show the row first.
  fireEvent.click(await screen.findByRole("button", { name: "Skip row 2" }));
  await user.click(screen.getByRole("button", { name: "Next row" }));
  expect(await screen.findByText("Skipped: no email for this row (bo@example.org).")).toBeInTheDocument();
  expect(screen.queryByText("Hello Ann")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Send test/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Next row" }));
  expect(await screen.findByText("Hello Cy")).toBeInTheDocument();
  const sent = server.calls("/api/preview").map(({ body }) => JSON.parse(String(body)).variables.Name);
  expect(sent).toContain("Cy");
  expect(sent).not.toContain("Bo");
});
