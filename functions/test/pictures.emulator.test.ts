import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Answer, Person, TestFile } from "./harness.ts";
import { aTemplate, connectedPerson, mailbox, rawMail } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

const nameOf = (n: number, ending = "png") =>
  `picture-${n.toString(16).padStart(16, "0")}.${ending}`;
const PNG = Buffer.from("89504e470d0a1a0a00", "hex");
const [A, B] = [nameOf(1), nameOf(2)];
const showing = (...names: string[]) =>
  `<p>Hi${names.map((name) => `<img src="cid:${name}" alt="A map" />`).join("")}</p>`;
const fields = { name: "N", subject: "S", dateFormat: "iso", timeFormat: "24hr" } as const;

let ada: Person;
let grace: Person;

const api = wholeApi();
beforeAll(async () => {
  [ada, grace] = await Promise.all([connectedPerson(), connectedPerson()]);
});

const picture = (
  name: string,
  field: string,
  content: Uint8Array<ArrayBuffer> = PNG,
): TestFile => ({
  field,
  name,
  content,
});
const upload = (id: string, name: string, content = PNG): Promise<Answer> =>
  api.request("POST", `/api/template/${id}/attachments`, {
    token: ada.token,
    files: [picture(name, "file", content)],
  });
const created = async (body: string, files: TestFile[] = []) => {
  const answer = await api.call(
    contract.createTemplate,
    { ...fields, name: randomUUID(), body },
    { token: ada.token, files },
  );
  return answer.body.template;
};
const saved = (id: string, body: string) =>
  api.request("PUT", `/api/template/${id}`, { token: ada.token, json: { ...fields, body } });
const toTwo = (form: Record<string, string>, files: TestFile[] = []): Promise<Answer> => {
  const call = { mode: "manual", manual_recipients: "bo@example.org, cy@example.org", ...form };
  return api.request("POST", "/api/send-bulk", { token: ada.token, form: call, files });
};
const composed = (body: string, files: TestFile[] = []) =>
  toTwo({ template_id: "", subject: randomUUID(), body }, files);
const told = ({ status, body }: Answer) => [status, body.reason, body.error];
const MISSING = "A picture in the email is missing. Remove it or insert it again.";

/** The latest two emails of a person, read by an independent parser. */
async function lastTwo() {
  const mails = (await mailbox(ada.email)).slice(-2);
  return Promise.all(
    mails.map(async ({ id }) => simpleParser(await rawMail(id), { skipImageLinks: true })),
  );
}
const partsOf = ({ attachments }: Awaited<ReturnType<typeof lastTwo>>[number]) =>
  attachments.map(({ filename, contentType, contentDisposition, cid = "", content }) => {
    return [filename, contentType, contentDisposition, cid, content.toString("hex")];
  });

describe("a template's pictures", () => {
  it("are apart from its attachments, and the body keeps them", async () => {
    const template = await created(showing(A), [picture(A, "files"), picture("map.pdf", "files")]);
    expect(template.body).toBe(showing(A));
    expect(template.attachments.map(({ original_filename }) => original_filename)).toEqual([
      "map.pdf",
    ]);
    expect(template.pictures).toMatchObject([
      { original_filename: A, content_type: "image/png", size: PNG.length },
    ]);
    const list = await api.call(contract.listTemplates, {}, ada);
    expect(list.body.templates.find(({ id }) => id === template.id)?.attachment_count).toBe(1);
  });

  it("are read as files, by their owner only", async () => {
    const { id } = await created(showing(A), [picture(A, "files")]);
    const path = `/api/template/${id}/pictures/${A}`;
    const mine = await fetch(`${api.url}${path}`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(mine.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": `attachment; filename="${A}"`,
      "x-content-type-options": "nosniff",
    });
    const ask = (token: string, asked: string) => api.request("GET", asked, { token }).then(told);
    expect(await ask(grace.token, path)).toEqual([
      404,
      "not_found",
      "This template no longer exists.",
    ]);
    expect(await ask(ada.token, path.replace(A, B))).toEqual([
      404,
      "not_found",
      "This picture no longer exists.",
    ]);
    expect(await ask(ada.token, path.replace(A, "a.png"))).toEqual([
      404,
      "not_found",
      "Not found.",
    ]);
  });

  it("may be kept by the browser of their caller, for one token, and nothing else may", async () => {
    const { id } = await created(showing(A), [picture(A, "files")]);
    const headersOf = async (path: string, token = ada.token) => {
      const { headers } = await api.request("GET", path, { token });
      return [headers.get("cache-control"), headers.get("vary")];
    };
    const path = `/api/template/${id}/pictures/${A}`;
    const kept = ["private, max-age=3600, immutable", "Authorization"];
    expect(await headersOf(path)).toEqual(kept);
    const send = await toTwo({
      template_id: id,
      start_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const ofSend = (send.body.send as { id: string }).id;
    expect(await headersOf(`/api/sends/${ofSend}/pictures/${A}`)).toEqual(kept);
    const others = [path.replace(A, B), `/api/template/${id}`, "/api/account/export"];
    for (const other of others) expect(await headersOf(other)).toEqual(["no-store", null]);
    expect(await headersOf(path, grace.token)).toEqual(["no-store", null]);
  });

  it("go with a duplicate if its body shows them", async () => {
    const { id } = await created(showing(A), [picture(A, "files")]);
    await upload(id, B);
    const copy = await api.call(contract.duplicateTemplate, { id }, ada);
    expect(copy.body.template.body).toBe(showing(A));
    expect(copy.body.template.pictures?.map(({ original_filename }) => original_filename)).toEqual([
      A,
    ]);
    const call = { id: copy.body.template.id, name: A };
    const answer = await api.request("GET", `/api/template/${call.id}/pictures/${A}`, {
      token: ada.token,
    });
    expect(answer.status).toBe(200);
    for (const template of [id, call.id])
      await api.call(contract.deleteTemplate, { id: template }, ada);
  });

  it("stay when the body stops showing them, until there are twenty", async () => {
    const { id } = await created(showing(A), [picture(A, "files")]);
    for (let n = 2; n <= 21; n++) expect((await upload(id, nameOf(n))).status).toBe(200);
    const { pictures = [] } = (await api.call(contract.getTemplate, { id }, ada)).body.template;
    const names = pictures.map(({ original_filename }) => original_filename);
    expect(names).toEqual([A, ...Array.from({ length: 19 }, (_, n) => nameOf(n + 3))]);
    await api.call(contract.deleteTemplate, { id }, ada);
  });

  it("are a warning if one is missing", async () => {
    const { id, syntax_warnings } = await created(showing(A));
    expect(syntax_warnings).toEqual([MISSING]);
    const preview = await api.call(contract.preview, { template_id: id, variables: {} }, ada);
    expect(preview.body.syntax_warnings).toEqual([MISSING]);
    expect(preview.body.rendered_body_html).toContain(`<img src="cid:${A}" alt="A map" style=`);
    await upload(id, A);
    expect(
      (await api.call(contract.getTemplate, { id }, ada)).body.template.syntax_warnings,
    ).toEqual([]);
    await api.call(contract.deleteTemplate, { id }, ada);
  });

  it("are refused if they aren't pictures, are too large or too many", async () => {
    const { id } = await created("<p>a</p>");
    const WRONG = "A picture must be a PNG, JPEG or GIF file, and its name must say which.";
    expect(told(await upload(id, A, Buffer.from("<svg>")))).toEqual([400, "invalid_input", WRONG]);
    expect(told(await upload(id, nameOf(1, "gif")))).toEqual([400, "invalid_input", WRONG]);
    const large = Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]);
    expect(told(await upload(id, A, large))).toEqual([
      400,
      "attachment_limit",
      "A picture can have at most 2 MB.",
    ]);
    const eleven = Array.from({ length: 11 }, (_, n) => nameOf(n));
    const TOO_MANY = "An email can have at most 10 pictures.";
    expect(told(await saved(id, showing(...eleven)))).toEqual([400, "invalid_input", TOO_MANY]);
    const almost = Buffer.concat([PNG, Buffer.alloc(1.9 * 1024 * 1024)]);
    for (const n of [1, 2, 3]) expect((await upload(id, nameOf(n), almost)).status).toBe(200);
    expect((await saved(id, showing(A, B))).status).toBe(200);
    const TOO_LARGE = "Total attachment size limit (5 MB) exceeded.";
    expect(told(await saved(id, showing(A, B, nameOf(3))))).toEqual([
      400,
      "attachment_limit",
      TOO_LARGE,
    ]);
    await api.call(contract.deleteTemplate, { id }, ada);
  });
});

test("a template's picture is in each email beside its body, other files are attachments, unused pictures stay out", async () => {
  const { id } = await created(showing(A), [
    picture(A, "files"),
    picture("map.pdf", "files", Buffer.from("%PDF")),
  ]);
  await upload(id, B);
  const answer = await toTwo({ template_id: id });
  expect(answer.status).toBe(200);
  const mails = await lastTwo();
  expect(mails.map(({ to }) => [to].flat()[0]?.text).sort()).toEqual([
    "bo@example.org",
    "cy@example.org",
  ]);
  for (const mail of mails) {
    expect(mail.html).toContain(
      `<img src="cid:${A}" alt="A map" style="max-width:100%;height:auto;border:0"`,
    );
    expect(mail.text?.trim()).toBe("Hi[A map]");
    expect(partsOf(mail)).toEqual([
      [A, "image/png", "inline", A, PNG.toString("hex")],
      ["map.pdf", "application/pdf", "attachment", "", Buffer.from("%PDF").toString("hex")],
    ]);
  }
  const key = String(answer.body.send_id);
  const shown = await api.call(contract.getSendMail, { id: key, row: 1 }, ada);
  expect(shown.body.mail.files).toEqual([{ name: "map.pdf", size: 4 }]);
  const ask = (token: string, name: string) =>
    api.request("GET", `/api/sends/${key}/pictures/${name}`, { token });
  expect((await ask(ada.token, A)).status).toBe(200);
  expect(told(await ask(ada.token, B))).toEqual([
    404,
    "not_found",
    "This picture no longer exists.",
  ]);
  expect((await ask(grace.token, A)).status).toBe(404);
});

describe("a composed email", () => {
  it("brings its pictures with it", async () => {
    const answer = await composed(showing(A), [
      picture(A, "attachments"),
      picture("a.txt", "attachments", Buffer.from("a")),
    ]);
    expect(answer.status).toBe(200);
    for (const mail of await lastTwo())
      expect(partsOf(mail).map(([name, , place]) => [name, place])).toEqual([
        [A, "inline"],
        ["a.txt", "attachment"],
      ]);
  });

  it("brings them with a test, too", async () => {
    const form = {
      template_id: "",
      subject: "S",
      body: showing(A),
      variables: JSON.stringify({ Name: "Bo" }),
    };
    const files = [picture(A, "attachments")];
    const answer = await api.request("POST", "/api/test-send", { token: ada.token, form, files });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const [, mail] = await lastTwo();
    expect(mail?.subject).toBe("[Test] S");
    expect(mail && partsOf(mail)[0]?.slice(0, 3)).toEqual([A, "image/png", "inline"]);
  });

  it("sends a file as it is if the body doesn't show it", async () => {
    expect((await composed("<p>a</p>", [picture(A, "attachments", Buffer.from("a"))])).status).toBe(
      200,
    );
    const [mail] = await lastTwo();
    expect(mail && partsOf(mail)[0]?.slice(0, 3)).toEqual([A, "image/png", "attachment"]);
  });

  it("doesn't begin with a picture that is missing or isn't one", async () => {
    const before = (await mailbox(ada.email)).length;
    expect(told(await composed(showing(A)))).toEqual([400, "invalid_input", MISSING]);
    expect(told(await composed(showing(A, B), [picture(A, "attachments")]))).toEqual([
      400,
      "invalid_input",
      MISSING,
    ]);
    const svg = picture(A, "attachments", Buffer.from("<svg>"));
    expect((await composed(showing(A), [svg])).body.reason).toBe("invalid_input");
    const template = await aTemplate(ada.uid, { subject: "S", body: showing(B) });
    expect(told(await toTwo({ template_id: template }))).toEqual([400, "invalid_input", MISSING]);
    const json = { template_id: template, variables: {} };
    const test = await api.request("POST", "/api/test-send", { token: ada.token, json });
    expect(told(test)).toEqual([400, "invalid_input", MISSING]);
    expect(await mailbox(ada.email)).toHaveLength(before);
  });
});
