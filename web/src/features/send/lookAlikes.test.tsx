import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { aFile, choose, pick, server, startServer, visit } from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const WARNING = '"«Room»" is plain text, but the list has the column "Room": use {{Room}}.';

it("says which column a stored template's plain text looks like (rule: look-alikes)", async () => {
  const body = "<p>Dear {{Name}}, your room is «Room».</p>";
  server.templates = [aTemplate({ body })];
  const { user } = await visit();
  await choose(user, "Invitation");
  expect(screen.queryByText(WARNING)).toBeNull();
  await pick(user, aFile("Name,Email,Room\nAnn,ann@example.org,A1\n"));
  expect(await screen.findByText(WARNING)).toBeVisible();
});

it("offers a placeholder in an email that is written here", async () => {
  const { user } = await visit();
  await choose(user, "(Compose Manually)");
  await user.click(screen.getByRole("radio", { name: "Manual" }));
  const subject = await screen.findByLabelText("Subject");
  await user.type(subject, "Hello *|Name|*");
  await user.click(await screen.findByRole("button", { name: "Use {{Name}}" }));
  await waitFor(() => expect(subject).toHaveValue("Hello {{Name}}"));
});
