import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { fakeUploads } from "../testing/fakeUpload.ts";
import { useConfig } from "./configQuery.ts";
import { useControlSend } from "./controlSend.ts";
import { usePreview } from "./previews.ts";
import { useCorrections, useReceivers } from "./receivers.ts";
import { useSendMail } from "./sendMail.ts";
import { beginSend } from "./sendQueries.ts";
import {
  useAddAttachment,
  useDeleteAttachment,
  useSaveTemplate,
  useTemplateToEdit,
} from "./templateChanges.ts";
import {
  useDeleteTemplate,
  useDuplicateTemplate,
  useTemplate,
  useTemplates,
} from "./templateQueries.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

let server: FakeServer;
beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server = new FakeServer();
  checkSession();
  await waitFor(() => expect(session().isAuthenticated).toBe(true));
});

/** Two answers without words: a refusal, and a success that says it is none. */
const REFUSED = () => json(400, { success: false });
const EMPTY = () => json(200, { success: false });

/** What a hook gives on a page of its own. */
function used<T>(hook: () => T) {
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

/** The words of the error that a read ends with. */
async function unread(hook: () => { error: Error | null }): Promise<string | undefined> {
  const result = used(hook);
  await waitFor(() => expect(result.current.error).not.toBeNull());
  return result.current.error?.message;
}

/** The words of the error that a change ends with. */
async function undone<I>(
  hook: () => { mutateAsync: (input: I) => Promise<unknown> },
  input: I,
): Promise<string> {
  const { current } = used(hook);
  return act(() => wordsOf(current.mutateAsync(input)));
}

const wordsOf = (call: Promise<unknown>) =>
  call.then(
    () => "It worked.",
    (error: Error) => error.message,
  );

const FIELDS = {
  name: "A",
  subject: "B",
  body: "<p>C</p>",
  dateFormat: "iso",
  timeFormat: "24hr",
} as const;
const FILES = { attachments: [] };
const DIRECT = { template_id: "t1", recipient: "ann@x.org", variables: {} };
const BULK = {
  mode: "manual" as const,
  template_id: "t1",
  subject: "",
  body: "",
  manual_recipients: "ann@x.org",
};
const control = () => useControlSend("s1", () => undefined);

describe("a failure that the server doesn't put into words", () => {
  it.each<
    [what: string, words: () => Promise<string | undefined>, refused: string, empty?: string]
  >([
    [
      "the templates",
      () => unread(useTemplates),
      "Could not load templates.",
      "Failed to fetch templates",
    ],
    [
      "a template",
      () => unread(() => useTemplate("t1")),
      "Could not load template details",
      "Failed to load template data.",
    ],
    [
      "a template in the editor",
      () => unread(() => useTemplateToEdit("t1", "editor")),
      "Could not load template data.",
      "Failed to load template data.",
    ],
    [
      "a new template",
      () => undone(useSaveTemplate, { id: null, fields: FIELDS }),
      "Could not save template.",
      "Failed to create/update template.",
    ],
    [
      "a changed template",
      () => undone(useSaveTemplate, { id: "t1", fields: FIELDS }),
      "Could not save template.",
      "Failed to create/update template.",
    ],
    ["deleting a template", () => undone(useDeleteTemplate, "t1"), "Could not delete template."],
    [
      "copying a template",
      () => undone(useDuplicateTemplate, "t1"),
      "Could not duplicate template.",
    ],
    [
      "deleting a file",
      () => undone(useDeleteAttachment, { id: "t1", storage_path: "users/u/templates/t1/a.txt" }),
      "Could not delete attachment.",
    ],
    [
      "a preview",
      () => unread(() => usePreview({ template_id: "t1", variables: {} })),
      "Failed to generate preview.",
      "Preview generation failed",
    ],
    [
      "Direct Send",
      () => wordsOf(beginSend("key-0001", { to: "send", input: DIRECT, files: FILES })),
      "Failed to send email(s) (invalid_input)",
      "Failed to send email(s) (bad_answer)",
    ],
    [
      "Bulk Send",
      () => wordsOf(beginSend("key-0001", { to: "send-bulk", input: BULK, files: FILES })),
      "Bulk send failed.",
    ],
    ["an email of a send", () => unread(() => useSendMail("s1", 1)), "Could not load this email."],
    [
      "the people of a send",
      () => undone(() => useReceivers("s1"), undefined),
      "Could not load the recipients of this send.",
    ],
    [
      "the people to correct",
      () => undone(() => useCorrections("s1"), undefined),
      "Could not load the recipients of this send.",
    ],
    ["pausing", () => undone(control, { control: "pause" }), "We couldn't pause the send."],
    ["resuming", () => undone(control, { control: "resume" }), "We couldn't resume the send."],
    ["canceling", () => undone(control, { control: "cancel" }), "We couldn't cancel the send."],
    [
      "deleting a send",
      () => undone(control, { control: "delete" }),
      "We couldn't delete the send.",
    ],
    [
      "moving",
      () => undone(control, { control: "move", startAt: "now" }),
      "We couldn't reschedule the send.",
    ],
    [
      "sending again",
      () => undone(control, { control: "retry", rows: [1], received: [] }),
      "We couldn't send the rows again.",
    ],
  ])("is put into the screen's own: %s", async (_what, words, refused, empty = refused) => {
    server.usual = REFUSED;
    server.send = REFUSED;
    expect(await words()).toBe(refused);
    server.usual = EMPTY;
    server.send = EMPTY;
    expect(await words()).toBe(empty);
  });

  it("is put into the screen's own: an upload", async () => {
    const uploads = fakeUploads();
    const { current } = used(useAddAttachment);
    const file = new File(["x"], "a.txt");
    const words = act(() =>
      wordsOf(current.mutateAsync({ id: "t1", file, onProgress: () => undefined })),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(400, { success: false });
    expect(await words).toBe("Upload failed.");
  });
});

describe("the configuration", () => {
  it("that is refused with 401 is no error", async () => {
    server.instead["GET /api/config"] = () =>
      json(401, { success: false, reason: "unauthorized", error: "Sign in." });
    const config = used(useConfig);
    await waitFor(() => expect(server.calls("/api/config").length).toBeGreaterThan(0));
    await waitFor(() => expect(config.current.isLoading).toBe(false));
    expect(config.current).toMatchObject({ error: null, config: null });
  });

  it("that doesn't come leaves the default limits", async () => {
    server.instead["GET /api/config"] = REFUSED;
    const config = used(useConfig);
    await waitFor(() =>
      expect(config.current.error?.message).toBe("Could not load configuration."),
    );
    expect(config.current.limits).toEqual({
      MAX_ATTACHMENTS_PER_EMAIL: 5,
      MAX_TOTAL_ATTACHMENT_SIZE_MB: 5,
      MAX_BODY_LENGTH: 10_000,
      MAX_MANUAL_RECIPIENTS: 100,
      MAX_CSV_RECIPIENTS: 1_000,
      MAX_TEMPLATES_PER_USER: 10,
      MAX_DIRECT_RECIPIENTS: 10,
      MAX_NAME_LENGTH: 100,
    });
  });

  it("that names some limits leaves the default of the others", async () => {
    server.config = {
      ...server.config,
      limits: { ...server.config.limits, MAX_CSV_RECIPIENTS: 2 },
    };
    const config = used(useConfig);
    await waitFor(() => expect(config.current.limits.MAX_CSV_RECIPIENTS).toBe(2));
    expect(config.current.limits.MAX_MANUAL_RECIPIENTS).toBe(100);
  });
});
