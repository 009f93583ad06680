import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aFile, choose, pick, startServer, visit } from "../testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

// Whole screens are loaded and worked on, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(startServer);

const preview = () => screen.getByRole("region", { name: "Preview" });
const box = () => preview().parentElement as HTMLElement;

it("brings the mail of a row into view, with the focus and a mark, each time that it is asked for", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  const brought = vi.spyOn(Element.prototype, "scrollIntoView");

  await user.click(screen.getByRole("button", { name: "Look at the mail of row 2" }));
  await waitFor(() => expect(box()).toHaveFocus());
  expect(brought.mock.contexts).toEqual([box()]);
  expect(within(preview()).getByText("Hello Bo")).toBeInTheDocument();

  // What stands there already: it is marked, for there is nothing else to be seen of it.
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  await waitFor(() => expect(box()).toHaveFocus());
  expect(box()).toHaveAttribute("data-brought");
  await waitFor(() => expect(box()).not.toHaveAttribute("data-brought"), { timeout: 5_000 });
});
