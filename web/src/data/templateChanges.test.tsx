import type { TemplateFields } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { fileHashOf } from "../lib/fileHash.ts";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken, FakeServer } from "../testing/fakeServer.ts";
import { aTemplate } from "../testing/templateFactories.ts";
import { useSaveTemplate, useTemplateOfSend } from "./templateChanges.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const FIELDS: TemplateFields = {
  name: "Reminder",
  subject: "Soon",
  body: "<p>Dear all</p>",
  dateFormat: "iso",
  timeFormat: "24hr",
};
const aFile = (name: string, content = name) => new File([content], name);
/** A stored file of the template that the server made. */
const storedFile = async (file: File) => ({
  original_filename: file.name,
  storage_path: file.name,
  size: file.size,
  content_type: "text/plain",
  hash: await fileHashOf(file),
});
const made = aTemplate({ id: "t2", name: "Reminder", subject: "Soon", revision: "9" });
const CREATE = "POST /api/templates";

let server: FakeServer;

beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  server = new FakeServer();
  server.instead["PUT /api/template/t2"] = () =>
    json(200, { success: true, template: { ...made, revision: "10" } });
  checkSession();
  await waitFor(() => expect(session().isAuthenticated).toBe(true));
});
/** A hook on a page of its own. */
function used<T>(hook: () => T) {
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
}
/** The saves of one editor of a new template. */
function inEditor() {
  const result = used(useSaveTemplate);
  return (fields = FIELDS, files: File[] = []) =>
    act(() => result.current.mutateAsync({ id: null, fields, files }));
}
/** The calls that change something, in order. */
const changes = () => server.asked.filter(({ method }) => method !== "GET");
const keys = () => changes().map(({ headers }) => headers["idempotency-key"]);
const answered = (template = made) => json(201, { success: true, template });
const NO_ANSWER = { reason: "no_answer" };

it("a creation whose answer is lost is asked for once more, with its key", async () => {
  server.instead[CREATE] = () => (changes().length === 1 ? broken() : answered());
  const save = inEditor();
  expect((await save()).template.id).toBe("t2");
  const [first, ...others] = keys();
  expect(first).toMatch(/^[\w-]{8,64}$/);
  expect(others).toEqual([first]);
});

it("after a lost answer, the next save brings the template that was made up to date, with its files", async () => {
  server.instead[CREATE] = broken;
  const [kept, removed, changed] = [aFile("kept.txt"), aFile("gone.txt"), aFile("a.txt", "old")];
  const attachments = await Promise.all([kept, removed, changed].map(storedFile));
  const save = inEditor();
  await expect(save(FIELDS, [kept, removed, changed])).rejects.toMatchObject(NO_ANSWER);
  server.instead[CREATE] = () => answered({ ...made, attachments });
  const uploaded: string[] = [];
  server.instead["POST /api/template/t2/attachments"] = async ({ body }) => {
    const file = (body as FormData).get("file") as File;
    uploaded.push(`${file.name}: ${await file.text()}`);
    return json(200, { success: true, attachment: await storedFile(file) });
  };
  server.instead["DELETE /api/template/t2/attachments"] = () => json(200, { success: true });
  const fields = { ...FIELDS, body: "<p>Dear both</p>" };
  const files = [kept, aFile("a.txt", "new"), aFile("b.txt")];
  expect((await save(fields, files)).template.revision).toBe("10");
  expect(uploaded).toEqual(["a.txt: new", "b.txt: b.txt"]);
  const [, , again, ...rest] = changes();
  expect(again?.headers["idempotency-key"]).toBe(keys()[0]);
  const deleted = rest.filter(({ method }) => method === "DELETE").map(({ body }) => body);
  expect(deleted).toEqual(["gone.txt", "a.txt"].map((path) => `{"storage_path":"${path}"}`));
  const put = rest.at(-1);
  expect([put?.method, put?.url]).toEqual(["PUT", "/api/template/t2"]);
  expect(put?.headers["if-match"]).toContain("9");
  expect(put?.body).toContain("Dear both");
});

it("a refused creation made nothing: the next save has another key, and only creates", async () => {
  server.instead[CREATE] = () =>
    json(400, { success: false, reason: "invalid_input", error: "No." });
  const save = inEditor();
  await expect(save()).rejects.toMatchObject({ reason: "invalid_input" });
  server.instead[CREATE] = () => answered();
  expect((await save()).template.id).toBe("t2");
  expect(new Set(keys()).size).toBe(2);
});

it("a lost template of one send isn't taken for another send's", async () => {
  const of = (id: string) => `POST /api/sends/${id}/template`;
  for (const id of ["s1", "s2"]) server.instead[of(id)] = broken;
  const result = used(useTemplateOfSend);
  const make = (id: string) => act(() => result.current.mutateAsync(id));
  await expect(make("s1")).rejects.toMatchObject(NO_ANSWER);
  await expect(make("s2")).rejects.toMatchObject(NO_ANSWER);
  server.instead[of("s1")] = () => json(201, { success: true, template: made, skipped: [] });
  await make("s1");
  const [first, , third] = keys();
  expect(keys()).toEqual([first, first, third, third, first]);
  expect(third).not.toBe(first);
});
