import { expect, it } from "vitest";
import { withFunctionsLog } from "./functionsLog.ts";

const stories = { passed: 3, failed: 0, failures: [] };

it("passes a log that holds neither people nor errors that nobody handled", () => {
  const log = 'i  functions: Beginning execution\n>  {"severity":"ERROR","message":"request failed"}';
  expect(withFunctionsLog(stories, "firebase.log", log)).toEqual({ passed: 6, failed: 0, failures: [] });
});

it("says where a function ended by an error that nobody handled", () => {
  const line = '>  {"severity":"ERROR","message":"Unhandled error Error [ERR_MODULE_NOT_FOUND]: Cannot find module"}';
  expect(withFunctionsLog(stories, "firebase.log", `i  functions: Beginning execution\n${line}`)).toEqual({
    passed: 5,
    failed: 1,
    failures: [
      {
        place: "firebase.log:2",
        name: "No function ends by an error that nobody handled",
        why: expect.stringContaining("ERR_MODULE_NOT_FOUND"),
      },
    ],
  });
});

it("is not content with a log in which no function began: it is another, or empty", () => {
  expect(withFunctionsLog(stories, "firebase.log", "")).toMatchObject({
    ...{ passed: 5, failed: 1 },
    failures: [{ name: "The functions have written this log", why: "No function began in it: nothing was searched." }],
  });
});

it("says where an address stands", () => {
  const log = '>  {"message":"to ann@example.org"}\ni  functions: Beginning execution';
  const { failed, failures } = withFunctionsLog(stories, "firebase.log", log);
  expect(failed).toBe(1);
  expect(failures).toMatchObject([{ place: "firebase.log:1", name: "Nothing personal is logged" }]);
});
