import type { TemplateFields } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken, FakeServer } from "../testing/fakeServer.ts";
import { aTemplate } from "../testing/templateFactories.ts";
import { useSaveTemplate } from "./templateChanges.ts";
import { useTemplates } from "./templateQueries.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const FIELDS: TemplateFields = {
  name: "Reminder",
  subject: "Soon",
  body: "<p>Dear all</p>",
  dateFormat: "iso",
  timeFormat: "24hr",
};
const made = aTemplate({ id: "t2", name: "Reminder", subject: "Soon", revision: "9" });

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
/** The list and the save of one screen. */
async function onScreen() {
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ list: useTemplates(), save: useSaveTemplate() }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  return (fields = FIELDS) => act(() => result.current.save.mutateAsync({ id: null, fields }));
}
const creations = () => server.calls("/api/templates").filter(({ method }) => method === "POST");
/** What the server does with a creation. */
const onCreate = (answer: () => Response | Promise<Response>) => {
  server.instead["POST /api/templates"] = answer;
};

it("a creation whose answer is lost is found in the list", async () => {
  onCreate(() => {
    server.templates.push(made);
    return broken();
  });
  const save = await onScreen();
  expect((await save()).template.id).toBe("t2");
  expect(creations()).toHaveLength(1);
});

it("if the server can't be reached, the next save changes the template that was made, and makes no second one", async () => {
  onCreate(() => {
    server.templates.push(made);
    server.instead["GET /api/templates"] = broken;
    return broken();
  });
  const save = await onScreen();
  await expect(save()).rejects.toMatchObject({ reason: "no_answer" });
  delete server.instead["GET /api/templates"];
  expect((await save({ ...FIELDS, body: "<p>Dear both</p>" })).template.id).toBe("t2");
  expect(creations()).toHaveLength(1);
  const put = server.asked.find(({ method }) => method === "PUT");
  expect(put?.url).toBe("/api/template/t2");
  expect(put?.headers["if-match"]).toContain("9");
});

it("if the creation failed, the next save creates the template", async () => {
  onCreate(broken);
  const save = await onScreen();
  await expect(save()).rejects.toMatchObject({ reason: "no_answer" });
  onCreate(() => json(201, { success: true, template: made }));
  expect((await save()).template.id).toBe("t2");
  expect(creations()).toHaveLength(2);
});

it("an older template of the same name isn't mistaken for it", async () => {
  onCreate(broken);
  const save = await onScreen();
  await expect(save({ ...FIELDS, name: "Invitation" })).rejects.toMatchObject({
    reason: "no_answer",
  });
  expect(server.asked.some(({ url }) => url === "/api/template/t1")).toBe(false);
});
