import { Readable } from "node:stream";
import { endpoint, jsonField, success } from "@sendwright/core/contract/endpoint";
import { PAGE_OUTDATED } from "@sendwright/core/contract/messages";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { echo, echoOf, handled } from "../../test/echo.ts";
import { type Api, type Given, startApi } from "../../test/harness.ts";
import { receiveBody, USER_BODY } from "./rawBody.ts";
import { openRoute } from "./route.ts";

// Counting needs the database.
vi.mock("./rateLimit.ts", () => import("../../test/callCounts.ts"));

let api: Api;
beforeAll(async () => {
  api = await startApi(echo);
});
afterAll(() => api.close());
beforeEach(() => {
  handled();
});

const jsonType = { "content-type": "application/json" };

test.each<[string, string, Given, number, string, string]>([
  ["no body", "/api/json", {}, 400, "invalid_input", '"name" is missing.'],
  [
    "half a JSON",
    "/api/json",
    { raw: '{"name":', headers: jsonType },
    400,
    "invalid_json",
    "The request body is not a valid JSON object.",
  ],
  [
    "a list",
    "/api/json",
    { json: [1] },
    400,
    "invalid_json",
    "The request body is not a valid JSON object.",
  ],
  [
    "null",
    "/api/json",
    { json: null },
    400,
    "invalid_json",
    "The request body is not a valid JSON object.",
  ],
  [
    "bytes that are no UTF-8",
    "/api/json",
    { raw: Uint8Array.of(0x7b, 0xff, 0x7d), headers: jsonType },
    400,
    "invalid_json",
    "The request body is not a valid JSON object.",
  ],
  [
    "half a character",
    "/api/json",
    { raw: '{"name":"\\ud800"}', headers: jsonType },
    400,
    "invalid_json",
    "The request body is not a valid JSON object.",
  ],
  [
    "2 MB, which are read, with a long name",
    "/api/json",
    { json: { name: "x".repeat(2 * 1024 * 1024 - '{"name":""}'.length) } },
    400,
    "invalid_input",
    '"name" must not be longer than 20 characters.',
  ],
  [
    "2 MB and a byte",
    "/api/json",
    { json: { name: "x".repeat(2 * 1024 * 1024 - '{"name":""}'.length + 1) } },
    413,
    "payload_too_large",
    "This upload is too large (at most 2 MB).",
  ],
  [
    "text",
    "/api/json",
    { raw: "hello", headers: { "content-type": "text/plain" } },
    415,
    "unsupported_media_type",
    "The request body must be application/json.",
  ],
  [
    "a form where JSON is due",
    "/api/json",
    { form: { name: "x" } },
    415,
    "unsupported_media_type",
    "The request body must be application/json.",
  ],
  [
    "a number for text",
    "/api/json",
    { json: { name: 1 } },
    400,
    "invalid_input",
    '"name" must be text.',
  ],
  [
    "null for text",
    "/api/json",
    { json: { name: null } },
    400,
    "invalid_input",
    '"name" must be text.',
  ],
  [
    "text for a number",
    "/api/json",
    { json: { name: "x", count: "1" } },
    400,
    "invalid_input",
    '"count" must be a number.',
  ],
  [
    "half a number",
    "/api/json",
    { json: { name: "x", count: 1.5 } },
    400,
    "invalid_input",
    '"count" must be a whole number.',
  ],
  [
    "a number too many",
    "/api/json",
    { json: { name: "x", count: 10 } },
    400,
    "invalid_input",
    '"count" must be at most 9.',
  ],
  [
    "a line break",
    "/api/json",
    { json: { name: "a\r\nBcc: b" } },
    400,
    "invalid_input",
    '"name" must not contain line breaks or control characters.',
  ],
  [
    "21 characters",
    "/api/json",
    { json: { name: "x".repeat(21) } },
    400,
    "invalid_input",
    '"name" must not be longer than 20 characters.',
  ],
  [
    "another word",
    "/api/json",
    { json: { name: "x", kind: "c" } },
    400,
    "invalid_input",
    '"kind" must be one of: a, b.',
  ],
  [
    "three of two",
    "/api/json",
    { json: { name: "x", list: ["", "", ""] } },
    400,
    "invalid_input",
    '"list" must not have more than 2 entries.',
  ],
  [
    "a number in a list",
    "/api/json",
    { json: { name: "x", list: [1] } },
    400,
    "invalid_input",
    '"list.0" must be text.',
  ],
  [
    "a fixed sentence",
    "/api/json",
    { json: { name: "x", words: "" } },
    400,
    "invalid_input",
    "Please fill in all fields.",
  ],
])("refuses %s", async (_, path, given, status, reason, error) => {
  const answer = await api.request("POST", path, given);
  expect(answer).toMatchObject({ status, body: { success: false, reason, error } });
  expect(handled()).toBe(0);
});

const got = (method: string, path: string, given: Given) => echoOf(api, method, path, given);

test("fields that the schema doesn't name are dropped, even __proto__", async () => {
  const raw = '{"name":"x","__proto__":{"kind":"b"},"constructor":1}';
  expect((await got("POST", "/api/json", { raw, headers: jsonType })).input).toEqual({ name: "x" });
});

test("path and headers are input; the path wins over the body", async () => {
  const { input } = await got("PUT", "/api/thing/a1", {
    json: { id: "other", name: "x", revision: "2" },
    headers: { "if-match": '"1"' },
  });
  expect(input).toEqual({ id: "a1", name: "x", revision: '"1"' });
});

test.each([
  "/api/thing/a%2Fb",
  "/api/thing/a.b",
  `/api/thing/${"a".repeat(129)}`,
  "/api/thing/%00",
])("%s names nothing", async (path) => {
  expect(await api.request("PUT", path, { json: {} })).toMatchObject({
    status: 404,
    body: { reason: "not_found" },
  });
});

test("a query is input where there is no body; given twice it is refused", async () => {
  expect((await got("GET", "/api/query?after=5", {})).input).toEqual({ after: "5" });
  const twice = await api.request("GET", "/api/query?after=1&after=2");
  expect(twice).toMatchObject({ status: 400, body: { error: '"after" must be text.' } });
});

describe("other versions", () => {
  // Counting needs the database.

  const shared = { method: "POST", auth: "none", output: success({}) } as const;
  const removed = ["skip_rows", "list_file"];
  const name = z.string().check(z.maxLength(20));
  const ofSending = endpoint({
    ...shared,
    removed,
    path: "/api/sending",
    rate: "sends",
    files: { attachments: 1 },
    input: z.object({ name, values: z.optional(jsonField(z.looseObject({}))) }),
  });
  const ofWriting = endpoint({
    ...shared,
    removed,
    path: "/api/writing",
    rate: "settings",
    input: z.object({ name }),
  });
  const ofReading = endpoint({
    ...shared,
    removed,
    method: "GET",
    path: "/api/reading",
    rate: "demo_previews",
    input: z.object({ name }),
  });

  const handler = vi.fn(async () => ({ success: true }) as const);
  let api: Api;
  beforeAll(async () => {
    api = await startApi([
      openRoute(ofSending, handler),
      openRoute(ofWriting, handler),
      openRoute(ofReading, handler),
    ]);
  });
  afterAll(() => api.close());
  beforeEach(() => void handler.mockClear());

  const file = { field: "list_file", name: "a.csv", content: "a" };

  test.each<[string, string, string, Given, string]>([
    [
      "a removed field as JSON",
      "POST",
      "/api/sending",
      { json: { name: "x", skip_rows: [1] } },
      "skip_rows",
    ],
    [
      "a removed field of a form",
      "POST",
      "/api/sending",
      { form: { name: "x", skip_rows: "[1]" } },
      "skip_rows",
    ],
    [
      "a removed field, left blank",
      "POST",
      "/api/sending",
      { form: { name: "x", skip_rows: "" } },
      "skip_rows",
    ],
    ["a removed file", "POST", "/api/sending", { form: { name: "x" }, files: [file] }, "list_file"],
    [
      "a removed field of a call that sends nothing",
      "POST",
      "/api/writing",
      { json: { name: "x", skip_rows: 1 } },
      "skip_rows",
    ],
    ["a removed field of an address", "GET", "/api/reading?name=x&skip_rows=1", {}, "skip_rows"],
    [
      "a removed field and other faults",
      "POST",
      "/api/sending",
      { json: { name: 1, skip_rows: [1] } },
      "skip_rows",
    ],
    [
      "an option that this version doesn't know yet",
      "POST",
      "/api/sending",
      { json: { name: "x", leave_out: ["a"] } },
      "leave_out",
    ],
    [
      "the same in a form",
      "POST",
      "/api/sending",
      { form: { name: "x", leave_out: "a" } },
      "leave_out",
    ],
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
    const again = (input: z.ZodMiniObject, files = {}) =>
      endpoint({ ...shared, removed, path: "/", rate: "sends", input, files });
    expect(() => again(z.object({ skip_rows: z.string().check(z.maxLength(1)) }))).toThrow(
      /skip_rows/,
    );
    expect(() => again(z.object({}), { list_file: 1 })).toThrow(/list_file/);
  });
});

test("a body whose client left before its call began isn't waited for", async () => {
  const request = Object.assign(new Readable({ read: () => {} }), { get: () => undefined });
  request.destroy();
  const received = receiveBody({ body: "json" }, request as never, USER_BODY, {
    caller: "ada",
    network: "ada",
  });
  await expect(received).rejects.toMatchObject({ reason: "upload_broken" });
});
