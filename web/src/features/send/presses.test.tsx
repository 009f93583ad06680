import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aFile, cellOf, choose, pick, startServer, visit } from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/**
 * A press outside a cell commits it. All that this changes on the screen appears once the button is
 * released. Earlier, it would move the button under the pointer.
 */
beforeEach(startServer);

const LIST = "Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n";

it("shows what a press commits after the press", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile(LIST));
  await screen.findByText("2 ready");
  await user.click(await cellOf(1, "Email"));
  await user.keyboard("ann");
  const target = await cellOf(2, "Name");
  await user.pointer({ keys: "[MouseLeft>]", target });
  expect(screen.getByText("2 ready")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Undo the last change" })).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]" });
  await waitFor(() => expect(screen.queryByText("2 ready")).toBeNull());
  expect(screen.getByText("1 ready · 1 skipped")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Undo the last change" })).toBeInTheDocument();
});
