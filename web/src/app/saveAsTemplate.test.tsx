import type { Send } from "@sendwright/core/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { findButton, queryButton } from "../testing/buttons.ts";
import { json } from "../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { aSendAnswer } from "../testing/sendFactories.ts";
import { aFreshPage, choose, open, server, user } from "../testing/sendingPage.tsx";
import { aTemplate } from "../testing/templateFactories.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

const FULL = "You have 10 templates, the most you can keep. Delete one to create another.";
const ten = () => Array.from({ length: 10 }, (_, n) => aTemplate({ id: `t${n}`, name: `T${n}` }));
const button = () => findButton("Save as template");

describe("on a send's page", () => {
  const PATH = "POST /api/sends/done-0001/template";
  const made = (skipped: string[]) => () => {
    server.templates.push(aTemplate({ id: "t9", name: "Copy of Invitation" }));
    const template = server.templates.at(-1);
    return json(201, { success: true, template, skipped });
  };
  const LOST = "Could not save the template.";
  const lost = () => json(500, {});
  const show = async (more: Partial<Send> = { title: "Invitation" }) => {
    server.sends = [aSendAnswer("done-0001", { "ann@x.org": "sent" }, more)];
    await open("#sends/done-0001");
  };

  it("makes a template of the email, which the toast opens", async () => {
    server.instead[PATH] = made([]);
    await show();
    await user.click(await button());
    expect(await screen.findByText('"Copy of Invitation" created.')).toBeInTheDocument();
    expect(server.asked.filter(({ method }) => method === "POST").map(({ url }) => url)).toEqual([
      "/api/sends/done-0001/template",
    ]);
    await user.click(screen.getByRole("button", { name: "Open" }));
    const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
    expect(await editor.findByDisplayValue("Copy of Invitation")).toBeInTheDocument();
  });

  it("names the files that had no room", async () => {
    server.instead[PATH] = made(["a.pdf", "b.pdf"]);
    await show();
    await user.click(await button());
    expect(
      await screen.findByText(
        '"Copy of Invitation" created. A template has no room for these files: a.pdf, b.pdf.',
      ),
    ).toBeInTheDocument();
  });

  it("makes no second one if the answer is lost: asks again with the same key, also after another click", async () => {
    const keys: (string | undefined)[] = [];
    const answers = [lost, lost, lost, made([]), made([])];
    server.instead[PATH] = ({ headers }) => {
      keys.push(headers["idempotency-key"]);
      return answers[keys.length - 1]?.() ?? lost();
    };
    await show();
    await user.click(await button());
    expect(await screen.findByText(LOST)).toBeInTheDocument();
    await user.click(await button());
    expect(await screen.findByText('"Copy of Invitation" created.')).toBeInTheDocument();
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    // Who clicks again wants another one.
    await waitFor(async () => expect(await button()).toBeEnabled());
    await user.click(await button());
    await waitFor(() => expect(keys).toHaveLength(5));
    expect(new Set(keys).size).toBe(2);
  });

  it("shows the server's sentence if it can't, and can be tried again", async () => {
    server.instead[PATH] = () =>
      json(404, { success: false, error: "This file no longer exists.", reason: "not_found" });
    await show();
    await user.click(await button());
    expect(await screen.findByText("This file no longer exists.")).toBeInTheDocument();
    await waitFor(async () => expect(await button()).toBeEnabled());
  });

  it("is not offered at ten templates, and says why", async () => {
    server.templates = ten();
    await show();
    expect(await screen.findByText(FULL)).toBeInTheDocument();
    expect(await button()).toBeDisabled();
    expect(await button()).toHaveAccessibleDescription(FULL);
  });

  it("is gone with the send's data", async () => {
    await show({ title: null });
    expect(await screen.findByText(/We've deleted this send's email/)).toBeInTheDocument();
    expect(queryButton("Save as template")).toBeNull();
  });
});

describe("of a composed email", () => {
  const compose = async () => {
    await open("#bulk-send");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await choose("(Compose Manually)");
    await user.type(await screen.findByLabelText("Subject"), "A trip");
  };

  it("opens the editor, unsaved, with the form's text and files, and leaves the form as it is", async () => {
    await compose();
    await user.upload(
      await screen.findByLabelText("Additional attachments"),
      new File(["plan"], "plan.txt"),
    );
    await user.click(await button());
    const editor = within(await screen.findByRole("dialog", { name: "Create New Template" }));
    expect(await editor.findByLabelText("Subject Line")).toHaveValue("A trip");
    expect(editor.getByLabelText("Template Name")).toHaveValue("");
    expect(await editor.findByTitle("plan.txt")).toBeInTheDocument();
    const calls = server.calls("/api/templates").map(({ method }) => method);
    expect(new Set(calls)).toEqual(new Set(["GET"]));
    await user.click(editor.getByRole("button", { name: "Cancel" }));
    await user.click(await findButton("Discard changes"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText("Subject")).toHaveValue("A trip");
  });

  it("is not offered at ten templates, and says why", async () => {
    server.templates = ten();
    await compose();
    expect(await button()).toBeDisabled();
    expect(await button()).toHaveAccessibleDescription(FULL);
  });

  it("is offered once there is something to save", async () => {
    await open("#bulk-send");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await choose("(Compose Manually)");
    await screen.findByLabelText("Subject");
    expect(queryButton("Save as template")).toBeNull();
  });
});
