import { TEMPLATE_CHANGED } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { useWriteTemplate } from "../../lib/templateEditorContext.ts";
import { begin, gone } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { FakeServer, sentBody } from "../../testing/fakeServer.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { TemplateEditorProvider } from "./TemplateEditorProvider.tsx";
import TemplatesTab from "./TemplatesTab.tsx";
import { drawn, save, saved, type } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

/** A screen that sends, with a button that opens the editor over it. */
function SendScreen() {
  const write = useWriteTemplate();
  return (
    <button type="button" onClick={() => write?.({ id: "t1" }, () => undefined)}>
      From a send
    </button>
  );
}

/** The page with both places that open an editor, and a server that keeps what is saved. */
function showPage(): FakeServer {
  const server = new FakeServer({ templates: [aTemplate({ subject: "Text 0" })] });
  server.instead = {
    "PUT /api/template/t1": (seen) => {
      const revision = seen.headers["if-match"];
      if (revision !== server.templates[0]?.revision)
        return json(409, { error: TEMPLATE_CHANGED, reason: "template_changed" });
      const { subject } = sentBody(seen);
      const template = aTemplate({ subject, revision: String(Number(revision) + 1) });
      server.templates = [template];
      return saved(template);
    },
  };
  checkSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <ConfirmProvider>
          <MemoryRouter>
            <TemplateEditorProvider>
              <SendScreen />
              <TemplatesTab />
            </TemplateEditorProvider>
          </MemoryRouter>
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return server;
}

const [SEND, MANAGE] = ["From a send", "Invitation"];

describe("an editor that opens after another has saved", () => {
  it.each([
    ["a send, then Manage Templates", [SEND, MANAGE]],
    ["Manage Templates, then a send", [MANAGE, SEND]],
    ["to and fro", [MANAGE, MANAGE, SEND, SEND, MANAGE]],
  ])("has its text, and saves over it: %s", async (_places, places) => {
    showPage();
    for (const [at, place] of places.entries()) {
      await userEvent.click(await screen.findByRole("button", { name: place }));
      const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
      await drawn(editor);
      expect(editor.getByLabelText("Subject Line")).toHaveValue(`Text ${at}`);
      type(editor, "Subject Line", `Text ${at + 1}`);
      await save();
      await gone("dialog");
    }
  });
});
