import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bucket, firestore } from "../src/platform/firebase.ts";
import { signIn, startApi } from "./harness.ts";

const database = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/projects/${process.env.GCLOUD_PROJECT}/databases/(default)/documents`;
const path = `rulesTest/${randomUUID()}`;

let token = "";
let uid = "";
let files = "";
beforeAll(async () => {
  const api = await startApi();
  ({ token, uid } = await signIn(api));
  await api.close();
  files = `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST}/v0/b/${bucket().name}/o`;
  await firestore().doc(path).set({ text: "the server's" });
  await bucket().file(path).save("the server's");
});
afterAll(async () => {
  await firestore().doc(path).delete();
  await bucket().file(path).delete();
});

/** The result for a client that bypasses the API, signed in or not. */
async function statusOf(
  url: string,
  method: string,
  scheme: string,
  body?: string,
): Promise<number[]> {
  const asked = [{}, { authorization: `${scheme} ${token}` }].map((headers) =>
    fetch(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body ? { body } : {}),
    }),
  );
  return (await Promise.all(asked)).map((answer) => answer.status);
}

describe("the rules", () => {
  const fields = JSON.stringify({ fields: { text: { stringValue: "a client's" } } });

  it.each([
    ["read", "GET", `/${path}`, undefined],
    ["list", "GET", "/rulesTest", undefined],
    ["change", "PATCH", `/${path}`, fields],
    ["create", "POST", "/rulesTest", fields],
    ["delete", "DELETE", `/${path}`, undefined],
  ])("let no client %s a document", async (_what, method, where, body) => {
    expect(await statusOf(`${database}${where}`, method, "Bearer", body)).toEqual([403, 403]);
  });

  it.each([
    ["GET", "", undefined],
    ["GET", "/parts", undefined],
    ["PATCH", "", fields],
    ["PATCH", "/parts/a", fields],
    ["DELETE", "/parts/a", undefined],
  ])("let no one near the people they don't email: %s %s", async (method, where, body) => {
    const list = `${database}/suppressions/${uid}${where}`;
    expect(await statusOf(list, method, "Bearer", body)).toEqual([403, 403]);
  });

  it.each([
    ["read", "GET", `/${path}/versions/1`, undefined],
    ["list", "GET", `/${path}/versions`, undefined],
    ["create", "POST", `/${path}/versions`, fields],
    ["delete", "DELETE", `/${path}/versions/1`, undefined],
  ])("let no client %s a document below another", async (_what, method, where, body) => {
    expect(await statusOf(`${database}${where}`, method, "Bearer", body)).toEqual([403, 403]);
  });

  it.each([
    ["read", "GET", `/${encodeURIComponent(path)}?alt=media`, undefined],
    ["list", "GET", "?prefix=rulesTest/&delimiter=/", undefined],
    ["upload", "POST", "?name=rulesTest/two", "a client's"],
    ["delete", "DELETE", `/${encodeURIComponent(path)}`, undefined],
  ])("let no client %s a file", async (_what, method, where, body) => {
    expect(await statusOf(`${files}${where}`, method, "Firebase", body)).toEqual([403, 403]);
  });

  it("leave the server's data unchanged", async () => {
    expect((await firestore().doc(path).get()).data()).toEqual({ text: "the server's" });
    expect(String((await bucket().file(path).download())[0])).toBe("the server's");
  });
});
