import { expect, it, test } from "vitest";
import { withFunctionsLog } from "./functionsLog.ts";

const stories = { passed: 3, failed: 0, report: "" };
const BEGINNING = "i  functions: Beginning execution";
const LINE = '>  {"severity":"WARNING","message":"request refused","request_id":"476aff36","reason":"invalid_input"}';
const checked = (...lines: string[]) => withFunctionsLog(stories, "firebase.log", [BEGINNING, ...lines].join("\n"));

test.each([
  ['>  {"message":"no grant for ada@example.com"}', "an address"],
  [">  GET /api/x?to=ada%40example.co.uk", "an address"],
  [">  ADA@EXAMPLE.COM", "an address"],
  ["i  hosting: 127.0.0.1 GET /app?details=ada@example.com", "an address"],
  [">  local@demo-sendwright.iam.gserviceaccount.com for ada@example.com", "an address"],
  [">  Bearer eyJhbGciOiJub25lIn0.eyJuYW1lIjoiQWRhIn0.", "a token"],
  [">  refresh eyJfQXV0aEVtdWxhdG9yUmVmcmVzaFRva2VuIjoiRE8g", "a token"],
  ['>  {"access_token":"ya29.a0AfB_byDq3hJ2x0QvR8T7kLmN"}', "a token of Google's"],
  [">  refresh_token=1%2F%2F0gq3hJ2x0QvR8T7kLmNa0AfB", "a token of Google's"],
  [">  with 1//0gq3hJ2x0QvR8T7kLmNa0AfB", "a token of Google's"],
  [">  ?code=4/0AfB_byDq3hJ2x0QvR8T7kLmN", "a token of Google's"],
  ["\u001b[90m>\u001b[39m  Ada.Lovelace+x@example.org", "an address"],
])("%s holds %s", (line, what) => {
  const { passed, failed, report } = checked(LINE, line);
  expect([passed, failed]).toEqual([5, 1]);
  expect(report).toContain(`firebase.log:3  Nothing personal is logged\n   It holds ${what}: `);
});

test.each([
  LINE,
  ">  at /work/node_modules/@google-cloud/storage/build/file.js:12",
  ">  GET /api/sends/4/0 took 1//0 of 14/0123456789012345678901",
  ">  yazl@3.3.1 local@demo-sendwright.iam.gserviceaccount.com",
  'i  hosting: 127.0.0.1 - - [22/Nov/2026:12:00:00 +0000] "GET /api/sends/4-0a HTTP/1.1" 200 312 "-" "Chrome/142.0"',
])("%s holds nothing", (line) => {
  expect(checked(line)).toEqual({ passed: 6, failed: 0, report: "" });
});

it("says where a function ended by an unhandled error, beside what the stories said", () => {
  const line = '>  {"severity":"ERROR","message":"Unhandled error Error [ERR_MODULE_NOT_FOUND]: Cannot find module"}';
  const red = { passed: 2, failed: 1, report: "1) a story" };
  const { passed, failed, report } = withFunctionsLog(red, "firebase.log", `${BEGINNING}\n${line}`);
  expect([passed, failed]).toEqual([4, 2]);
  expect(report).toMatch(/^1\) a story\nfirebase\.log:2 {2}No function ends by .*\n.*ERR_MODULE_NOT_FOUND/);
});

it("is not content with a log in which no function began: it is another, or empty", () => {
  expect(withFunctionsLog(stories, "firebase.log", "")).toMatchObject({ passed: 5, failed: 1 });
});
