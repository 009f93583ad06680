import { describe, expect, it, test, vi } from "vitest";
import * as z from "zod";
import { logged } from "../../test/logged.ts";
import { untilUndisturbed } from "./changeDocument.ts";
import { parseDocument, readableOf, UnreadableDocument } from "./documentSchema.ts";

vi.mock("firebase-functions/logger", () => import("../../test/logged.ts"));

const schema = z.object({
  state: z.enum(["queued", "done"]),
  counts: z.object({ total: z.number() }),
});

test("a document matches its schema, without unknown fields", () => {
  const data = { state: "done", counts: { total: 2 }, later: "version" };
  expect(parseDocument(schema, "sends/a", data)).toEqual({ state: "done", counts: { total: 2 } });
});

test("if one doesn't match, the log names its path and fields, never their contents", () => {
  const data = { state: "ann@example.com", counts: { total: "Dear Ann" } };
  expect(() => parseDocument(schema, "sends/a", data)).toThrow(UnreadableDocument);
  const [line = ""] = logged();
  expect(JSON.parse(line)).toMatchObject({
    severity: "ERROR",
    message: "a document cannot be read",
    document: "sends/a",
    fields: ["state", "counts"],
  });
  expect(line).not.toMatch(/ann@|dear/i);
});

test("an unreadable document doesn't stop others from being read; every other error is thrown", () => {
  const documents = [
    { state: "done", counts: { total: 1 } },
    {},
    { state: "queued", counts: { total: 2 } },
  ];
  const read = readableOf(documents, (data) => parseDocument(schema, "sends/a", data));
  expect(read.map(({ state }) => state)).toEqual(["done", "queued"]);
  const fail = () => {
    throw new TypeError("other");
  };
  expect(() => readableOf(documents, fail)).toThrow(TypeError);
});

describe("change document", () => {
  /** The error of Firestore's client, with the gRPC code of both kinds of refusal. */
  const refused = (words: string) =>
    Object.assign(new Error(`9 FAILED_PRECONDITION: ${words}`), { code: 9 });
  const LOST = "the stored version (1) does not match the required base version (2)";

  it.each([
    "The query requires an index. You can create it here: https://console.firebase.google.com/project/p/index",
    "The query requires an index. That index is currently building and cannot be used yet.",
    "The query requires a COLLECTION_GROUP_ASC index for collection rows and field lease. You can create it here: …",
  ])("a query without its index fails at once, with its cause in the log: %s", async (words) => {
    logged();
    const work = vi.fn().mockRejectedValue(refused(words));
    await expect(untilUndisturbed(work)).rejects.toThrow("FAILED_PRECONDITION");
    expect(work).toHaveBeenCalledTimes(1);
    const [line = ""] = logged();
    expect(JSON.parse(line)).toMatchObject({
      severity: "ERROR",
      message: "an index of the database is missing",
      error: { code: 9 },
    });
  });

  it("a lost write is retried, and one that never succeeds says why", async () => {
    const cause = refused(LOST);
    const once = vi.fn().mockRejectedValueOnce(cause).mockResolvedValue("written");
    expect(await untilUndisturbed(once)).toBe("written");
    await expect(untilUndisturbed(() => Promise.reject(cause))).rejects.toMatchObject({
      reason: "service_unavailable",
      cause,
    });
  });
});
