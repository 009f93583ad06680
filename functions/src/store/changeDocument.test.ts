import { afterEach, expect, it, vi } from "vitest";
import { untilUndisturbed } from "./changeDocument.ts";

/** The error of Firestore's client, with the gRPC code of both kinds of refusal. */
const refused = (words: string) => Object.assign(new Error(`9 FAILED_PRECONDITION: ${words}`), { code: 9 });
const LOST = "the stored version (1) does not match the required base version (2)";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  "The query requires an index. You can create it here: https://console.firebase.google.com/project/p/index",
  "The query requires an index. That index is currently building and cannot be used yet.",
  "The query requires a COLLECTION_GROUP_ASC index for collection rows and field lease. You can create it here: …",
])("a query without its index fails at once, with its cause in the log: %s", async (words) => {
  const stderr: NodeJS.WriteStream = Reflect.get(console, "_stderr");
  const write = vi.spyOn(stderr, "write").mockReturnValue(true);
  const work = vi.fn().mockRejectedValue(refused(words));
  await expect(untilUndisturbed(work)).rejects.toThrow("FAILED_PRECONDITION");
  expect(work).toHaveBeenCalledTimes(1);
  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({
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
