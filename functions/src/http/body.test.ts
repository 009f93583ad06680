import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { type Api, type Given, startApi } from "../../test/harness.ts";
import { type Endpoint, endpoint, idField, jsonField, lineOfText, success } from "../contract/endpoint.ts";
import { implementOpen } from "./implement.ts";

const received = z.object({
  input: z.unknown(),
  files: z.array(z.object({ field: z.string(), filename: z.string(), type: z.string(), text: z.string() })),
});
const echoed = success({ received });

const fields = z.object({
  name: lineOfText(20),
  count: z.number().int().max(9).optional(),
  kind: z.enum(["a", "b"]).optional(),
  list: z.array(z.string()).max(2).optional(),
  words: z.string().min(1, "Please fill in all fields.").optional(),
});
const json = endpoint({ method: "POST", path: "/api/json", auth: "none", input: fields, output: echoed });
const upload = endpoint({
  method: "POST",
  path: "/api/upload",
  auth: "none",
  files: { file: 1, many: 2 },
  input: z.object({ name: z.string(), values: jsonField(z.record(z.string(), z.string())).optional() }),
  output: echoed,
});
const byId = endpoint({
  method: "PUT",
  path: "/api/thing/:id",
  auth: "none",
  headers: { revision: "if-match" },
  input: z.object({ id: idField, revision: z.string().optional(), name: z.string().optional() }),
  output: echoed,
});
const query = endpoint({
  method: "GET",
  path: "/api/query",
  auth: "none",
  input: z.object({ after: z.string().optional() }),
  output: echoed,
});

let calls = 0;
const described: Endpoint[] = [json, upload, byId, query];
const echo = described.map((one) =>
  implementOpen(one, async ({ input, files }) => {
    calls += 1;
    const seen = files.map(({ field, filename, contentType, content }) => {
      return { field, filename, type: contentType, text: content.toString("utf8") };
    });
    return { success: true, received: { input, files: seen } };
  }),
);

let api: Api;
beforeAll(async () => {
  api = await startApi(echo);
});
afterAll(() => api.close());
beforeEach(() => {
  calls = 0;
});

const jsonType = { "content-type": "application/json" };
const multipart = { "content-type": "multipart/form-data; boundary=X" };
const part = (head: string, body: string) => `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

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
  ["a list", "/api/json", { json: [1] }, 400, "invalid_json", "The request body is not a valid JSON object."],
  ["null", "/api/json", { json: null }, 400, "invalid_json", "The request body is not a valid JSON object."],
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
    "2 MB and a byte",
    "/api/json",
    { json: { name: "x".repeat(2 * 1024 * 1024) } },
    413,
    "payload_too_large",
    "The request is too large (at most 2 MB).",
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
    "an urlencoded form",
    "/api/upload",
    { raw: "name=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "unsupported_media_type",
    "The request body must be multipart/form-data or application/json.",
  ],
  ["a number for text", "/api/json", { json: { name: 1 } }, 400, "invalid_input", '"name" must be text.'],
  ["null for text", "/api/json", { json: { name: null } }, 400, "invalid_input", '"name" must be text.'],
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
    "a sentence of the specification",
    "/api/json",
    { json: { name: "x", words: "" } },
    400,
    "invalid_input",
    "Please fill in all fields.",
  ],
  [
    "no boundary",
    "/api/upload",
    { raw: "x", headers: { "content-type": "multipart/form-data; a=b" } },
    400,
    "upload_broken",
    "The upload is broken or incomplete. Please try again.",
  ],
  [
    "an upload that ends half-way",
    "/api/upload",
    { raw: part('name="name"', "x") + part('name="file"; filename="a.txt"', "abc").slice(0, -2), headers: multipart },
    400,
    "upload_broken",
    "The upload is broken or incomplete. Please try again.",
  ],
  [
    "another boundary",
    "/api/upload",
    { raw: "--Y\r\n", headers: multipart },
    400,
    "upload_broken",
    "The upload is broken or incomplete. Please try again.",
  ],
  [
    "an unknown file part",
    "/api/upload",
    { form: { name: "x" }, files: [{ field: "__proto__", name: "a", content: "a" }] },
    400,
    "invalid_input",
    'The file part "__proto__" is not expected.',
  ],
  [
    "two files for one",
    "/api/upload",
    {
      form: { name: "x" },
      files: [
        { field: "file", name: "a", content: "a" },
        { field: "file", name: "b", content: "b" },
      ],
    },
    400,
    "attachment_limit",
    'At most 1 file can be sent as "file".',
  ],
  [
    "a field of 5 MB",
    "/api/upload",
    { form: { name: "x".repeat(5 * 1024 * 1024) } },
    413,
    "payload_too_large",
    "The request has too many or too large parts.",
  ],
  [
    "500 parts",
    "/api/upload",
    { raw: `${part('name="name"', "x").repeat(500)}--X--\r\n`, headers: multipart },
    413,
    "payload_too_large",
    "The request has too many or too large parts.",
  ],
  [
    "a field that is no JSON",
    "/api/upload",
    { form: { name: "x", values: "{" } },
    400,
    "invalid_input",
    '"values" is not valid JSON.',
  ],
  [
    "a field with the wrong JSON",
    "/api/upload",
    { form: { name: "x", values: '{"a":1}' } },
    400,
    "invalid_input",
    '"values.a" must be text.',
  ],
])("%s", async (_, path, given, status, reason, error) => {
  const answer = await api.request("POST", path, given);
  expect(answer).toMatchObject({ status, body: { success: false, reason, error } });
  expect(calls).toBe(0);
});

const got = async (method: string, path: string, given: Given) => {
  const answer = await api.request(method, path, given);
  expect(answer.status).toBe(200);
  return received.parse(answer.body.received);
};

test("a file's name is as it was, also where browsers had to write a quotation mark otherwise", async () => {
  const name = "a %22b%22 %0d%0A 100%.csv";
  const raw = `${part('name="name"', "x")}${part(`name="file"; filename="${name}"`, "")}--X--\r\n`;
  const [file] = (await got("POST", "/api/upload", { raw, headers: multipart })).files;
  expect(file?.filename).toBe('a "b" \r\n 100%.csv');
});

test("file names arrive in any script, and without their folders", async () => {
  const names = ["Übersicht.pdf", "日程表.pdf", "סדר יום.txt", "a;b=c.txt", "🙂.png"];
  for (const name of names) {
    const { files } = await got("POST", "/api/upload", {
      form: { name: "x" },
      files: [{ field: "file", name, content: "ä", type: "text/plain" }],
    });
    expect(files).toEqual([{ field: "file", filename: name, type: "text/plain", text: "ä" }]);
  }
  const raw = `${part('name="name"', "x")}${part('name="file"; filename="../../etc/passwd"', "")}--X--\r\n`;
  expect((await got("POST", "/api/upload", { raw, headers: multipart })).files[0]?.filename).toBe("passwd");
});

test("an empty file input is no file; an empty file is one", async () => {
  const raw = `${part('name="name"', "x")}${part('name="file"; filename=""', "")}${part('name="many"; filename="a"', "")}--X--\r\n`;
  const { files } = await got("POST", "/api/upload", { raw, headers: multipart });
  expect(files.map(({ filename }) => filename)).toEqual(["a"]);
});

test("an upload without files may come as JSON; a type that is none is none", async () => {
  const asJson = await got("POST", "/api/upload", { json: { name: "x", values: '{"a":"b"}' } });
  expect(asJson).toEqual({ input: { name: "x", values: { a: "b" } }, files: [] });
  const { files } = await got("POST", "/api/upload", {
    form: { name: "x" },
    files: [{ field: "file", name: "a", content: "a", type: "text/html<script>" }],
  });
  expect(files[0]?.type).toBe("text/plain");
});

test("what the schema does not name is dropped, __proto__ above all", async () => {
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

test.each(["/api/thing/a%2Fb", "/api/thing/a.b", `/api/thing/${"a".repeat(129)}`, "/api/thing/%00"])(
  "%s names nothing",
  async (path) => {
    expect(await api.request("PUT", path, { json: {} })).toMatchObject({ status: 404, body: { reason: "not_found" } });
  },
);

test("a query is input where there is no body; given twice it is refused", async () => {
  expect((await got("GET", "/api/query?after=5", {})).input).toEqual({ after: "5" });
  const twice = await api.request("GET", "/api/query?after=1&after=2");
  expect(twice).toMatchObject({ status: 400, body: { error: '"after" must be text.' } });
});

test("a connection that breaks half-way through an upload reaches no handler", async () => {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipart["content-type"]}\r\nContent-Length: 9000\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(head + part('name="name"', "x"), () => resolve()));
  socket.destroy();
  expect((await got("POST", "/api/json", { json: { name: "after" } })).input).toEqual({ name: "after" });
  expect(calls).toBe(1);
});
