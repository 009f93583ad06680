import { createHash } from "node:crypto";
import { findFiles, uploadFiles } from "@sendwright/core/contract/files";
import { MAX_FILES_OF_ROWS, MAX_KEPT_MB, UPLOAD_BYTES } from "@sendwright/core/contract/limits";
import { HOUR, MINUTE } from "@sendwright/core/dates/units";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../src/features/account/deleteAccount.ts";
import { bucket } from "../src/platform/firebase.ts";
import { countCall } from "../src/store/apiRateLimits.ts";
import { POOLS } from "../src/store/spending.ts";
import { uploadsOf } from "../src/store/uploads.ts";
import { owners } from "../src/store/userLock.ts";
import type { Person, TestFile } from "./harness.ts";
import { storedFiles } from "./owners.ts";
import { aPlan, begun, connectedPerson, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** The calls that store files for one person each. */
let person: Person;
const engine = testEngine();
const api = wholeApi(engine);
beforeEach(async () => {
  person = await connectedPerson();
});

const MB = 1024 * 1024;
const sha = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const aSlip = (content: TestFile["content"], name = "slip.pdf"): TestFile => ({
  field: "files",
  name,
  content,
  type: "application/pdf",
});
const named = (content: string) => ({ hash: sha(content), size: content.length });
const upload = (files: TestFile[]) => api.call(uploadFiles, {}, { token: person.token, files });
const find = (files: { hash: string; size: number }[]) => api.call(findFiles, { files }, person);
const asked = (files: unknown) =>
  api.request("POST", "/api/files/known", { token: person.token, json: { files } });
const posted = (files: TestFile[]) =>
  api.request("POST", "/api/files", { token: person.token, files });

describe("an upload", () => {
  it("answers the hash and size of each file in the order of the form, and stores each content once", async () => {
    const answer = await upload([aSlip("one"), aSlip("two", "ü.pdf"), aSlip("one", "again.pdf")]);
    expect(answer.body.files).toEqual([named("one"), named("two"), named("one")]);
    const folder = `uploads/${person.uid}/`;
    expect(await storedFiles(folder)).toEqual(
      [`${folder}${sha("one")}`, `${folder}${sha("two")}`].sort(),
    );
    expect([...(await uploadsOf(person.uid))].map(([, { contentType }]) => contentType)).toEqual([
      "application/pdf",
      "application/pdf",
    ]);
  });

  it("is known afterwards, and to no one else", async () => {
    await upload([aSlip("mine")]);
    const files = [named("nobody's"), named("mine"), named("mine")];
    expect((await find(files)).body.known).toEqual([sha("mine")]);
    person = await connectedPerson();
    expect((await find(files)).body.known).toEqual([]);
  });

  it.each<[what: string, file: TestFile, status: number, reason: string]>([
    ["an empty file", aSlip("", "empty.pdf"), 400, "invalid_input"],
    ["a program", aSlip("x", "tool.exe"), 400, "attachment_kind_refused"],
    ["a name that reverses the text", aSlip("x", "slip\u202efdp.exe"), 400, "invalid_input"],
    ["a file that no email can have", aSlip(new Uint8Array(5 * MB + 1)), 400, "attachment_limit"],
    ["another field", { ...aSlip("x"), field: "slips" }, 400, "invalid_input"],
  ])("with %s is refused, and nothing of it is stored", async (_what, file, status, reason) => {
    const { body, status: got } = await posted([aSlip("good"), file]);
    expect([got, body.reason]).toEqual([status, reason]);
    expect(await storedFiles(`uploads/${person.uid}/`)).toEqual([]);
  });

  it("without a file, or with more files than one upload may have, is refused", async () => {
    expect(
      (await api.request("POST", "/api/files", { token: person.token, form: {} })).body.reason,
    ).toBe("invalid_input");
    const many = Array.from({ length: 101 }, (_, i) => aSlip(`slip ${i}`));
    expect((await posted(many)).body.reason).toBe("attachment_limit");
  });

  it("takes as much as an upload has, and one file of the largest size", async () => {
    const half = new Uint8Array(UPLOAD_BYTES / 2);
    expect((await posted([aSlip(half), aSlip(half.fill(1).slice())])).status).toBe(200);
    expect((await posted([aSlip(new Uint8Array(5 * MB))])).status).toBe(200);
  });
});

describe("before the first byte", () => {
  it.each<[what: string, files: unknown, message: string]>([
    ["no file", [], "must have at least 1 entries"],
    ["a path instead of a hash", [{ hash: "../sends", size: 1 }], "must be a SHA-256 hash"],
    ["a hash in capitals", [{ hash: "A".repeat(64), size: 1 }], "must be a SHA-256 hash"],
    ["an empty file", [{ hash: sha(""), size: 0 }], "must be a number of bytes"],
    ["half a byte", [{ hash: sha("x"), size: 0.5 }], "must be a number of bytes"],
    [
      "more files than a send may have",
      Array.from({ length: MAX_FILES_OF_ROWS + 1 }, (_, i) => named(`${i}`)),
      "must not have more than 2000 entries",
    ],
  ])("%s is refused", async (_what, files, message) => {
    const { status, body } = await asked(files);
    expect([status, body.reason]).toEqual([400, "invalid_input"]);
    expect(body.error).toContain(message);
  });

  it("a file is refused that is too large for any email", async () => {
    const { body } = await asked([{ hash: sha("large"), size: 5 * MB + 1 }]);
    expect(body).toMatchObject({
      reason: "attachment_limit",
      error: "A file is larger than 5 MB.",
    });
  });

  it("files are refused that don't fit beside the person's sends, each content counted once", async () => {
    const plan = aPlan(1, { startAt: engine.now() + HOUR });
    await begun({ ...person, name: "Ada" }, engine, plan);
    const size = 5 * MB;
    const fit = Array.from({ length: MAX_KEPT_MB / 5 - 1 }, (_, i) => ({
      hash: sha(`${i}`),
      size,
    }));
    expect((await asked([...fit, ...fit])).status).toBe(200);
    const over = [...fit, { hash: sha("one more"), size }];
    expect((await asked(over)).body.reason).toBe("too_much_kept");
  });

  it("files are refused that the day has no room for, unless they are there already", async () => {
    await upload([aSlip("there")]);
    const spent = POOLS.files.atOnce - 2_000;
    await countCall("files", person.sub, Date.now(), undefined, spent);
    const size = 1 * MB;
    const { status, body, headers } = await asked(
      Array.from({ length: 100 }, (_, i) => ({ hash: sha(`day ${i}`), size })),
    );
    expect([status, body.reason]).toEqual([429, "daily_budget"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await asked([named("there")])).status).toBe(200);
  });
});

describe("how long uploads are kept", () => {
  const untilOf = async () => (await owners().doc(person.uid).get()).get("uploadsUntil");

  it("is written before the first file, and again only when that time is near", async () => {
    const before = Date.now();
    await upload([aSlip("first")]);
    const first = await untilOf();
    expect(first).toBeGreaterThanOrEqual(before + 15 * MINUTE);
    await upload([aSlip("second")]);
    expect(await untilOf()).toBe(first);
    await owners()
      .doc(person.uid)
      .update({ uploadsUntil: Date.now() + 9 * MINUTE });
    await upload([aSlip("third")]);
    expect(await untilOf()).toBeGreaterThanOrEqual(before + 15 * MINUTE);
  });

  it("ends with the account", async () => {
    await upload([aSlip("gone")]);
    expect(await deleteAccount(person.uid, person.sub)).toBe(true);
    expect(await storedFiles(`uploads/${person.uid}/`)).toEqual([]);
    expect(await untilOf()).toBeUndefined();
    expect(
      (
        await bucket()
          .file(`uploads/${person.uid}/${sha("gone")}`)
          .exists()
      )[0],
    ).toBe(false);
  });
});
