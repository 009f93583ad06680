import type { TemplateFields } from "@sendwright/functions/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { fakeApi, json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken } from "../testing/sendServer.ts";
import { aListItem, aTemplate } from "../testing/templates.ts";
import { useSaveTemplate, useTemplates } from "./templates.ts";

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

let seen: Seen[];
let isMade: boolean;
let canBeAsked: boolean;
let onCreate: () => Response | Promise<Response>;

beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  [isMade, canBeAsked] = [false, true];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  seen = fakeApi(({ method, url }) => {
    if (method === "POST") return onCreate();
    if (!canBeAsked) return broken();
    if (method === "PUT") return json(200, { success: true, template: { ...made, revision: "10" } });
    if (url === "/api/template/t2") return json(200, { success: true, template: made });
    const all = [aListItem(), ...(isMade ? [aListItem({ id: "t2", name: "Reminder" })] : [])];
    return json(200, { success: true, templates: all });
  });
  checkSession();
  await waitFor(() => expect(session().isAuthenticated).toBe(true));
});
/** The list and the save of one screen. */
async function onScreen() {
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ list: useTemplates(), save: useSaveTemplate() }), { wrapper });
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  return (fields = FIELDS) => act(() => result.current.save.mutateAsync({ id: null, fields }));
}
const creations = () => seen.filter(({ method, url }) => method === "POST" && url === "/api/templates");

it("a creation whose answer is lost is found in the list", async () => {
  onCreate = () => {
    isMade = true;
    return broken();
  };
  const save = await onScreen();
  expect((await save()).id).toBe("t2");
  expect(creations()).toHaveLength(1);
});

it("when nobody can be asked, the next save goes into the template that was made, and makes no second one", async () => {
  onCreate = () => {
    [isMade, canBeAsked] = [true, false];
    return broken();
  };
  const save = await onScreen();
  await expect(save()).rejects.toMatchObject({ reason: "no_answer" });
  canBeAsked = true;
  expect((await save({ ...FIELDS, body: "<p>Dear both</p>" })).id).toBe("t2");
  expect(creations()).toHaveLength(1);
  const put = seen.find(({ method }) => method === "PUT");
  expect(put?.url).toBe("/api/template/t2");
  expect(put?.headers["if-match"]).toContain("9");
});

it("what was not made is made by the next save", async () => {
  onCreate = broken;
  const save = await onScreen();
  await expect(save()).rejects.toMatchObject({ reason: "no_answer" });
  onCreate = () => json(201, { success: true, template: made });
  expect((await save()).id).toBe("t2");
  expect(creations()).toHaveLength(2);
});

it("another template of the same name that was there before is not taken for it", async () => {
  onCreate = broken;
  const save = await onScreen();
  await expect(save({ ...FIELDS, name: "Invitation" })).rejects.toMatchObject({ reason: "no_answer" });
  expect(seen.some(({ url }) => url === "/api/template/t1")).toBe(false);
});
