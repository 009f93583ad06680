import { DEFAULT_LIMITS, type Variable } from "@sendwright/core/contract";
import {
  ConfirmProvider,
  createQueryClient,
  provideAccess,
  SIGNED_OUT,
} from "@sendwright/web/parts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { vi } from "vitest";
import { Workspace } from "../panel/Workspace.tsx";
import { browser, draw } from "./inPanel.ts";

/**
 * Opens the panel of someone who is signed in, with a draft. `answerTo` is the server: a call's
 * answer by its path and body, without `success`.
 */
export async function openWorkspace(
  draft: object,
  answerTo: (path: string, body: string) => object,
): Promise<void> {
  const ada = { uid: "ada", email: "ada@example.com", name: "" };
  const session = { ...SIGNED_OUT, isAuthenticated: true, user: ada };
  provideAccess({
    origin: "http://127.0.0.1:5000",
    session: () => session,
    onSession: () => () => undefined,
    currentToken: async () => "token",
    expireSession: async () => undefined,
  });
  vi.stubGlobal("fetch", async (url: string, { body = "" }: RequestInit = {}) =>
    Response.json({ success: true, ...answerTo(new URL(url).pathname, String(body)) }),
  );
  Object.assign(browser.session, { draft });
  const panel = createElement(ConfirmProvider, null, createElement(Workspace, { uid: "ada" }));
  await draw(createElement(QueryClientProvider, { client: createQueryClient() }, panel));
}

/** The answer to `GET /api/config`; the daily limit leaves so many emails. */
function configLeaving(left: number) {
  const quota = { limit: 500, sent: 500 - left, left, more_at: null, more_count: 0 };
  const account = { extensionId: "", userEmail: "ada@example.com", connected: true };
  return { config: { ...account, limits: DEFAULT_LIMITS, sendRate: 60, quota } };
}

const TEMPLATE = { id: "t1", name: "Note", updated_at: "2026-11-20T12:00:00.000Z" };
const TEXTS = { subject: "Hello", body: "<p>Hello</p>", dateFormat: "long", timeFormat: "24hr" };

interface Account {
  /** How many emails the daily limit leaves. */
  left?: number;
  variables?: readonly Variable[];
  texts?: Partial<typeof TEXTS>;
}

/** The answers about an account that has one template, by path. */
export function usualAnswers({ left = 500, variables = [], texts }: Account = {}) {
  const read = { attachments: [], revision: "1", syntax_warnings: [], parsed_variables: variables };
  const answers: Record<string, object> = {
    "/api/config": configLeaving(left),
    "/api/templates": { templates: [{ ...TEMPLATE, variables, attachment_count: 0 }] },
    "/api/template/t1": { template: { ...TEMPLATE, ...TEXTS, ...texts, ...read } },
    "/api/suppressions": { version: 1, suppressions: [] },
  };
  return answers;
}
