import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aFile, choose, pick, startServer, visit } from "../bulkTesting.tsx";
import { clickButton, fill, showTab } from "../directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** Makes the window's media queries match a narrow window, or stop matching it. */
function narrow(isNarrow: boolean): void {
  vi.mocked(window.matchMedia).mockImplementation((media) => {
    const query = Object.assign(new EventTarget(), { media }) as MediaQueryList;
    queries.add(query);
    return Object.defineProperty(query, "matches", { get: () => windowIsNarrow && /width < \d+px/.test(media) });
  });
  windowIsNarrow = isNarrow;
  act(() => {
    for (const query of queries) query.dispatchEvent(new Event("change"));
  });
}
let windowIsNarrow = true;
const queries = new Set<MediaQueryList>();

beforeEach(() => {
  startServer();
  queries.clear();
  vi.spyOn(window, "matchMedia");
  narrow(true);
});

const sheet = () => screen.queryByRole("dialog", { name: "Email preview" });
const region = () => screen.queryByRole("region", { name: "Preview" });

async function withFile() {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
  await screen.findByRole("button", { name: "Send 2 emails" });
  return user;
}

it("opens over a narrow page, steps from person to person, and gives the focus back", async () => {
  const user = await withFile();
  expect(region()).toBeNull();
  const button = screen.getByRole("button", { name: "Generate Preview" });
  await user.click(button);
  const opened = await screen.findByRole("dialog", { name: "Email preview" });
  expect(await within(opened).findByText("Hello Ann")).toBeInTheDocument();
  expect(opened.closest('[role="presentation"]')).toContainElement(document.activeElement as HTMLElement);
  await user.click(within(opened).getByRole("button", { name: "Next row" }));
  expect(await within(opened).findByText("Hello Bo")).toBeInTheDocument();
  // There is no next person, and the focus stays inside.
  expect(within(opened).getByRole("button", { name: "Next row" })).toHaveFocus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(sheet()).toBeNull());
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await waitFor(() => expect(sheet()).toBeNull());
  expect(button).toHaveFocus();
});

it("shows the email of the same row each time you ask", async () => {
  const user = await withFile();
  await user.click(screen.getByRole("button", { name: /^Row 2\b/ }));
  for (let times = 0; times < 2; times += 1) {
    await user.click(screen.getByRole("button", { name: "Show the email of row 2" }));
    expect(await screen.findByText("Hello Bo")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(sheet()).toBeNull());
  }
});

it("becomes a column in a wide window, and doesn't open if the window becomes narrow", async () => {
  narrow(false);
  const user = await withFile();
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  expect(sheet()).toBeNull();
  narrow(true);
  await waitFor(() => expect(region()).toBeNull());
  expect(sheet()).toBeNull();
});

it("doesn't count as in view while it's closed: sending to one person asks first", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 360, 500));
  const { server } = showTab();
  await fill("ann@x.org ");
  await clickButton("Generate Preview");
  expect(await screen.findByText(/Hello friends/)).toBeInTheDocument();
  await clickButton("Close");
  await waitFor(() => expect(sheet()).toBeNull());
  await clickButton("Send Email(s)");
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("Send 1 email?");
  expect(server.presses).toEqual([]);
});
