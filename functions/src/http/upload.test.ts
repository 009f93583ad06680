import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { echo, echoOf, handled, multipart, part } from "../../test/echo.ts";
import { type Api, type Given, startApi } from "../../test/harness.ts";

// Counting needs the database.
vi.mock("./rateLimit.ts", () => import("../../test/callCounts.ts"));

const MB = 1024 * 1024;

let api: Api;
beforeAll(async () => {
  api = await startApi(echo);
});
afterAll(() => api.close());
beforeEach(() => {
  handled();
});

test.each<[string, string, Given, number, string, string]>([
  [
    "an urlencoded form",
    "/api/upload",
    { raw: "name=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "unsupported_media_type",
    "The request body must be multipart/form-data or application/json.",
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
    {
      raw: part('name="name"', "x") + part('name="file"; filename="a.txt"', "abc").slice(0, -2),
      headers: multipart,
    },
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
    'The form has an unexpected file part "__proto__".',
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
    'You can send at most 1 file as "file".',
  ],
  [
    "a field of 3 MB",
    "/api/upload",
    { form: { name: "x".repeat(3 * MB) } },
    413,
    "payload_too_large",
    "The text in this form is too long (at most 2 MB, not counting files).",
  ],
  [
    "two fields of 1.5 MB",
    "/api/upload",
    { form: { name: "x".repeat(1.5 * MB), values: "x".repeat(1.5 * MB) } },
    413,
    "payload_too_large",
    "The text in this form is too long (at most 2 MB, not counting files).",
  ],
  [
    "500 parts",
    "/api/upload",
    { raw: `${part('name="name"', "x").repeat(500)}--X--\r\n`, headers: multipart },
    413,
    "payload_too_large",
    "This upload is too large. Choose fewer or smaller files.",
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
  expect(handled()).toBe(0);
});

const got = (method: string, path: string, given: Given) => echoOf(api, method, path, given);

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
  expect((await got("POST", "/api/upload", { raw, headers: multipart })).files[0]?.filename).toBe(
    "passwd",
  );
});

test("a file's name is as it was, also where browsers had to write a quotation mark otherwise", async () => {
  const name = "a %22b%22 %0d%0A 100%.csv";
  const raw = `${part('name="name"', "x")}${part(`name="file"; filename="${name}"`, "")}--X--\r\n`;
  const [file] = (await got("POST", "/api/upload", { raw, headers: multipart })).files;
  expect(file?.filename).toBe('a "b" \r\n 100%.csv');
});

test("an empty file input is no file; an empty file is one", async () => {
  const raw = `${part('name="name"', "x")}${part('name="file"; filename=""', "")}${part('name="many"; filename="a"', "")}--X--\r\n`;
  const { files } = await got("POST", "/api/upload", { raw, headers: multipart });
  expect(files.map(({ filename }) => filename)).toEqual(["a"]);
});

test("an upload without files may come as JSON; an invalid type counts as none", async () => {
  const asJson = await got("POST", "/api/upload", { json: { name: "x", values: '{"a":"b"}' } });
  expect(asJson).toEqual({ input: { name: "x", values: { a: "b" } }, files: [] });
  const { files } = await got("POST", "/api/upload", {
    form: { name: "x" },
    files: [{ field: "file", name: "a", content: "a", type: "text/html<script>" }],
  });
  expect(files[0]?.type).toBe("text/plain");
});

test("a connection that breaks half-way through an upload reaches no handler", async () => {
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: ${multipart["content-type"]}\r\nContent-Length: 9000\r\n\r\n`;
  await new Promise<void>((resolve) =>
    socket.write(head + part('name="name"', "x"), () => resolve()),
  );
  socket.destroy();
  expect((await got("POST", "/api/json", { json: { name: "after" } })).input).toEqual({
    name: "after",
  });
  expect(handled()).toBe(1);
});
