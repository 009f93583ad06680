import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { holdReader, paste } from "../../components/RichTextEditor/editorTesting.ts";
import { begin, gone } from "../../testing/acting.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { edit, save, saved } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

it("neither saves nor closes without the text that is being pasted", async () => {
  const { arrive } = holdReader();
  const { server, editor } = await edit(
    { body: "<p>Dear Ann</p>" },
    { "PUT /api/template/t1": () => saved(aTemplate()) },
  );
  const body = editor.getByRole("textbox", { name: "Body" });
  paste(body, { "text/html": "<b>Hello</b>" });
  expect(await editor.findByText("Pasting…")).toBeInTheDocument();
  const button = screen.getByRole("button", { name: "Save Template" });
  expect(button).toBeDisabled();
  const form = document.querySelector("form");
  if (form) fireEvent.submit(form);
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog", { name: "Edit Template" })).toBeVisible();
  const closing = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  arrive();
  await waitFor(() => expect(button).toBeEnabled());
  await save();
  await gone("dialog");
  const calls = server.asked.filter(({ method }) => method === "PUT");
  expect(calls.map((call) => JSON.parse(String(call.body)).body)).toEqual([
    expect.stringContaining("<strong>Hello</strong>"),
  ]);
});
