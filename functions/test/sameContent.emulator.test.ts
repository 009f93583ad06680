import { createHash, randomUUID } from "node:crypto";
import {
  createTemplate,
  DEFAULT_FORMATS,
  duplicateTemplate,
  findReceived,
  saveSettings,
  type Template,
} from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { checkList } from "@sendwright/core/list/check";
import { type List, withoutColumns } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { type ContentFile, emailText, rowTexts } from "@sendwright/core/sends/content";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person, TestFile } from "./harness.ts";
import { aTag } from "./harness.ts";
import { connectedPerson } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** What a page says of an email before it is sent is what the server knows of it afterward. */
let person: Person;
const api = wholeApi();
beforeAll(async () => {
  person = await connectedPerson();
});

const PICTURE = "picture-0123456789abcdef.png";
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const hashOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const textFile = (field: string, name: string, content = "x"): TestFile => ({
  field,
  name,
  content,
});
const chosen = (...files: TestFile[]): ContentFile[] =>
  files.map(({ name, content }) => ({ name, content: hashOf(content) }));
const storedFiles = ({ attachments }: Template): ContentFile[] =>
  attachments.map(({ original_filename: name, hash = "", storage_path }) => ({
    name,
    content: hash || storage_path,
  }));

interface Email extends Formats {
  subject: string;
  body: string;
  files: readonly ContentFile[];
  signature?: string;
}

/** The hash of a page for one person who gets these values. */
function pageHash(email: Email, values: Record<string, string> = {}): string {
  const { variables } = parseTemplate(email);
  const people = listOfAddresses(splitRecipients("ann@example.org"), emptyList());
  const list: List = withoutColumns(people, variables);
  const given = { ...email, variables, values: new Map(Object.entries(values)), limit: 10 };
  const { rows, dateOrders } = checkList(list, given);
  const content = { ...given, signature: email.signature ?? "", dateOrders };
  return hashOf(rowTexts(content)(hashOf(emailText(content)), rows[0]?.values ?? []));
}

async function same(email: { template_id?: string; subject: string }, to: string, content: string) {
  const people = [{ row: 1, recipient: to, content }];
  const given = person;
  const { received } = (await api.call(findReceived, { template_id: "", ...email, people }, given))
    .body;
  return received.map((one) => one.same);
}

async function sent(path: string, form: Record<string, string>, files: TestFile[] = []) {
  const answer = await api.request("POST", path, { token: person.token, form, files });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const someone = () => `p-${aTag()}@example.org`;

async function aTemplate(files: TestFile[] = []) {
  const fields = {
    ...DEFAULT_FORMATS,
    name: randomUUID(),
    subject: `Plan of {{Name}} ${randomUUID()}`,
    body: `<p>Hi {{Name}}, by {{Due|date}}.</p><p>a</p>\n<p><img src="cid:${PICTURE}" alt=""></p>`,
  };
  const picture = { field: "files", name: PICTURE, content: PNG };
  const given = { token: person.token, files: [...files, picture] };
  const { template } = (await api.call(createTemplate, fields, given)).body;
  return template;
}

describe("the server knows an email by what its page said of it", () => {
  it("from a template with files and a picture, to addresses with values", async () => {
    const template = await aTemplate([
      textFile("files", "e\u0301.txt"),
      textFile("files", "b.txt"),
    ]);
    const to = someone();
    const values = { Name: " Ann\r\nMarie ", Due: "1/2/2026" };
    await sent("/api/send-bulk", {
      mode: "manual",
      template_id: template.id,
      manual_recipients: to,
      variables: JSON.stringify(values),
    });
    const email = { ...template, signature: "", files: storedFiles(template) };
    const ask = (of: Email, given: Record<string, string>) =>
      same({ template_id: template.id, subject: "" }, to, pageHash(of, given));
    expect(await ask(email, values)).toEqual([true]);
    expect(await ask(email, { Name: "Ann\nMarie", Due: "2026-01-02" })).toEqual([true]);
    expect(await ask(email, { ...values, Due: "2026-02-01" })).toEqual([false]);
    expect(await ask({ ...email, dateFormat: "long" }, values)).toEqual([false]);
    expect(await ask({ ...email, files: email.files.slice(1) }, values)).toEqual([false]);
    expect(await ask({ ...email, body: `${email.body}<p>!</p>` }, values)).toEqual([false]);
    expect(await ask({ ...email, signature: "<p>A</p>" }, values)).toEqual([false]);
  });

  it("in Direct Send, with formats of its own, a signature and files with odd names", async () => {
    await api.call(saveSettings, { signature: "<p>Ada</p>" }, person);
    const template = await aTemplate([textFile("files", "plan.txt")]);
    const to = someone();
    const files = [
      textFile("attachments", "=?utf-8?Q?n=2Etxt?=", "y"),
      textFile("attachments", "U\u0308.txt"),
    ];
    const variables = JSON.stringify({ Name: "Bo", Due: "2026-03-04" });
    const form = { template_id: template.id, recipient: to, variables, dateFormat: "dmy_dots" };
    await sent("/api/send", form, files);
    const email = {
      ...template,
      dateFormat: "dmy_dots" as const,
      signature: "<p>Ada</p>",
      files: [...storedFiles(template), ...chosen(...files)],
    };
    const ask = (of: Email) =>
      same(
        { template_id: template.id, subject: "" },
        to,
        pageHash(of, { Name: "Bo", Due: "2026-03-04" }),
      );
    expect(await ask(email)).toEqual([true]);
    expect(await ask({ ...email, signature: "" })).toEqual([false]);
    await api.call(saveSettings, { signature: "" }, person);
  });

  it("composed, with a picture, files and line breaks", async () => {
    const to = someone();
    const email = {
      ...DEFAULT_FORMATS,
      subject: `Composed ${randomUUID()}`,
      body: `<p>a</p>\r\n<p><img src="cid:${PICTURE}" alt=""></p>`,
    };
    const file = textFile("attachments", "plan.txt");
    const picture = { field: "attachments", name: PICTURE, content: PNG };
    const { subject, body } = email;
    const form = { mode: "manual", template_id: "", subject, body, manual_recipients: to };
    await sent("/api/send-bulk", form, [file, picture]);
    const asWritten = { ...email, body: email.body.replace("\r\n", "\n") };
    const ask = (files: ContentFile[]) => same(email, to, pageHash({ ...asWritten, files }));
    expect(await ask(chosen(file))).toEqual([true]);
    expect(await ask(chosen({ ...file, content: "z" }))).toEqual([false]);
    expect(await ask([])).toEqual([false]);
  });

  it("if the same file was added again, in a copy of the template or to a composed email", async () => {
    const template = await aTemplate([textFile("files", "plan.txt")]);
    const { body } = await api.call(duplicateTemplate, { id: template.id }, person);
    expect(storedFiles(body.template)).toEqual(storedFiles(template));
    expect(storedFiles(template)).toEqual(chosen(textFile("files", "plan.txt")));
    expect(body.template.attachments[0]?.storage_path).not.toBe(
      template.attachments[0]?.storage_path,
    );
  });
});
