import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { workThrough } from "./exportWorld.ts";
import type { Api, Given } from "./harness.ts";
import { aCsv, aTemplate, connectedPerson, testEngine } from "./sendsWorld.ts";
import { startWholeApi } from "./servers.ts";

/** A hard day of one account, through the API: it is never refused (decision 27). */
let api: Api;
beforeAll(async () => {
  api = await startWholeApi(testEngine());
});
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await api.close();
});

const SENDS = 10;
const ROWS = 1_000;
const FILES = 1_000;
const VISITS = 300;
/** An hour, as long as a token is good: harder than a day. */
const SECONDS = 3_200;

test("ten sends of 1,000 rows, 1,000 files of 1 MB, 300 visits and a download of everything in a day", async () => {
  const { uid, token } = await connectedPerson();
  const template = await aTemplate(uid);
  // Time passes as the work is done; each call takes a tenth of a second, on any machine.
  vi.useFakeTimers({ toFake: ["Date"] });
  let clock = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    clock += 100;
    return clock;
  });
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const done: Record<string, number> = {};
  const call = async (method: string, path: string, given: Given = {}) => {
    const answer = await api.request(method, path, { token, ...given });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    done[answer.status] = (done[answer.status] ?? 0) + 1;
    return answer;
  };

  for (let i = 0; i < SENDS; i++) {
    const form = { mode: "csv", recipient_template: "Email", template_id: template };
    const begun = await call("POST", "/api/send-bulk", {
      form: { ...form, start_at: new Date(Date.now() + 86_400_000).toISOString() },
      files: [{ field: "csv_file", name: "list.csv", content: aCsv(ROWS).text, type: "text/csv" }],
      headers: { "idempotency-key": randomUUID() },
    });
    const { id } = begun.body.send as { id: string };
    for (let look = 0; look < 10; look++) {
      pass(2_000);
      await call("GET", `/api/sends/${id}${look === 0 ? "" : `?after=${begun.body.cursor}`}`);
    }
  }
  const content = "x".repeat(1_000_000);
  for (let i = 0; i < FILES; i++) {
    pass((SECONDS * 1_000) / FILES);
    const path = `/api/template/${template}/attachments`;
    const { body } = await call("POST", path, {
      files: [{ field: "file", name: "a.txt", content }],
    });
    const { storage_path } = body.attachment as { storage_path: string };
    await call("DELETE", path, { json: { storage_path } });
    if (i % Math.floor(FILES / VISITS) !== 0) continue;
    for (const page of [
      "config",
      "account/settings",
      "templates",
      "sends",
      `template/${template}`,
    ]) {
      await call("GET", `/api/${page}`);
    }
  }
  await call("POST", "/api/account/export");
  await workThrough(uid);
  const { body } = await call("GET", "/api/account/export/state");
  expect(body.export).toMatchObject({ state: "ready" });
  // The writes of a send answer 202, everything else 200.
  expect(Object.keys(done)).toEqual(["200", "202"]);
}, 1_800_000);
