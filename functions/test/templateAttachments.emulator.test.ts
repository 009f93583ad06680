import * as contract from "@sendwright/core/contract";
import { describe, expect, test } from "vitest";
import { signIn, type TestFile } from "./harness.ts";
import { storedFiles } from "./stored.ts";
import { fields, file, MB, one } from "./templateFiles.ts";
import { ada, api, aTemplate, templateWorld, upload } from "./templateWorld.ts";

templateWorld();

describe("attachments", () => {
  test("files can be added with a new template or to an old one, and deleted", async () => {
    const { id, attachments } = await aTemplate({}, [file("Übersicht.pdf"), file("日程.pdf")]);
    expect(attachments.map(({ original_filename }) => original_filename)).toEqual(["Übersicht.pdf", "日程.pdf"]);
    const { body } = await api.call(contract.addAttachment, { id }, { token: ada.token, files: [one("סדר.txt", 5)] });
    expect(body.attachment).toMatchObject({
      original_filename: "סדר.txt",
      size: 5,
      content_type: "application/octet-stream",
    });
    const { storage_path } = body.attachment;
    expect(storage_path).toMatch(new RegExp(`^users/${ada.uid}/templates/${id}/[0-9a-f]{16}-`));
    expect(await storedFiles(`users/${ada.uid}/templates/${id}/`)).toHaveLength(3);
    await api.call(contract.deleteAttachment, { id, storage_path }, { token: ada.token });
    const read = await api.call(contract.getTemplate, { id }, { token: ada.token });
    expect(read.body.template.attachments).toEqual(attachments);
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual(attachments.map((it) => it.storage_path).sort());
    await api.call(contract.deleteTemplate, { id }, { token: ada.token });
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });

  test.each<[string, TestFile, number, string, string]>([
    ["a sixth", one("6.txt"), 5, "attachment_limit", "Attachment count limit (5) exceeded."],
    [
      "too much in all",
      one("b.pdf", 5 * MB - 9),
      1,
      "attachment_limit",
      "Total attachment size limit (5 MB) exceeded.",
    ],
    ["a script", one("run.js"), 0, "attachment_kind_refused", "run.js: Gmail doesn't accept .js files."],
    ["an empty file", one("a.txt", 0), 0, "invalid_input", "a.txt is empty."],
    [
      "a name that reads backwards",
      one("a\u202ecod.exe"),
      0,
      "invalid_input",
      "acod.exe has hidden characters in its name that reverse the text.",
    ],
    ["another field", file("a.txt"), 0, "invalid_input", 'The file part "files" is not expected.'],
  ])("%s is refused and leaves nothing", async (_, given, before, reason, error) => {
    const { id } = await aTemplate(
      {},
      Array.from({ length: before }, (_, i) => file(`${i}.txt`)),
    );
    expect(await upload(id, given)).toMatchObject({ status: 400, body: { success: false, reason, error } });
    expect(await storedFiles(`users/${ada.uid}/`)).toHaveLength(before);
  });

  test("refuses a control character in a file's name", async () => {
    const { id } = await aTemplate();
    const raw = `--X\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''a%0D%0Ab.txt\r\n\r\nx\r\n--X--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const answer = await api.request("POST", `/api/template/${id}/attachments`, { token: ada.token, raw, headers });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });

  test("refuses a call without a file", async () => {
    const { id } = await aTemplate();
    const answer = await api.request("POST", `/api/template/${id}/attachments`, { token: ada.token, form: { a: "b" } });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input", error: '"file" is missing.' } });
  });

  test("of five uploads at the same moment, those that fit are kept and the others leave no file", async () => {
    const { id } = await aTemplate({}, [file("0.txt"), file("1.txt"), file("2.txt")]);
    const answers = await Promise.all(["a", "b", "c", "d", "e"].map((name) => upload(id, one(`${name}.txt`))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    const read = await api.call(contract.getTemplate, { id }, { token: ada.token });
    const paths = read.body.template.attachments.map(({ storage_path }) => storage_path);
    expect(paths).toHaveLength(5);
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual(paths.sort());
  });

  test("an upload to a template that is deleted meanwhile leaves no file", async () => {
    const { id } = await aTemplate();
    const [uploaded] = await Promise.all([
      upload(id, one("a.txt", MB)),
      api.call(contract.deleteTemplate, { id }, { token: ada.token }),
    ]);
    expect([200, 404]).toContain(uploaded.status);
    await expect.poll(() => storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });

  test("a path of another template, or of another user, names nothing", async () => {
    const mine = await aTemplate({}, [file("a.txt")]);
    const other = await aTemplate({ name: "Other" }, [file("b.txt")]);
    const grace = await signIn(api);
    const theirs = await aTemplate({}, [file("c.txt")], grace);
    for (const path of [other, theirs]
      .map(({ attachments }) => attachments[0]?.storage_path)
      .concat("users/", "../x", "")) {
      const answer = await api.request("DELETE", `/api/template/${mine.id}/attachments`, {
        token: ada.token,
        json: { storage_path: path },
      });
      expect(answer).toMatchObject({ status: 404, body: { reason: "not_found" } });
    }
    expect(await storedFiles(`users/${ada.uid}/`)).toHaveLength(2);
    expect(await storedFiles(`users/${grace.uid}/`)).toHaveLength(1);
  });
});

test("a copy has its own files", async () => {
  const original = await aTemplate({ name: "n".repeat(100) }, [file("a.txt")]);
  const copied = await api.call(contract.duplicateTemplate, { id: original.id }, { token: ada.token });
  expect(copied).toMatchObject({ status: 201, body: { template: { subject: fields.subject, body: fields.body } } });
  const { name, attachments } = copied.body.template;
  expect(name).toBe(`Copy of ${"n".repeat(92)}`);
  await api.call(contract.deleteTemplate, { id: original.id }, { token: ada.token });
  expect(await storedFiles(`users/${ada.uid}/`)).toEqual(attachments.map(({ storage_path }) => storage_path));
});
