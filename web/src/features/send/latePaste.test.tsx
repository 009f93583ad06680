import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { write } from "../../testing/write.ts";
import { choose, sentForm, server, startServer, visit } from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** On a busy machine, this test may take longer than a paste waits. */
function neverLate(): void {
  const timer = setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number) =>
    ms === 10_000 ? 0 : timer(run, ms),
  );
  onTestFinished(() => void vi.stubGlobal("setTimeout", timer));
}

it("sends no email, and no test, without the text that is being pasted", async () => {
  const { user } = await visit("#bulk-send", () => undefined);
  // The page has modules of its own.
  const { holdReader, paste } = await import("../../components/RichTextEditor/editorTesting.ts");
  const { arrive } = holdReader();
  await choose(user, "(Compose Manually)");
  await user.click(screen.getByRole("radio", { name: "Manual" }));
  await write(user, await screen.findByLabelText("Subject"), "Lunch");
  await write(user, screen.getByRole("textbox", { name: "Recipients" }), "ann@example.org");
  const body = await screen.findByRole("textbox", { name: "Body" });
  await screen.findByRole("button", { name: "Send 1 email" });
  const test = await screen.findByRole("button", { name: "Send a test to myself" });
  neverLate();
  paste(body, { "text/html": "<p>See you at <b>noon</b></p>" });
  expect(screen.getByRole("button", { name: "Save as template" })).toBeDisabled();
  expect(test).toHaveAttribute("aria-disabled", "true");
  expect(test).toHaveAccessibleDescription("Waiting for the text you pasted.");
  await user.click(test);
  await user.click(screen.getByRole("button", { name: "Send 1 email" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  arrive();
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: /^Send/ }));
  expect((await sentForm()).get("body")).toBe("<p>See you at <strong>noon</strong></p>");
  expect(server.calls("/api/test-send")).toEqual([]);
});
