import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { begin } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { held } from "../../testing/held.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { create, save, type } from "./editorTesting.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

it("the errors of the attempts before go when the template is saved", async () => {
  let isDown = true;
  const answer = held();
  const { editor } = await create({
    "POST /api/templates": async () => {
      if (isDown) return json(503, { success: false, error: "Down.", reason: "service_unavailable" });
      await answer.arrival;
      return json(201, { success: true, template: aTemplate() });
    },
  });
  type(editor, "Template Name", "Invitation");
  await save();
  expect(await screen.findByText("Please fix validation errors before saving.")).toBeInTheDocument();
  type(editor, "Subject Line", "Hello");
  await save();
  expect(await screen.findByText("Failed to save template.")).toBeInTheDocument();
  expect(screen.queryByText("Please fix validation errors before saving.")).toBeNull();

  isDown = false;
  await save();
  // While it saves, we don't know whether it fails again.
  await waitFor(() => expect(editor.queryByText("Save failed: Down.")).toBeNull());
  answer.arrive();
  expect(await screen.findByText('"Invitation" saved.')).toBeInTheDocument();
  expect(screen.queryByText("Failed to save template.")).toBeNull();
});
