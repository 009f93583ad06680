import { createHash, randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { uploadFiles } from "@sendwright/core/contract/files";
import { simpleParser } from "mailparser";
import { beforeAll, describe, expect, it } from "vitest";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { bucket } from "../src/platform/firebase.ts";
import { sendDocId } from "../src/store/sends/documents.ts";
import type { Answer, Person, TestFile } from "./harness.ts";
import { storedFiles, storedTemplates } from "./owners.ts";
import { aTemplate, connectedPerson, HOUR, mailbox, rawMail, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** `POST /api/sends/{id}/template` and `GET /api/template/{id}/attachments`. */
let ada: Person;
const api = wholeApi();
beforeAll(async () => {
  ada = await connectedPerson();
});

const PICTURE = "picture-00000000000000aa.png";
const PNG = Buffer.from("89504e470d0a1a0a00", "hex");
const BODY = `<p>Hi <strong>all</strong><img src="cid:${PICTURE}" alt="A map" /></p>`;
const file = (name: string, content: string | Buffer = name, type?: string): TestFile => ({
  field: "attachments",
  name,
  content: Uint8Array.from(Buffer.from(content)),
  ...(type === undefined ? {} : { type }),
});

/** Sends to one person; returns the key of the send. */
async function sent(form: Record<string, string>, files: TestFile[] = [], who = ada) {
  const { status, body } = await api.request("POST", "/api/send-bulk", {
    token: who.token,
    form: { mode: "manual", manual_recipients: `b-${randomUUID()}@example.org`, ...form },
    files,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return String(body.send_id);
}
const composed = (subject: string, files: TestFile[] = [], more: Record<string, string> = {}) =>
  sent({ template_id: "", subject, body: BODY, ...more }, files);
const ask = (id: string, who = ada, key?: string): Promise<Answer> =>
  api.request("POST", `/api/sends/${id}/template`, {
    token: who.token,
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });
const made = async (id: string, who = ada) => {
  const { body } = await api.call(contract.templateOfSend, { id }, who);
  return body;
};
const told = ({ status, body }: Answer) => [status, body.reason, body.error];
const namesOf = (files: readonly contract.Attachment[] = []) =>
  files.map(({ original_filename }) => original_filename);
const bytesOf = async (id: string, path: string) => {
  const address = `${api.url}/api/template/${id}/attachments?storage_path=${encodeURIComponent(path)}`;
  return fetch(address, { headers: { Authorization: `Bearer ${ada.token}` } });
};

/** The last email of a person, read by an independent parser, without its ids and times. */
async function lastMail(who = ada) {
  const [last] = (await mailbox(who.email)).slice(-1);
  const mail = await simpleParser(await rawMail(last?.id ?? ""), { skipImageLinks: true });
  return {
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    replyTo: mail.replyTo?.text,
    files: mail.attachments.map(({ filename, contentType, contentDisposition, content }) => {
      return [filename, contentType, contentDisposition, content.toString("hex")];
    }),
  };
}
/** All that a person has of templates. */
const everything = async ({ uid }: Person) => [
  (await storedTemplates(uid)).map(({ name }) => name).sort(),
  await storedFiles(`users/${uid}/templates/`),
];

describe("a template of a send's email", () => {
  it("sends the same email, with pictures, files, their types, formats and Reply-To", async () => {
    const files = [
      file(PICTURE, PNG, "image/png"),
      file("Grüße.pdf", "%PDF one", "application/pdf"),
      file("notes.bin", "two", "application/x-notes"),
    ];
    const formats = { date_format_preference: "dmy_dots", time_format_preference: "24hr" };
    const id = await composed("Same email", files, { reply_to: "Bo <bo@example.org>", ...formats });
    const original = await lastMail();
    const { template, skipped } = await made(id);
    expect(template).toMatchObject({
      name: "Same email",
      subject: "Same email",
      body: BODY,
      dateFormat: "dmy_dots",
      timeFormat: "24hr",
      reply_to: "Bo <bo@example.org>",
      signature: true,
      syntax_warnings: [],
    });
    expect(skipped).toEqual([]);
    expect([namesOf(template.attachments), namesOf(template.pictures)]).toEqual([
      ["Grüße.pdf", "notes.bin"],
      [PICTURE],
    ]);
    await sent({ template_id: template.id });
    expect(await lastMail()).toEqual(original);
    expect(original.files).toHaveLength(3);
  });

  it("stays when the send is deleted", async () => {
    const id = await composed("Stays", [file("stays.txt")], { body: "<p>B</p>" });
    const { template } = await made(id);
    await api.call(contract.deleteSend, { id }, ada);
    expect(told(await ask(id))).toEqual([404, "not_found", "Not found."]);
    const [stored] = template.attachments;
    const answer = await bytesOf(template.id, stored?.storage_path ?? "");
    expect(await answer.text()).toBe("stays.txt");
  });

  it("is named as its template was, or as a copy if there is one", async () => {
    const name = `${"n".repeat(95)} – 😀`;
    const template_id = await aTemplate(ada.uid, { name, subject: "S", body: "<p>B</p>" });
    const id = await sent({ template_id });
    expect((await made(id)).template.name).toBe(`Copy of ${"n".repeat(92)}`);
    await api.call(contract.deleteTemplate, { id: template_id }, ada);
    expect((await made(id)).template.name).toBe(name);
    // A composed email's name is its subject, which may be longer than a name.
    const long = await composed(`${"s".repeat(99)}😀 and more`, [], { body: "<p>B</p>" });
    expect((await made(long)).template.name).toBe("s".repeat(99));
  });

  it("leaves out the signature only if the email did, although the account had one", async () => {
    const cy = await connectedPerson();
    const of = async (signature?: string) =>
      sent(
        { template_id: "", subject: "Sign", body: "<p>B</p>", ...(signature && { signature }) },
        [],
        cy,
      );
    const without = await of();
    const settings = { signature: "<p>Cy</p>", reply_to: "office@example.org" };
    await api.request("PUT", "/api/account/settings", { token: cy.token, json: settings });
    const [signed, unsigned] = [await of(), await of("false")];
    const choices: unknown[] = [];
    for (const id of [signed, unsigned]) {
      const { reply_to, signature } = (await made(id, cy)).template;
      choices.push([reply_to, signature]);
    }
    // The account's own Reply-To isn't the template's.
    expect(choices).toEqual([
      ["", true],
      ["", false],
    ]);
    await api.request("PUT", "/api/account/settings", {
      token: cy.token,
      json: { signature: "", reply_to: "" },
    });
    expect((await made(without, cy)).template.signature).toBe(true);
  });

  it("names the files that it has no room for, and keeps its pictures", async () => {
    const seven = Array.from({ length: 7 }, (_, n) => file(`room ${n + 1}.txt`));
    const template_id = await aTemplate(ada.uid, { name: "Full", subject: "S", body: BODY });
    const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 65);
    const first = [file("large.bin", megabytes(3)), ...seven.slice(0, 2), file(PICTURE, PNG)];
    for (const one of first)
      await api.call(
        contract.addAttachment,
        { id: template_id },
        { token: ada.token, files: [{ ...one, field: "file" }] },
      );
    const id = await sent({ template_id }, [file("larger.bin", megabytes(4)), file("last.txt")]);
    const { template, skipped } = await made(id);
    expect([namesOf(template.attachments), namesOf(template.pictures), skipped]).toEqual([
      ["large.bin", "room 1.txt", "room 2.txt", "last.txt"],
      [PICTURE],
      ["larger.bin"],
    ]);
    await api.call(contract.deleteTemplate, { id: template.id }, ada);
    const many = await sent({ template_id }, seven.slice(2));
    const other = await made(many);
    expect([namesOf(other.template.attachments), other.skipped]).toEqual([
      ["large.bin", "room 1.txt", "room 2.txt", "room 3.txt", "room 4.txt"],
      ["room 5.txt", "room 6.txt", "room 7.txt"],
    ]);
    for (const one of [template_id, other.template.id])
      await api.call(contract.deleteTemplate, { id: one }, ada);
  });

  it("has no file that only one person got", async () => {
    const content = `A slip ${randomUUID()}`;
    const slip = { field: "files", name: "slip.pdf", content };
    await api.call(uploadFiles, {}, { token: ada.token, files: [slip] });
    const hash = createHash("sha256").update(content).digest("hex");
    const template_id = await aTemplate(ada.uid, { name: "Slips", subject: "S", body: "<p>B</p>" });
    const id = await sent(
      {
        mode: "csv",
        template_id,
        recipient_template: "Email",
        rows: JSON.stringify([{ line: 2, files: [{ name: "slip.pdf", hash }] }]),
      },
      [
        { field: "csv_file", name: "a.csv", content: `Email\r\nslip-${randomUUID()}@example.org` },
        file("for all.txt"),
      ],
    );
    expect((await lastMail()).files).toHaveLength(2);
    const { template, skipped } = await made(id);
    expect([namesOf(template.attachments), skipped]).toEqual([["for all.txt"], []]);
    await api.call(contract.deleteTemplate, { id: template_id }, ada);
    await api.call(contract.deleteTemplate, { id: template.id }, ada);
  });
});

describe("it is refused, and nothing is written,", () => {
  let dee: Person;
  beforeAll(async () => {
    dee = await connectedPerson();
  });
  const ofDee = (more: TestFile[] = []) =>
    sent({ template_id: "", subject: "Dee's", body: "<p>B</p>" }, more, dee);

  it("for another's send, and one that doesn't exist", async () => {
    const id = await ofDee();
    const before = await everything(ada);
    for (const foreign of [id, randomUUID()])
      expect(told(await ask(foreign))).toEqual([404, "not_found", "Not found."]);
    expect(await everything(ada)).toEqual(before);
  });

  it("if a file is gone", async () => {
    const id = await ofDee([file("there.txt"), file("gone.txt")]);
    const before = await everything(dee);
    const paths = await storedFiles(`sends/${sendDocId(dee.uid, id)}/`);
    expect(paths).toHaveLength(2);
    await bucket()
      .file(paths[1] ?? "")
      .delete();
    expect(told(await ask(id, dee))).toEqual([404, "not_found", "This file no longer exists."]);
    expect(await everything(dee)).toEqual(before);
  });

  it("once the send's data is deleted", async () => {
    const id = await ofDee();
    const later = testEngine();
    later.owners.add(dee.uid);
    later.pass(25 * HOUR);
    await sweep(later);
    const before = await everything(dee);
    const sentence = "The data of this send has been deleted.";
    expect(told(await ask(id, dee))).toEqual([409, "wrong_state", sentence]);
    expect(await everything(dee)).toEqual(before);
  });

  it("above the limit, also for the later of two at once", async () => {
    const id = await ofDee([file("at once.txt")]);
    const count = (await storedTemplates(dee.uid)).length;
    for (let n = count; n < 9; n++) await aTemplate(dee.uid, { name: `T${n}` });
    const answers = await Promise.all([ask(id, dee), ask(id, dee)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const now = await everything(dee);
    expect([now[0]?.length, now[1]?.length]).toEqual([10, 1]);
    expect(told(await ask(id, dee)).slice(0, 2)).toEqual([409, "template_limit_reached"]);
    expect(await everything(dee)).toEqual(now);
  });
});

describe("a call that comes again with its key", () => {
  it("gets the template that it made, also at the limit, at once, or edited since", async () => {
    const eve = await connectedPerson();
    const id = await sent(
      { template_id: "", subject: "Once", body: "<p>Once</p>" },
      [file("one.txt"), file("two.txt")],
      eve,
    );
    const key = randomUUID();
    const [first, second] = await Promise.all([ask(id, eve, key), ask(id, eve, key)]);
    expect([first.status, first.body]).toEqual([201, second.body]);
    const whole = await everything(eve);
    expect(whole).toEqual([["Once"], [expect.anything(), expect.anything()]]);
    const { template } = first.body as { template: contract.Template };
    for (const { storage_path } of template.attachments)
      expect((await bucket().file(storage_path).exists())[0]).toBe(true);
    for (let n = 1; n < 10; n++) await aTemplate(eve.uid, { name: `E${n}` });
    expect(await ask(id, eve, key)).toMatchObject({ status: 201, body: { template } });
    const { name, subject, body, dateFormat, timeFormat } = template;
    const fields = { name, subject, body, dateFormat, timeFormat };
    await api.call(contract.saveTemplate, { ...fields, id: template.id, subject: "Twice" }, eve);
    const again = await ask(id, eve, key);
    expect(again).toMatchObject({ status: 201, body: { template: { subject: "Twice" } } });
    expect((await everything(eve))[1]).toEqual(whole[1]);
    expect(told(await ask(id, eve, randomUUID())).slice(0, 2)).toEqual([
      409,
      "template_limit_reached",
    ]);
  });

  it("is refused with a key that isn't one, and finds nothing of someone else's", async () => {
    const id = await sent({ template_id: "", subject: "Mine", body: "<p>M</p>" });
    expect(told(await ask(id, ada, "short")).slice(0, 2)).toEqual([400, "invalid_input"]);
    const [fay, key] = [await connectedPerson(), randomUUID()];
    const theirs = await sent({ template_id: "", subject: "Theirs", body: "<p>T</p>" }, [], fay);
    const { template } = (await ask(id, ada, key)).body as { template: contract.Template };
    expect(template.name).toBe("Mine");
    expect((await ask(theirs, fay, key)).body).toMatchObject({ template: { name: "Theirs" } });
    await api.call(contract.deleteTemplate, { id: template.id }, ada);
  });
});

describe("a template's own file", () => {
  it("is given as it was uploaded, to its owner only, and never shown by a browser", async () => {
    const html = "<script>alert(1)</script>";
    const created = await api.call(
      contract.createTemplate,
      { name: "Own", subject: "S", body: "<p>B</p>", dateFormat: "iso", timeFormat: "24hr" },
      { token: ada.token, files: [{ ...file('a "b".html', html, "text/html"), field: "files" }] },
    );
    const { id, attachments } = created.body.template;
    const path = attachments[0]?.storage_path ?? "";
    const answer = await bytesOf(id, path);
    expect(await answer.text()).toBe(html);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="attachment"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    const other = await aTemplate(ada.uid, { name: "Other" });
    const GONE = "This attachment no longer exists.";
    for (const [of, one] of [
      [other, path],
      [id, `${path}x`],
      [id, ""],
      [id, "../../secrets"],
    ] as const) {
      const asked = `/api/template/${of}/attachments?storage_path=${encodeURIComponent(one)}`;
      expect(told(await api.request("GET", asked, ada))).toEqual([404, "not_found", GONE]);
    }
    const nameless = await api.request("GET", `/api/template/${id}/attachments`, {
      token: ada.token,
    });
    expect(told(nameless).slice(0, 2)).toEqual([400, "invalid_input"]);
    await bucket().file(path).delete();
    const lost = await bytesOf(id, path);
    expect([lost.status, await lost.json()]).toMatchObject([404, { reason: "not_found" }]);
    for (const one of [id, other]) await api.call(contract.deleteTemplate, { id: one }, ada);
  });
});
