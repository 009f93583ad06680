import { expect, test, vi } from "vitest";
import * as z from "zod";
import { parseDocument, readableOf, UnreadableDocument } from "./documentSchema.ts";

const schema = z.object({ state: z.enum(["queued", "done"]), counts: z.object({ total: z.number() }) });

/** The log's output; the logger took the console's methods when it was loaded. */
function logged(): () => string {
  const stderr: NodeJS.WriteStream = Reflect.get(console, "_stderr");
  const write = vi.spyOn(stderr, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([line]) => String(line)).join("");
}

test("a document matches its schema, without unknown fields", () => {
  const data = { state: "done", counts: { total: 2 }, later: "version" };
  expect(parseDocument(schema, "sends/a", data)).toEqual({ state: "done", counts: { total: 2 } });
});

test("if one doesn't match, the log names its path and fields, never their contents", () => {
  const log = logged();
  const data = { state: "ann@example.com", counts: { total: "Dear Ann" } };
  expect(() => parseDocument(schema, "sends/a", data)).toThrow(UnreadableDocument);
  expect(JSON.parse(log())).toMatchObject({
    severity: "ERROR",
    message: "a document cannot be read",
    document: "sends/a",
    fields: ["state", "counts"],
  });
  expect(log()).not.toMatch(/ann@|dear/i);
});

test("an unreadable document doesn't stop others from being read; every other error is thrown", () => {
  logged();
  const documents = [{ state: "done", counts: { total: 1 } }, {}, { state: "queued", counts: { total: 2 } }];
  const read = readableOf(documents, (data) => parseDocument(schema, "sends/a", data));
  expect(read.map(({ state }) => state)).toEqual(["done", "queued"]);
  const fail = () => {
    throw new TypeError("other");
  };
  expect(() => readableOf(documents, fail)).toThrow(TypeError);
});
