import { endpoint, jsonField, success } from "@sendwright/core/contract/endpoint";
import { PAGE_OUTDATED } from "@sendwright/core/contract/messages";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { type Api, type Given, startApi } from "../../test/harness.ts";
import { openRoute } from "./route.ts";

// Counting needs the database.
vi.mock("./rateLimit.ts", () => import("../../test/callCounts.ts"));

const shared = { method: "POST", auth: "none", output: success({}) } as const;
const removed = ["skip_rows", "list_file"];
const name = z.string().max(20);
const ofSending = endpoint({
  ...{ ...shared, removed, path: "/api/sending", rate: "sends", files: { attachments: 1 } },
  input: z.object({ name, values: jsonField(z.object({}).loose()).optional() }),
});
const ofWriting = endpoint({ ...shared, removed, path: "/api/writing", rate: "settings", input: z.object({ name }) });
const ofReading = endpoint({
  ...{ ...shared, removed, method: "GET", path: "/api/reading", rate: "demo_previews" },
  input: z.object({ name }),
});

const handler = vi.fn(async () => ({ success: true }) as const);
let api: Api;
beforeAll(async () => {
  api = await startApi([openRoute(ofSending, handler), openRoute(ofWriting, handler), openRoute(ofReading, handler)]);
});
afterAll(() => api.close());
beforeEach(() => void handler.mockClear());

const file = { field: "list_file", name: "a.csv", content: "a" };

test.each<[string, string, string, Given, string]>([
  ["a removed field as JSON", "POST", "/api/sending", { json: { name: "x", skip_rows: [1] } }, "skip_rows"],
  ["a removed field of a form", "POST", "/api/sending", { form: { name: "x", skip_rows: "[1]" } }, "skip_rows"],
  ["a removed field, left blank", "POST", "/api/sending", { form: { name: "x", skip_rows: "" } }, "skip_rows"],
  ["a removed file", "POST", "/api/sending", { form: { name: "x" }, files: [file] }, "list_file"],
  [
    "a removed field of a call that sends nothing",
    "POST",
    "/api/writing",
    { json: { name: "x", skip_rows: 1 } },
    "skip_rows",
  ],
  ["a removed field of an address", "GET", "/api/reading?name=x&skip_rows=1", {}, "skip_rows"],
  ["a removed field and other faults", "POST", "/api/sending", { json: { name: 1, skip_rows: [1] } }, "skip_rows"],
  [
    "an option that this version doesn't know yet",
    "POST",
    "/api/sending",
    { json: { name: "x", leave_out: ["a"] } },
    "leave_out",
  ],
  ["the same in a form", "POST", "/api/sending", { form: { name: "x", leave_out: "a" } }, "leave_out"],
])("%s is refused, and nothing is done", async (_, method, path, given, field) => {
  expect(await api.request(method, path, given)).toMatchObject({
    status: 409,
    body: { success: false, reason: "page_outdated", error: PAGE_OUTDATED, field },
  });
  expect(handler).not.toHaveBeenCalled();
});

test.each<[string, string, string, Given]>([
  [
    "that changes something, but decides nothing about mail",
    "POST",
    "/api/writing",
    { json: { name: "x", leave_out: 1 } },
  ],
  ["that reads", "GET", "/api/reading?name=x&leave_out=1", {}],
])("a call %s ignores a field that it doesn't know", async (_, method, path, given) => {
  expect(await api.request(method, path, given)).toMatchObject({ status: 200 });
  expect(handler).toHaveBeenCalledWith(expect.objectContaining({ input: { name: "x" } }));
});

test("a removed name never gets a new meaning", () => {
  const again = (input: z.ZodObject, files = {}) =>
    endpoint({ ...shared, removed, path: "/", rate: "sends", input, files });
  expect(() => again(z.object({ skip_rows: z.string().max(1) }))).toThrow(/skip_rows/);
  expect(() => again(z.object({}), { list_file: 1 })).toThrow(/list_file/);
});
