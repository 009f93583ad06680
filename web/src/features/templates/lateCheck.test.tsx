import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { begin, gone } from "../../testing/acting.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { drawn, edit, save, saved, type } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/** The script of the check, for which all who need it wait until `end` lets it arrive or fail. */
const script = vi.hoisted(() => {
  let waiting: ((isThere: boolean) => void) | null = null;
  let loading: Promise<void> | null = null;
  const load = (preload: () => Promise<void>) => {
    loading ??= new Promise<boolean>((resolve) => {
      waiting = resolve;
    }).then((isThere) => {
      loading = null;
      if (!isThere) throw new Error("The script isn't there.");
      return preload();
    });
    return loading;
  };
  return { load, end: (isThere: boolean) => waiting?.(isThere) };
});

vi.mock("./useSave.ts", async (original) => {
  const module = await original<typeof import("./useSave.ts")>();
  const { preload } = module.FIELD_CHECK;
  module.FIELD_CHECK.preload = () => script.load(preload);
  return module;
});

beforeEach(begin);

it("keeps the text if the check of the fields can't be loaded; saves once it is there, only once, and nothing that was discarded meanwhile", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { server, editor } = await edit({}, { "PUT /api/template/t1": () => saved(aTemplate()) });
  const puts = () => server.asked.filter(({ method }) => method === "PUT");
  type(editor, "Subject Line", "Discarded");
  await save();
  script.end(false);
  expect(await editor.findByText(/^Save failed: a part of the page/)).toBeInTheDocument();
  expect(editor.getByLabelText("Subject Line")).toHaveValue("Discarded");
  await save();
  await userEvent.click(editor.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: /discard/i }));
  await gone("dialog");
  await userEvent.click(await screen.findByRole("button", { name: "Invitation" }));
  const again = within(await screen.findByRole("dialog", { name: "Edit Template" }));
  await drawn(again);
  type(again, "Subject Line", "Later");
  await save();
  await save();
  expect(puts()).toEqual([]);
  script.end(true);
  await gone("dialog");
  const subjects = puts().map(({ body }) => JSON.parse(String(body)).subject);
  expect(subjects).toEqual(["Later"]);
});
