import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Api, type Person, signIn, startApi, type TestFile } from "./harness.ts";
import { storedFiles, storedTemplates } from "./owners.ts";

/** A template's default content in tests. */
const fields = {
  name: "Invitation",
  subject: "Your talk, {{Full Name}}",
  body: "<p>Dear {{Full Name}}, your talk is on {{Talk Date|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
} as const;
/** A file added with a new template. */
const file = (name: string, size = 10): TestFile => ({
  field: "files",
  name,
  content: new Uint8Array(size).fill(65),
});
/** A file added to an old one. */
const one = (name: string, size = 10): TestFile => ({ ...file(name, size), field: "file" });
const MB = 1024 * 1024;

let api: Api;
/** A new person in each test. */
let ada: Person;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await signIn(api);
});

/** Creates a template of fields and files. */
async function aTemplate(
  given: Partial<contract.TemplateFields> = {},
  files: TestFile[] = [],
  owner = ada,
) {
  const created = await api.call(
    contract.createTemplate,
    { ...fields, ...given },
    { token: owner.token, files },
  );
  expect(created.status).toBe(201);
  return created.body.template;
}

const upload = (id: string, given: TestFile, owner = ada): Promise<Answer> =>
  api.request("POST", `/api/template/${id}/attachments`, { token: owner.token, files: [given] });

const post = (json: unknown): Promise<Answer> =>
  api.request("POST", "/api/templates", { token: ada.token, json });
const postForm = (files: TestFile[]): Promise<Answer> =>
  api.request("POST", "/api/templates", {
    token: ada.token,
    form: { ...fields, reply_to: "", signature: "true" },
    files,
  });
const listed = async (owner = ada) =>
  (await api.call(contract.listTemplates, {}, owner)).body.templates.map(({ name }) => name);

test("a template without formats has the defaults", async () => {
  const { name, subject, body } = fields;
  const created = await post({ name, subject, body });
  expect(created).toMatchObject({
    status: 201,
    body: { template: { dateFormat: "mmddyyyy", timeFormat: "12hr" } },
  });
});

test("a template is created, listed, read, changed and deleted", async () => {
  const created = await aTemplate();
  expect(created).toMatchObject({ ...fields, syntax_warnings: [], attachments: [], revision: "1" });
  expect(
    created.parsed_variables.map(({ name, type, required }) => [name, type, required]),
  ).toEqual([
    ["Full Name", "text", true],
    ["Talk Date", "date", true],
  ]);
  await aTemplate({ name: "aardvark" });
  const list = await api.call(contract.listTemplates, {}, ada);
  expect(list.body.templates.map(({ name }) => name)).toEqual(["aardvark", "Invitation"]);
  expect(list.body.templates[1]).toMatchObject({
    id: created.id,
    attachment_count: 0,
    variables: created.parsed_variables,
  });

  const changed = {
    ...fields,
    id: created.id,
    name: " New name ",
    body: "<p>{{Offer|dropdown:}}</p>",
  };
  const saved = await api.call(contract.saveTemplate, changed, ada);
  expect(saved.body.template).toMatchObject({ name: "New name", revision: "2" });
  expect(saved.body.template.syntax_warnings).toHaveLength(1);
  const read = await api.call(contract.getTemplate, { id: created.id }, ada);
  expect(read.body.template).toEqual(saved.body.template);

  const deleted = await api.call(contract.deleteTemplate, { id: created.id }, ada);
  expect(deleted.body).toEqual({ success: true, message: "Template deleted." });
  const gone = await api.request("GET", `/api/template/${created.id}`, ada);
  expect(gone).toMatchObject({
    status: 404,
    body: { reason: "not_found", error: "This template no longer exists." },
  });
});

test("a creation that comes again with its key gets its template, at once, edited since or changed", async () => {
  const idempotency_key = crypto.randomUUID();
  const create = (name: string, files = ["a.pdf"], owner = ada) =>
    api.call(
      contract.createTemplate,
      { ...fields, name, idempotency_key },
      { token: owner.token, files: files.map((one) => file(one)) },
    );
  const [first, second] = await Promise.all([create("Once"), create("Once")]);
  expect([first.status, first.body]).toEqual([201, second.body]);
  const { template } = first.body;
  const stored = await storedFiles(`users/${ada.uid}/templates/`);
  expect(stored).toEqual(template.attachments.map(({ storage_path }) => storage_path));
  await api.call(contract.saveTemplate, { ...fields, id: template.id, name: "Edited" }, ada);
  const third = await create("Changed", ["a.pdf", "b.pdf"]);
  expect(third.body.template).toMatchObject({
    id: template.id,
    name: "Edited",
    attachments: [{ original_filename: "a.pdf" }],
  });
  expect(await storedFiles(`users/${ada.uid}/templates/`)).toEqual(stored);
  expect(await listed()).toEqual(["Edited"]);
  const other = await signIn(api);
  expect((await create("Theirs", [], other)).body.template).toMatchObject({ name: "Theirs" });
});

describe("bad input", () => {
  const long = "Body content exceeds maximum length (10000 characters).";
  test.each<[string, Record<string, unknown>, string]>([
    ["an empty name", { name: "" }, "Template name is required."],
    ["a blank name", { name: " \u00a0 " }, "Template name is required."],
    [
      "a name of 101 characters",
      { name: "n".repeat(101) },
      "Template name too long (max 100 chars)",
    ],
    [
      "a name with a line break",
      { name: "a\r\nBcc: x@y.z" },
      '"name" must not contain line breaks or control characters.',
    ],
    ["a blank subject", { subject: "  " }, "Subject line is required."],
    [
      "a subject with a line break",
      { subject: "a\nb" },
      '"subject" must not contain line breaks or control characters.',
    ],
    [
      "name and subject empty",
      { name: "", subject: "" },
      "Template name is required. Subject line is required.",
    ],
    ["a body of 10,001 characters", { body: `<p>${"x".repeat(10_001)}</p>` }, long],
    ["a body of 1 MB of tags", { body: "<b>".repeat(300_000) }, long],
    ["a zip bomb of styles", { body: `<p style="${"color:red;".repeat(15_000)}">x</p>` }, long],
    [
      "a body above every bound",
      { body: "x".repeat(1_000_001) },
      '"body" must not be longer than 1000000 characters.',
    ],
    ["a missing body", { body: undefined }, '"body" is missing.'],
    ["a number as name", { name: 5 }, '"name" must be text.'],
    ["a list as body", { body: ["x"] }, '"body" must be text.'],
    [
      "another date format",
      { dateFormat: "yyyymmdd" },
      '"dateFormat" must be one of: mmddyyyy, long, ddmmyyyy, iso, dmy_dots.',
    ],
    ["another time format", { timeFormat: null }, '"timeFormat" must be one of: 12hr, 24hr.'],
  ])("%s", async (_, wrong, error) => {
    const refused = { status: 400, body: { success: false, reason: "invalid_input", error } };
    expect(await post({ ...fields, ...wrong })).toMatchObject(refused);
    expect(await storedTemplates(ada.uid)).toEqual([]);
    const { id } = await aTemplate();
    const saved = await api.request("PUT", `/api/template/${id}`, {
      token: ada.token,
      json: { ...fields, ...wrong },
    });
    expect(saved).toMatchObject(refused);
    expect(await storedTemplates(ada.uid)).toMatchObject([{ ...fields, revision: 1 }]);
  });

  test("refuses tags nested a thousand deep", async () => {
    const answer = await post({ ...fields, body: "<ul><li>".repeat(6_000) });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
  });

  test.each([
    ["<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
    ['<p>a<img src=x onerror="alert(1)">b</p>', "<p>ab</p>"],
    ['<p onclick="alert(1)">a</p>', "<p>a</p>"],
    ['<p><a href="java\tscript:alert(1)">a</a></p>', "<p><a>a</a></p>"],
  ])("%s is cleaned before it is stored", async (body, clean) => {
    expect((await aTemplate({ body })).body).toBe(clean);
    expect(await storedTemplates(ada.uid)).toMatchObject([{ body: clean }]);
  });

  test.each<[string, TestFile[], string, string]>([
    [
      "six files",
      Array.from({ length: 6 }, (_, i) => file(`${i}.txt`)),
      "attachment_limit",
      "Attachment count limit (5) exceeded.",
    ],
    [
      "a byte above 5 MB",
      [file("a.pdf", 3 * MB), file("b.pdf", 2 * MB + 1)],
      "attachment_limit",
      "Total attachment size limit (5 MB) exceeded.",
    ],
    [
      "a program",
      [file("a.pdf"), file("setup.pdf.EXE")],
      "attachment_kind_refused",
      "setup.pdf.EXE: Gmail doesn't accept .exe files.",
    ],
    ["an empty file", [file("a.pdf", 0)], "invalid_input", "a.pdf is empty."],
    [
      "a file in an unknown field",
      [one("a.pdf")],
      "invalid_input",
      'The form has an unexpected file part "file".',
    ],
  ])("%s with a new template", async (_, files, reason, error) => {
    expect(await postForm(files)).toMatchObject({
      status: 400,
      body: { success: false, reason, error },
    });
    expect(await storedTemplates(ada.uid)).toEqual([]);
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });

  test("an upload that breaks off leaves nothing", async () => {
    const raw = `--X\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf`;
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const answer = await api.request("POST", "/api/templates", { token: ada.token, raw, headers });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, reason: "upload_broken" },
    });
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });
});

describe("ten templates per user", () => {
  const full = {
    status: 409,
    body: {
      reason: "template_limit_reached",
      error: "Template limit (10) reached. Delete a template to make room.",
    },
  };

  test("the eleventh is refused, also as a copy, and its files with it", async () => {
    const all = [];
    for (let i = 0; i < 10; i++) all.push(await aTemplate({ name: `T${i}` }));
    expect(await postForm([file("a.txt")])).toMatchObject(full);
    expect(await api.request("POST", `/api/template/${all[0]?.id}/duplicate`, ada)).toMatchObject(
      full,
    );
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
    await api.call(contract.deleteTemplate, { id: String(all[0]?.id) }, ada);
    expect((await postForm([])).status).toBe(201);
  });

  test("of four at the same moment, the one that fits is kept", async () => {
    for (let i = 0; i < 9; i++) await aTemplate({ name: `T${i}` });
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => postForm([file(`${name}.txt`)])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await storedTemplates(ada.uid)).toHaveLength(10);
    expect(await storedFiles(`users/${ada.uid}/`)).toHaveLength(1);
  });
});

describe("two who save", () => {
  const put = (id: string, name: string, revision?: string) =>
    api.request("PUT", `/api/template/${id}`, {
      token: ada.token,
      json: { ...fields, name },
      headers: revision === undefined ? {} : { "if-match": revision },
    });

  test("the later of two who edited the same revision gets an error", async () => {
    const { id } = await aTemplate();
    expect(await put(id, "first", "1")).toMatchObject({
      status: 200,
      body: { template: { revision: "2" } },
    });
    expect(await put(id, "second", "1")).toMatchObject({
      status: 409,
      body: { success: false, reason: "template_changed" },
    });
    expect(await put(id, "second", '"2"')).toMatchObject({ status: 200 });
    expect(await put(id, "third", "*")).toMatchObject({ status: 200 });
    expect(await put(id, "fourth")).toMatchObject({ status: 200 });
    expect(await listed()).toEqual(["fourth"]);
  });

  test("a save whose answer was lost doesn't conflict with itself", async () => {
    const { id } = await aTemplate();
    const saved = { status: 200, body: { template: { name: "mine", revision: "2" } } };
    expect(await put(id, "mine", "1")).toMatchObject(saved);
    expect(await put(id, "mine", "1")).toMatchObject(saved);
    expect(await put(id, "other", "1")).toMatchObject({
      status: 409,
      body: { reason: "template_changed" },
    });
  });

  test("at the same moment one of them wins", async () => {
    const { id } = await aTemplate();
    const answers = await Promise.all(["a", "b", "c"].map((name) => put(id, name, "1")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("a file added meanwhile doesn't count as an edit", async () => {
    const { id } = await aTemplate();
    expect((await upload(id, one("a.txt"))).status).toBe(200);
    expect(await put(id, "saved", "1")).toMatchObject({
      status: 200,
      body: { template: { attachments: [{ size: 10 }] } },
    });
  });
});

test("another's template gets exactly the answer of a missing one", async () => {
  const { id } = await aTemplate({}, [file("a.txt")]);
  const grace = await signIn(api);
  const calls: [string, string, object][] = [
    ["GET", "", {}],
    ["PUT", "", { json: fields }],
    ["DELETE", "", {}],
    ["POST", "/duplicate", {}],
    ["POST", "/attachments", { files: [one("a.txt")] }],
    ["DELETE", "/attachments", { json: { storage_path: "x" } }],
  ];
  for (const [method, path, given] of calls) {
    const theirs = await api.request(method, `/api/template/${id}${path}`, {
      token: grace.token,
      ...given,
    });
    const none = await api.request(method, `/api/template/none${path}`, {
      token: grace.token,
      ...given,
    });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body, request_id: "" }).toEqual({ ...none.body, request_id: "" });
  }
  expect(await listed(grace)).toEqual([]);
  expect(await listed()).toEqual([fields.name]);
  expect(await storedFiles(`users/${ada.uid}/`)).toHaveLength(1);
  expect(await storedFiles(`users/${grace.uid}/`)).toEqual([]);
});

describe("attachments", () => {
  test("files can be added with a new template or to an old one, and deleted", async () => {
    const { id, attachments } = await aTemplate({}, [file("Übersicht.pdf"), file("日程.pdf")]);
    expect(attachments.map(({ original_filename }) => original_filename)).toEqual([
      "Übersicht.pdf",
      "日程.pdf",
    ]);
    const { body } = await api.call(
      contract.addAttachment,
      { id },
      { token: ada.token, files: [one("סדר.txt", 5)] },
    );
    expect(body.attachment).toMatchObject({
      original_filename: "סדר.txt",
      size: 5,
      content_type: "application/octet-stream",
    });
    const { storage_path } = body.attachment;
    expect(storage_path).toMatch(new RegExp(`^users/${ada.uid}/templates/${id}/[0-9a-f]{16}-`));
    expect(await storedFiles(`users/${ada.uid}/templates/${id}/`)).toHaveLength(3);
    await api.call(contract.deleteAttachment, { id, storage_path }, ada);
    const read = await api.call(contract.getTemplate, { id }, ada);
    expect(read.body.template.attachments).toEqual(attachments);
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual(
      attachments.map((it) => it.storage_path).sort(),
    );
    await api.call(contract.deleteTemplate, { id }, ada);
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
    [
      "a script",
      one("run.js"),
      0,
      "attachment_kind_refused",
      "run.js: Gmail doesn't accept .js files.",
    ],
    ["an empty file", one("a.txt", 0), 0, "invalid_input", "a.txt is empty."],
    [
      "a name that reads backwards",
      one("a\u202ecod.exe"),
      0,
      "invalid_input",
      "acod.exe has hidden characters in its name that reverse the text.",
    ],
    [
      "another field",
      file("a.txt"),
      0,
      "invalid_input",
      'The form has an unexpected file part "files".',
    ],
  ])("%s is refused and leaves nothing", async (_, given, before, reason, error) => {
    const { id } = await aTemplate(
      {},
      Array.from({ length: before }, (_, i) => file(`${i}.txt`)),
    );
    expect(await upload(id, given)).toMatchObject({
      status: 400,
      body: { success: false, reason, error },
    });
    expect(await storedFiles(`users/${ada.uid}/`)).toHaveLength(before);
  });

  test("refuses a control character in a file's name", async () => {
    const { id } = await aTemplate();
    const raw = `--X\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''a%0D%0Ab.txt\r\n\r\nx\r\n--X--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const answer = await api.request("POST", `/api/template/${id}/attachments`, {
      token: ada.token,
      raw,
      headers,
    });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual([]);
  });

  test("refuses a call without a file", async () => {
    const { id } = await aTemplate();
    const answer = await api.request("POST", `/api/template/${id}/attachments`, {
      token: ada.token,
      form: { a: "b" },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { reason: "invalid_input", error: '"file" is missing.' },
    });
  });

  test("of five uploads at the same moment, those that fit are kept and the others leave no file", async () => {
    const { id } = await aTemplate({}, [file("0.txt"), file("1.txt"), file("2.txt")]);
    const answers = await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) => upload(id, one(`${name}.txt`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    const read = await api.call(contract.getTemplate, { id }, ada);
    const paths = read.body.template.attachments.map(({ storage_path }) => storage_path);
    expect(paths).toHaveLength(5);
    expect(await storedFiles(`users/${ada.uid}/`)).toEqual(paths.sort());
  });

  test("an upload to a template that is deleted meanwhile leaves no file", async () => {
    const { id } = await aTemplate();
    const [uploaded] = await Promise.all([
      upload(id, one("a.txt", MB)),
      api.call(contract.deleteTemplate, { id }, ada),
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
  const original = await aTemplate({ name: "n".repeat(100) }, [file("a.txt"), file("b.txt")]);
  const copied = await api.call(contract.duplicateTemplate, { id: original.id }, ada);
  expect(copied).toMatchObject({
    status: 201,
    body: { template: { subject: fields.subject, body: fields.body } },
  });
  const { name, attachments } = copied.body.template;
  expect(name).toBe(`Copy of ${"n".repeat(92)}`);
  await api.call(contract.deleteTemplate, { id: original.id }, ada);
  expect(attachments.map(({ original_filename }) => original_filename)).toEqual(["a.txt", "b.txt"]);
  const paths = attachments.map(({ storage_path }) => storage_path);
  expect((await storedFiles(`users/${ada.uid}/`)).sort()).toEqual(paths.sort());
});
