import * as contract from "@sendwright/core/contract";
import { KEPT, MAX_VERSION_BYTES } from "@sendwright/core/contract/limits";
import { DAY } from "@sendwright/core/dates/units";
import { Timestamp } from "firebase-admin/firestore";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAccount, finishDeletions, steps } from "../src/features/account/deleteAccount.ts";
import { firestore } from "../src/platform/firebase.ts";
import { removeTemplate } from "../src/store/templates.ts";
import { storedVersions } from "../src/store/templateVersions.ts";
import { type Answer, type Api, type Person, signIn, startApi, type TestFile } from "./harness.ts";

const TEXT = {
  name: "Term dates",
  subject: "Term dates for {{Class}}",
  body: "<p>Dear {{Name}}, term begins on {{Day|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
  date_language: "de",
  date_weekday: true,
  reply_to: "office@example.org",
  signature: false,
} as const satisfies contract.TemplateFields;
const OTHER = {
  ...TEXT,
  name: "Holidays",
  subject: "Holidays",
  body: "<h1>Holidays</h1><ul><li>One</li></ul>",
  dateFormat: "iso",
  date_language: "",
  date_weekday: false,
  reply_to: "",
  signature: true,
} as const satisfies contract.TemplateFields;

let api: Api;
let ada: Person;
let id: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await signIn(api);
  const created = await api.call(contract.createTemplate, TEXT, ada);
  id = created.body.template.id;
});

const ref = () => firestore().collection("templates").doc(id);
const save = async (fields: contract.TemplateFields, revision?: string) =>
  api.call(contract.saveTemplate, { id, revision, ...fields }, ada);
const put = (fields: contract.TemplateFields, revision?: string): Promise<Answer> =>
  api.request("PUT", `/api/template/${id}`, {
    token: ada.token,
    json: fields,
    ...(revision === undefined ? {} : { headers: { "if-match": revision } }),
  });
const read = async () => (await api.call(contract.getTemplate, { id }, ada)).body.template;
const list = async () => (await api.call(contract.listVersions, { id }, ada)).body.versions;
const listed = async () => (await list()).map(({ version }) => version);
const version = async (number: string) =>
  (await api.call(contract.getVersion, { id, version: number }, ada)).body.version;
const ask = (number: string): Promise<Answer> =>
  api.request("GET", `/api/template/${id}/versions/${number}`, ada);
const stored = async () => (await ref().collection("versions").get()).docs.map((one) => one.id);
const subject = (text: string) => ({ ...TEXT, subject: text });
const GONE = {
  status: 404,
  body: { reason: "not_found", error: "This version no longer exists." },
};

describe("a save", () => {
  test("keeps the text before it; using a version brings back exactly that text and its formats", async () => {
    expect(await list()).toEqual([]);
    expect((await save(OTHER, "1")).body).toMatchObject({ replaced: "1" });
    const [only] = await list();
    expect(only).toEqual({ version: "1", replaced_at: expect.any(String) });
    const { version: number, replaced_at, files_gone, pictures_gone, ...text } = await version("1");
    expect([number, replaced_at]).toEqual([only?.version, only?.replaced_at]);
    expect([text, files_gone, pictures_gone]).toEqual([TEXT, [], []]);

    expect((await save(text, "2")).body).toMatchObject({ replaced: "2" });
    expect(await read()).toMatchObject({ ...TEXT, revision: "3" });
    expect(await listed()).toEqual(["2", "1"]);
    expect(await version("2")).toMatchObject(OTHER);
  });

  test("of the same text keeps nothing, also without the fields that an old page doesn't know", async () => {
    const { name, body, dateFormat, timeFormat } = TEXT;
    const old = { name, subject: TEXT.subject, body, dateFormat, timeFormat };
    for (const fields of [TEXT, old, { ...TEXT, name: ` ${TEXT.name} ` }]) {
      const { status, body: answer } = await put(fields);
      expect([status, answer.replaced]).toEqual([200, undefined]);
    }
    expect([await listed(), await stored()]).toEqual([[], []]);
  });

  test("that is repeated because its answer was lost keeps no second version, and names the first", async () => {
    for (const revision of ["1", "1"])
      expect((await save(OTHER, revision)).body).toMatchObject({
        replaced: "1",
        template: { revision: "2" },
      });
    expect(await listed()).toEqual(["1"]);
    await put(OTHER);
    expect(await stored()).toEqual(["1"]);
  });

  test("that is refused keeps nothing", async () => {
    await save(OTHER, "1");
    for (const [fields, revision, status] of [
      [TEXT, "1", 409],
      [{ ...TEXT, subject: " " }, "2", 400],
    ] as const)
      expect((await put(fields, revision)).status).toBe(status);
    expect([await listed(), await stored()]).toEqual([["1"], ["1"]]);
  });

  test("of an earlier server, which knows no versions, breaks nothing: only its text isn't kept", async () => {
    await save(OTHER, "1");
    await ref().update({ subject: "From an earlier server", revision: 3 });
    expect((await save(subject("Later"), "3")).body).toMatchObject({ replaced: "3" });
    expect(await listed()).toEqual(["3", "1"]);
    expect(await version("3")).toMatchObject({ subject: "From an earlier server" });
  });
});

describe("at the same time", () => {
  /** Every text that can still be had. */
  const texts = async () => {
    const versions = await Promise.all((await listed()).map(version));
    return [await read(), ...versions].map((text) => text.subject).sort();
  };

  test("two tabs that use a version lose nothing: one is told, and may overwrite", async () => {
    await save(subject("Second"), "1");
    await save(subject("Third"), "2");
    const [first, second] = [await version("1"), await version("2")];
    const answers = await Promise.all([put(fieldsOf(first), "3"), put(fieldsOf(second), "3")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers[0]?.status === 409 ? first : second;
    expect((await put(fieldsOf(refused))).status).toBe(200);
    expect(new Set(await texts())).toEqual(new Set([TEXT.subject, "Second", "Third"]));
    expect((await read()).subject).toBe(refused.subject);
  });

  test("of saves that overwrite each other, each text is kept once", async () => {
    const all = ["A", "B", "C", "D", "E"];
    const answers = await Promise.all(all.map((text) => put(subject(text))));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(await texts()).toEqual([...all, TEXT.subject].sort());
    expect(answers.map(({ body }) => body.replaced).sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("a template that is deleted while it is saved leaves no version behind", async () => {
    await save(OTHER, "1");
    const saves = ["A", "B", "C"].map((text) => put(subject(text)));
    const removed = api.request("DELETE", `/api/template/${id}`, ada);
    for (const { status } of await Promise.all(saves)) expect([200, 404]).toContain(status);
    expect((await removed).status).toBe(200);
    expect(await stored()).toEqual([]);
  });
});

function fieldsOf(text: contract.TemplateVersion): contract.TemplateFields {
  const { version: _, replaced_at: __, files_gone: ___, pictures_gone: ____, ...fields } = text;
  return fields;
}

describe("how long they are kept", () => {
  test("within 2 MB: what no longer fits is deleted with the save", async () => {
    for (const text of ["Second", "Third", "Fourth"]) await save(subject(text));
    const { versions } = (await ref().get()).data() ?? {};
    const [first, ...others] = versions;
    await ref().update({ versions: [{ ...first, bytes: MAX_VERSION_BYTES }, ...others] });
    await save(subject("Fifth"));
    expect(await listed()).toEqual(["4", "3", "2"]);
    expect((await stored()).sort()).toEqual(["2", "3", "4"]);
    expect(await ask("1")).toMatchObject(GONE);
    expect(await version("2")).toMatchObject(subject("Second"));
  });

  test("no longer than 90 days: then no one sees it, and the next save deletes it", async () => {
    await save(OTHER, "1");
    await save(TEXT, "2");
    const now = Date.now();
    const aged = async (number: string, replacedAt: number) => {
      const { versions } = (await ref().get()).data() ?? {};
      const changed = versions.map((entry: { revision: number }) =>
        entry.revision === Number(number)
          ? { ...entry, replacedAt: Timestamp.fromMillis(replacedAt) }
          : entry,
      );
      await ref().update({ versions: changed });
      const expireAt = Timestamp.fromMillis(replacedAt + KEPT.daysOfVersions * DAY);
      await ref().collection("versions").doc(number).update({ expireAt });
    };
    await aged("1", now - KEPT.daysOfVersions * DAY);
    expect(await listed()).toEqual(["2"]);
    expect(await ask("1")).toMatchObject(GONE);
    expect(await storedVersions(id, Date.now())).toMatchObject([{ subject: OTHER.subject }]);
    await save(OTHER, "3");
    expect(await stored()).toEqual(["2", "3"]);
  });

  test("expireAt is 90 days after it was replaced", async () => {
    await save(OTHER, "1");
    const data = (await ref().collection("versions").doc("1").get()).data();
    expect(data?.expireAt.toMillis() - data?.replacedAt.toMillis()).toBe(KEPT.daysOfVersions * DAY);
  });
});

describe("files", () => {
  const file = (name: string, content: TestFile["content"] = name) =>
    api.request("POST", `/api/template/${id}/attachments`, {
      token: ada.token,
      files: [{ field: "file", name, content }],
    });
  const pathOf = async (name: string) =>
    (await read()).attachments.find(({ original_filename }) => original_filename === name)
      ?.storage_path;
  const remove = (storage_path: string | undefined) =>
    api.request("DELETE", `/api/template/${id}/attachments`, {
      token: ada.token,
      json: { storage_path },
    });

  test("a version says which of its files are gone, also if another has the same name; it can still be used", async () => {
    for (const name of ["map.txt", "plan.txt"]) expect((await file(name)).status).toBe(200);
    await save(OTHER);
    expect(await version("1")).toMatchObject({ files_gone: [] });
    for (const name of ["map.txt", "plan.txt"]) await remove(await pathOf(name));
    await file("plan.txt", "another");
    const found = await version("1");
    expect(found).toMatchObject({ files_gone: ["map.txt", "plan.txt"] });
    expect((await put(fieldsOf(found))).status).toBe(200);
    const { attachments, subject: restored } = await read();
    expect([restored, attachments.map(({ original_filename }) => original_filename)]).toEqual([
      TEXT.subject,
      ["plan.txt"],
    ]);
  });

  test("a version has its pictures while they exist, and names those that are gone", async () => {
    const picture = "picture-00000000000000a1.gif";
    expect((await file(picture, Buffer.from("GIF89a"))).status).toBe(200);
    const shown = { ...OTHER, body: `<p><img src="cid:${picture}" /></p>` };
    await save(shown);
    await save(TEXT);
    const { body } = await read();
    expect(await version("2")).toMatchObject({ pictures_gone: [], files_gone: [] });
    const restored = await save(fieldsOf(await version("2")));
    expect(restored.body.template.body).toContain(`cid:${picture}`);
    expect(restored.body.template.syntax_warnings).toEqual([]);
    await save({ ...TEXT, body });
    await remove((await read()).pictures?.[0]?.storage_path);
    const found = await version("4");
    expect(found).toMatchObject({ pictures_gone: [picture] });
    const again = await save(fieldsOf(found));
    expect(again.body.template.syntax_warnings).toHaveLength(1);
  });
});

describe("what can't be read or found", () => {
  test.each(["0", "2", "999999999999999", "x", "-1", "1.5", "1e0", "%00"])(
    "version %s doesn't exist",
    async (number) => {
      await save(OTHER, "1");
      expect(await ask(number)).toMatchObject({ status: 404, body: { reason: "not_found" } });
    },
  );

  test("a version that can't be read is told, exported as it is stored, and affects nothing else", async () => {
    await save(OTHER, "1");
    await save(TEXT, "2");
    await ref().collection("versions").doc("1").update({ body: 7 });
    const answer = await ask("1");
    expect(answer.body).toMatchObject({
      reason: "unreadable",
      error: "This version can't be read.",
    });
    expect(await version("2")).toMatchObject(OTHER);
    expect(await storedVersions(id, Date.now())).toMatchObject([
      { body: 7, name: TEXT.name, replaced_at: expect.any(String) },
      OTHER,
    ]);
  });

  test("a template whose list of versions can't be read is whole, and saves go on", async () => {
    await save(OTHER, "1");
    await ref().update({ versions: "many" });
    expect([await listed(), (await read()).subject]).toEqual([[], OTHER.subject]);
    await save(TEXT, "2");
    expect(await listed()).toEqual(["2"]);
  });
});

describe("deleting", () => {
  test("a template deletes its versions at once, also if it can't be read", async () => {
    await save(OTHER, "1");
    await ref().update({ body: 7, versions: "many" });
    const answer = await api.request("DELETE", `/api/template/${id}`, ada);
    expect([answer.status, await stored()]).toEqual([200, []]);
    expect(await ask("1")).toMatchObject({ status: 404 });
  });

  test("another's template deletes nothing", async () => {
    await save(OTHER, "1");
    await expect(removeTemplate("somebody", id)).rejects.toMatchObject({ reason: "not_found" });
    expect(await stored()).toEqual(["1"]);
  });

  test("the account deletes them, also if the deletion was interrupted and a template can't be read", async () => {
    await save(OTHER, "1");
    await ref().update({ body: 7 });
    const now = Date.now();
    const broken = {
      ...steps,
      removeTemplates: () => Promise.reject(new Error("The database is away.")),
    };
    expect(await deleteAccount(ada.uid, ada.sub, now, broken)).toBe(false);
    expect(await stored()).toEqual(["1"]);
    await finishDeletions(now + 600_001);
    expect([await stored(), (await ref().get()).exists]).toEqual([[], false]);
  });
});
