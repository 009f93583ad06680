import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApplication } from "../testing/application.tsx";
import { button, findButton } from "../testing/buttons.ts";
import { ada, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

it("the account menu opens the people you don't email, who are asked for only then", async () => {
  const server = new FakeServer();
  await startApplication("/app", ada);
  const user = userEvent.setup();
  await screen.findByRole("tab", { name: "Direct Send" });
  await user.click(await findButton("Account: ada@example.com"));
  expect(server.calls("/api/suppressions")).toEqual([]);
  await user.click(await findButton("People you don't email"));
  const dialog = within(await screen.findByRole("dialog", { name: "People you don't email" }));
  expect(await dialog.findByText("No one is on your list.")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(button("Account: ada@example.com")).toHaveFocus());
});
