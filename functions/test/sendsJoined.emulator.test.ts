import { createHash, randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { uploadFiles } from "@sendwright/core/contract/files";
import { readCsv } from "@sendwright/core/csv/readCsv";
import type { List } from "@sendwright/core/list/list";
import { listOfTable } from "@sendwright/core/list/read";
import { simpleParser } from "mailparser";
import { beforeAll, describe, expect, it } from "vitest";
import { rowCollection, sendDocId } from "../src/store/sends/documents.ts";
import { readSnapshot } from "../src/store/sends/read.ts";
import type { Answer, Person } from "./harness.ts";
import { aTag } from "./harness.ts";
import { sendForms } from "./sendForms.ts";
import { aTemplate, connectedPerson, mailbox, rawMail } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/** One email for several rows of the list, with their total (decision 38). */

const BODY =
  "<p>Dear {{Family}} family,</p><ul><li>{{#rows}}{{Child}} owes {{Amount}}{{/rows}}</li></ul><p>In total {{Amount|sum}}.</p>";

let person: Person;
let template: string;
const api = wholeApi();
beforeAll(async () => {
  person = await connectedPerson();
  template = await lunchTemplate(person);
});

const forms = sendForms(() => ({ api, person, template }));

function lunchTemplate({ uid }: Person): Promise<string> {
  return aTemplate(uid, { subject: "Lunch for {{Family}}: {{Amount|sum}}", body: BODY });
}

type Child = readonly [family: string, child: string, amount: string];

/** Twelve children of seven families; the families' rows aren't together. */
const CHILDREN: readonly Child[] = [
  ["Meyer", "Anna", "$12.50"],
  ["Okoye", "Ben", "$8.00"],
  ["Meyer", "Tim", "$12.50"],
  ["Rossi", "Carla", "$1,000.25"],
  ["Okoye", "Dayo", "$9.75"],
  ["Sato", "Emi", "$3.00"],
  ["Rossi", "Dino", "$0.75"],
  ["Meyer", "Zoe", "$7.10"],
  ["Khan", "Farid", "$20.00"],
  ["Novak", "Goran", "$5.50"],
  ["Khan", "Gul", "$22.00"],
  ["Lopez", "Hugo", "$6.40"],
];
const FAMILIES: Record<string, { lines: string[]; total: string }> = {
  Meyer: { lines: ["Anna owes $12.50", "Tim owes $12.50", "Zoe owes $7.10"], total: "$32.10" },
  Okoye: { lines: ["Ben owes $8.00", "Dayo owes $9.75"], total: "$17.75" },
  Rossi: { lines: ["Carla owes $1,000.25", "Dino owes $0.75"], total: "$1,001.00" },
  Sato: { lines: ["Emi owes $3.00"], total: "$3.00" },
  Khan: { lines: ["Farid owes $20.00", "Gul owes $22.00"], total: "$42.00" },
  Novak: { lines: ["Goran owes $5.50"], total: "$5.50" },
  Lopez: { lines: ["Hugo owes $6.40"], total: "$6.40" },
};

/** A file of these children. Every second row writes its family's address in another way. */
function listOf(children: readonly Child[], tag = aTag()) {
  const addressOf = (family: string) => `${family.toLowerCase()}-${tag}@example.org`;
  const lines = children.map(([family, child, amount], i) => {
    const address = addressOf(family);
    return `${i % 2 === 0 ? address : address.toUpperCase()},${family},${child},"${amount}"`;
  });
  return { text: ["Email,Family,Child,Amount", ...lines].join("\r\n"), addressOf };
}

const pupils = (rows: number) =>
  Array.from({ length: rows }, (_, i): Child => ["Meyer", `Pupil ${i + 1}`, "$0.01"]);

/** The list of a page, whose columns feed the placeholders with their names. */
function pageList(text: string): List {
  const list = listOfTable(readCsv(text), { kind: "file", name: "lunch.csv" });
  const values = new Map(list.columns.map((name) => [name, { column: name }] as const));
  return { ...list, mapping: { ...list.mapping, address: "Email", values } };
}

/** Each email of an account to someone, as a mail program that isn't ours reads it. */
async function delivered(account: string, to: string) {
  const mails = (await mailbox(account)).filter(({ to: receivers }) =>
    receivers.join().toLowerCase().includes(to),
  );
  return Promise.all(
    mails.map(async ({ id }) => {
      const { subject, text = "", html, attachments } = await simpleParser(await rawMail(id));
      const items = String(html).matchAll(/<li[^>]*>(.*?)<\/li>/gs);
      return {
        subject,
        text,
        items: [...items].map(([, item = ""]) => item.replace(/<[^>]*>/g, "")),
        files: attachments.map(({ filename, content }) => [filename, String(content)]),
      };
    }),
  );
}

async function expectFamilies(addressOf: (family: string) => string): Promise<void> {
  for (const [family, { lines, total }] of Object.entries(FAMILIES)) {
    const mails = await delivered(person.email, addressOf(family));
    expect(mails).toMatchObject([{ subject: `Lunch for ${family}: ${total}`, items: lines }]);
    for (const line of [...lines, `In total ${total}.`]) expect(mails[0]?.text).toContain(line);
  }
}

const answerOf = ({ body }: Answer) => contract.sendBulk.output.parse(body);

/** The numbers of the rows that have a document, in order. */
async function storedRows({ body }: Answer): Promise<number[]> {
  const id = sendDocId(person.uid, String(body.send_id));
  return (await rowCollection(id).get()).docs.map((doc) => Number(doc.id));
}

describe("seven families with twelve children", () => {
  const seven = { total: 7, sent: 7, queued: 0, skipped: 0, failed: 0 };

  it("get one email each from a plain file, with a line for each child and the total", async () => {
    const { text, addressOf } = listOf(CHILDREN);
    const answer = await forms.csv({}, text);
    expect(answer.status).toBe(200);
    expect(answerOf(answer).send).toMatchObject({ state: "done", counts: seven });
    expect(await storedRows(answer)).toEqual([1, 2, 4, 6, 9, 10, 12]);
    await expectFamilies(addressOf);
  });

  it("get the same from a page, which names every row", async () => {
    const { text, addressOf } = listOf(CHILDREN);
    const answer = await forms.uploaded({}, pageList(text), {
      body: BODY,
    });
    expect(answer.status).toBe(200);
    expect(answerOf(answer).send).toMatchObject({ state: "done", counts: seven });
    await expectFamilies(addressOf);
  });

  it("can each be shown by the number of any of its rows", async () => {
    const { text, addressOf } = listOf(CHILDREN);
    const { body } = await forms.csv({}, text);
    const id = String(body.send_id);
    const shown = (row: number) => api.call(contract.getSendMail, { id, row }, person);
    const first = (await shown(1)).body;
    expect(first).toMatchObject({
      recipient: addressOf("Meyer"),
      rendered_subject: "Lunch for Meyer: $32.10",
    });
    for (const line of FAMILIES.Meyer?.lines ?? []) expect(first.rendered_text).toContain(line);
    expect((await shown(3)).body).toEqual(first);
    expect((await shown(8)).body).toEqual(first);
    expect((await api.request("GET", `/api/sends/${id}/mail?row=13`, person)).status).toBe(404);
  });
});

describe("a family whose rows can't be one email", () => {
  it.each<[what: string, wrong: Partial<Record<number, Child>>, named: RegExp]>([
    ["has another value outside the repeated part", { 2: ["Meier", "Tim", "$1"] }, /Family/],
    ["has a text in a total", { 2: ["Meyer", "Tim", "free"] }, /Amount/],
    ["has two currencies", { 2: ["Meyer", "Tim", "€12.50"] }, /Amount/],
    ["has a blank in a total", { 2: ["Meyer", "Tim", ""] }, /Amount/],
  ])("gets none if one %s; the others get theirs", async (_what, wrong, named) => {
    const tag = aTag();
    const { text, addressOf } = listOf(CHILDREN, tag);
    // The address stays that of the family.
    const lines = text.split("\r\n").map((line, i) => {
      const [family, child, amount] = wrong[i - 1] ?? [];
      return family === undefined ? line : `${addressOf("Meyer")},${family},${child},"${amount}"`;
    });
    const answer = answerOf(await forms.csv({}, lines.join("\r\n")));
    expect(answer.send.counts).toMatchObject({ total: 9, sent: 6, skipped: 3 });
    const skipped = answer.results.filter(({ status }) => status === "skipped");
    expect(skipped.map(({ row }) => row)).toEqual([1, 3, 8]);
    for (const { reason } of skipped) expect(reason).toMatch(/\S/);
    expect(skipped.map(({ reason }) => reason).join()).toMatch(named);
    expect(await delivered(person.email, addressOf("Meyer"))).toEqual([]);
    expect(await delivered(person.email, addressOf("Okoye"))).toHaveLength(1);
  });

  it("gets none if its subject would be too long, each row with that reason", async () => {
    const long = "M".repeat(990);
    const { text } = listOf([
      [long, "Anna", "$1"],
      ["Sato", "Emi", "$2"],
      [long, "Tim", "$3"],
    ]);
    const { send, results } = answerOf(
      await forms.csv(
        {},
        text.replaceAll(`${long.toLowerCase()}-`, "m-").replaceAll(/M{990}-/g, "M-"),
      ),
    );
    expect(send.counts).toMatchObject({ total: 3, sent: 1, skipped: 2 });
    const tooLong = "With these values, the subject is too long (at most 998 bytes).";
    expect(results.map(({ reason }) => reason)).toEqual([tooLong, "", tooLong]);
  });
});

describe("an email for as many rows as one can have", () => {
  it("goes with 100 of them, in their order; with one more, none goes", async () => {
    const most = listOf(pupils(100));
    const { send } = answerOf(await forms.csv({}, most.text));
    expect(send.counts).toMatchObject({ total: 1, sent: 1 });
    const lines = pupils(100).map(([, child]) => `${child} owes $0.01`);
    expect(await delivered(person.email, most.addressOf("Meyer"))).toMatchObject([
      { subject: "Lunch for Meyer: $1.00", items: lines },
    ]);
    const more = answerOf(await forms.csv({}, listOf(pupils(101)).text));
    expect(more.send.counts).toMatchObject({ total: 101, skipped: 101 });
    expect(more.results[100]?.reason).toContain("101 rows");
  });

  it("goes with all values that fit into one row; with a byte more, none goes", async () => {
    const template_id = await aTemplate(person.uid, {
      subject: "Notes",
      body: "<p>{{#rows}}{{Note}}{{/rows}}</p>",
    });
    // Twenty-one rows with the same address and a note each.
    const notes = (last: number) => [...Array(20).fill(9_900), last].map((n) => "x".repeat(n));
    const file = (last: number) =>
      ["Email,Note", ...notes(last).map((note) => `notes@example.org,${note}`)].join("\r\n");
    const fits = answerOf(await forms.csv({ template_id }, file(2_000)));
    expect(fits.send.counts).toMatchObject({ total: 1, sent: 1 });
    const over = answerOf(await forms.csv({ template_id }, file(2_001)));
    expect(over.send.counts).toMatchObject({ total: 21, skipped: 21 });
  });
});

describe("a plain call with rows above the limit", () => {
  it("is refused if the email has a repeated part, because a family could be cut in two", async () => {
    const row = (n: number) => `p${n}-cut@example.org,Family,Child,"$1"`;
    const lines = Array.from({ length: 1_001 }, (_, i) => row(i));
    const answer = await forms.csv({}, ["Email,Family,Child,Amount", ...lines].join("\r\n"));
    expect(answer).toMatchObject({ status: 400, body: { reason: "too_many_recipients" } });
    const held = await forms.csv(
      { rows_left_out: "1" },
      ["Email,Family,Child,Amount", row(1)].join("\r\n"),
    );
    expect(held).toMatchObject({ status: 400, body: { reason: "too_many_recipients" } });
  });
});

describe("a page's list from which rows were left out", () => {
  const list = pageList(
    ["Email,Family,Child,Amount", `left-out@example.org,Family,Child,"$1"`].join("\r\n"),
  );
  const sent = (form: Record<string, string>, beyond = 0) =>
    forms.uploaded(form, { ...list, beyond }, { body: BODY });

  it("is refused if it has room for more, unless each email may be incomplete", async () => {
    const reason = "invalid_input";
    const claimed = await sent({ rows_left_out: "1" });
    expect(claimed).toMatchObject({ status: 400, body: { reason } });
    expect(claimed.body.error).toContain("Reload the page");
    const wrong = await sent({ rows_left_out: "0" }, 1);
    expect(wrong).toMatchObject({ status: 400, body: { reason } });
    expect(wrong.body.error).toContain('"above"');
    // A file with more rows than a page holds, of which all but one are filtered away.
    const answer = answerOf(await sent({}, 1));
    expect(answer.send).toMatchObject({ counts: { total: 1, skipped: 1 }, rows_over_limit: 1 });
    expect(answer.results[0]?.reason).toContain("row 2 is above the limit");
  });
});

describe("a preview and a test email", () => {
  const rows = [
    { Family: "Meyer", Child: "Anna", Amount: "1.234,50 €" },
    { Family: "Meyer", Child: "Tim", Amount: "0,50 €" },
  ];
  const [variables = {}, ...further] = rows;

  it("are the email that the list sends", async () => {
    const { text, addressOf } = listOf(
      rows.map(({ Family, Child, Amount }): Child => [Family, Child, Amount]),
    );
    await forms.csv({}, text);
    const [sent] = await delivered(person.email, addressOf("Meyer"));
    expect(sent).toMatchObject({
      subject: "Lunch for Meyer: 1.235,00 €",
      items: ["Anna owes 1.234,50 €", "Tim owes 0,50 €"],
    });
    const number_forms = { Amount: "comma" } as const;
    const { body: shown } = await api.call(
      contract.preview,
      { template_id: template, variables, rows: further, number_forms },
      person,
    );
    expect(shown).toMatchObject({ rendered_subject: sent?.subject, missing: [] });
    expect(shown.rendered_text.trim()).toBe(sent?.text.trim());
    const tried = await tryOut({ number_forms: JSON.stringify(number_forms) });
    expect(tried).toMatchObject({ status: 200, body: { success: true } });
    const [test] = await delivered(person.email, person.email);
    expect(test).toEqual({ ...sent, subject: `[Test] ${sent?.subject}` });
  });

  function tryOut(more: Record<string, string>): Promise<Answer> {
    const form = {
      template_id: template,
      variables: JSON.stringify(variables),
      rows: JSON.stringify(further),
      ...more,
    };
    return api.request("POST", "/api/test-send", { token: person.token, form });
  }

  it("say why rows can't be one email", async () => {
    const other = [{ Family: "Okoye", Child: "Ben", Amount: "1,00 €" }];
    const answer = await tryOut({ rows: JSON.stringify(other) });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_values" } });
    expect(String(answer.body.error)).toContain("Family");
  });

  it.each([
    ["a blank", { Amount: "" }, "Blank value for {{Amount}}"],
    ["a text", { Amount: "free" }, "“free” isn't a number, so {{Amount}} can't be added up"],
  ])("say what is wrong with %s in a further row", async (_what, wrong, error) => {
    const rows = JSON.stringify([{ Family: "Meyer", Child: "Ben", ...wrong }]);
    expect(await tryOut({ rows })).toMatchObject({ status: 400, body: { error } });
  });

  it("guess no notation: a preview marks the total, and a test is refused", async () => {
    const [one, open] = [
      { ...variables, Amount: "2" },
      { ...variables, Amount: "1,234" },
    ];
    const json = { template_id: template, variables: one, rows: [open] };
    const shown = await api.request("POST", "/api/preview", { token: person.token, json });
    expect(shown.body).toMatchObject({ missing: ["Amount"] });
    const answer = await tryOut({ variables: JSON.stringify(one), rows: JSON.stringify([open]) });
    expect(String(answer.body.error)).toContain("could be 1 thousand 234");
  });

  it.each<[what: string, rows: unknown]>([
    ["no list", { Family: "Meyer" }],
    ["a list of texts", ["Meyer"]],
    ["more rows than an email has", Array.from({ length: 100 }, () => ({}))],
    ["a value that isn't text", [{ Family: 1 }]],
  ])("refuse %s as rows", async (_what, wrong) => {
    const refused = { status: 400, body: { reason: "invalid_input" } };
    const json = { template_id: template, variables, rows: wrong };
    expect(await api.request("POST", "/api/preview", { token: person.token, json })).toMatchObject(
      refused,
    );
    expect(await tryOut({ rows: JSON.stringify(wrong) })).toMatchObject(refused);
  });

  it("refuse another notation of numbers, and rows for an email without a repeated part", async () => {
    const refused = { status: 400, body: { reason: "invalid_input" } };
    const preview = (json: object) =>
      api.request("POST", "/api/preview", { token: person.token, json });
    const numbers = { Amount: "dots" };
    expect(
      await preview({ template_id: template, variables, number_forms: numbers }),
    ).toMatchObject(refused);
    expect(await tryOut({ number_forms: JSON.stringify(numbers) })).toMatchObject(refused);
    expect(await tryOut({ number_forms: '{"Gone":"comma"}' })).toMatchObject(refused);
    const single = { template_id: "", subject: "Hello", body: "<p>{{Child}}</p>" };
    expect(await preview({ ...single, variables, rows: further })).toMatchObject(refused);
    expect(await tryOut(single)).toMatchObject(refused);
  });
});

describe("invalid number_forms", () => {
  it.each([
    [
      "another notation",
      '{"Amount":"dots"}',
      '"number_forms.Amount" must be one of: point, comma.',
    ],
    ["no JSON", "comma", '"number_forms" is not valid JSON.'],
    ["a column that doesn't exist", '{"amount":"comma"}', 'The file has no column "amount".'],
  ])("of a list are refused: %s", async (_what, number_forms, error) => {
    const { text } = listOf(CHILDREN.slice(0, 1));
    expect(await forms.csv({ number_forms }, text)).toMatchObject({
      status: 400,
      body: { reason: "invalid_input", error },
    });
  });

  it("of Direct Send are refused: a placeholder that doesn't exist", async () => {
    const variables = '{"Family":"Lee","Child":"Ida","Amount":"1"}';
    expect(await forms.direct({ variables, number_forms: '{"Gone":"point"}' })).toMatchObject({
      status: 400,
      body: { reason: "invalid_input", error: "The template has no variable {{Gone}}." },
    });
  });
});

describe("a total for one row", () => {
  it("is that row's value, in Direct Send and for addresses", async () => {
    const template_id = await lunchTemplate(person);
    const [one, two] = [randomUUID(), randomUUID()].map((id) => `one-${id}@example.org`);
    const variables = JSON.stringify({ Family: "Lee", Child: "Ida", Amount: "1,234" });
    const direct = await forms.direct({ template_id, recipient: one ?? "", variables });
    const manual = await forms.manual({
      template_id,
      manual_recipients: two ?? "",
      variables,
      subject: "",
      body: "",
    });
    for (const [answer, to] of [
      [direct, one],
      [manual, two],
    ] as const) {
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(await delivered(person.email, to ?? "")).toMatchObject([
        { subject: "Lunch for Lee: 1,234", items: ["Ida owes 1,234"] },
      ]);
    }
  });
});

describe("files of the rows of one email", () => {
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const named = (text: string) => ({ name: `${text}.pdf`, hash: sha(text) });

  it("are all in it, each once; each row keeps its own", async () => {
    const texts = ["bill of Anna", "bill of Tim", "map"];
    const files = texts.map((content) => ({ field: "files", name: "f.pdf", content }));
    await api.call(uploadFiles, {}, { token: person.token, files });
    const { text, addressOf } = listOf(CHILDREN.slice(0, 3));
    const entries = [["bill of Anna", "map"], [], ["bill of Tim", "map"]].map((own, i) => ({
      line: i + 2,
      ...(own.length > 0 && { files: own.map(named) }),
    }));
    const fields = { rows: JSON.stringify(entries), number_forms: "{}" };
    const { body } = await forms.csv(fields, text);
    const [mail] = await delivered(person.email, addressOf("Meyer"));
    expect(mail?.files).toEqual([
      ["bill of Anna.pdf", "bill of Anna"],
      ["map.pdf", "map"],
      ["bill of Tim.pdf", "bill of Tim"],
    ]);
    const id = String(body.send_id);
    const shown = await api.call(contract.getSendMail, { id, row: 3 }, person);
    expect(shown.body.row_files?.map(({ name }) => name)).toEqual([
      "bill of Anna.pdf",
      "map.pdf",
      "bill of Tim.pdf",
    ]);
    // A lane of the worker needs room for each different file.
    const sizes = texts.reduce((sum, { length }) => sum + length, 0);
    expect(await readSnapshot(sendDocId(person.uid, id))).toMatchObject({ mostOfRow: sizes });
    const stored = await rowCollection(sendDocId(person.uid, id)).get();
    expect(stored.docs[0]?.data().files?.map(({ filename, row }) => [filename, row])).toEqual([
      ["bill of Anna.pdf", undefined],
      ["map.pdf", undefined],
      ["bill of Tim.pdf", 3],
      ["map.pdf", 3],
    ]);
    const rows = CHILDREN.slice(0, 3).map(([Family, Child, Amount]) => ({ Family, Child, Amount }));
    const [variables, ...further] = rows.filter(({ Family }) => Family === "Meyer");
    const tryOut = (own: object) => {
      const given = { variables, rows: further, ...own };
      const json = Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]);
      const form = { template_id: template, ...Object.fromEntries(json) };
      return api.request("POST", "/api/test-send", { token: person.token, form });
    };
    const before = (await delivered(person.email, person.email)).length;
    const earlier = [1, 3].map((row) => ({ send: id, row }));
    const uploads = texts.slice(0, 1).map(named);
    expect((await tryOut({ files_of: earlier })).status).toBe(200);
    expect((await tryOut({ files_of: earlier[1], row_files: uploads })).status).toBe(200);
    const tests = (await delivered(person.email, person.email)).slice(before);
    expect(tests.map((one) => one.files)).toEqual([
      mail?.files,
      [
        ["bill of Anna.pdf", "bill of Anna"],
        ["bill of Tim.pdf", "bill of Tim"],
        ["map.pdf", "map"],
      ],
    ]);
    expect(await tryOut({ files_of: earlier, row_files: uploads })).toMatchObject({
      status: 400,
      body: { reason: "invalid_input" },
    });
  });

  it("that are too large together are refused with the numbers of the rows", async () => {
    const large = ["a", "b"].map((letter) => letter.repeat(3_000_000));
    for (const content of large) {
      const files = [{ field: "files", name: "f.pdf", content }];
      await api.call(uploadFiles, {}, { token: person.token, files });
    }
    const { text } = listOf(CHILDREN.slice(0, 3));
    const entries = [large[0], undefined, large[1]].map((content, i) => ({
      line: i + 2,
      ...(content !== undefined && { files: [{ name: "large.pdf", hash: sha(content) }] }),
    }));
    const fields = { rows: JSON.stringify(entries), number_forms: "{}" };
    const answer = await forms.csv(fields, text);
    expect(answer).toMatchObject({ status: 400, body: { reason: "attachment_limit" } });
    expect(String(answer.body.error)).toMatch(/^Rows 1, 3: /);
  });

  it("that all rows name again fit into its document, or are refused", async () => {
    const text = "long names";
    const files = [{ field: "files", name: "f.pdf", content: text }];
    await api.call(uploadFiles, {}, { token: person.token, files });
    const { text: list } = listOf(pupils(100));
    // Each row may name a file several times, and a character has up to three bytes.
    const sent = (times: number) => {
      const own = { name: `${"名".repeat(251)}.pdf`, hash: sha(text) };
      const entries = Array.from({ length: 100 }, (_, i) => ({
        line: i + 2,
        files: Array(i === 0 ? 1 : times).fill(own),
      }));
      return forms.csv({ rows: JSON.stringify(entries), number_forms: "{}" }, list);
    };
    const answer = answerOf(await sent(5));
    expect(answer.send.counts).toMatchObject({ total: 1, sent: 1 });
    expect(answer.results[99]?.files).toHaveLength(5);
    const refused = await sent(6);
    expect(refused).toMatchObject({ status: 400, body: { reason: "attachment_limit" } });
    expect(String(refused.body.error)).toBe(
      "Rows 1, 2, 3, 4, 5 and 95 more: The names of their files are too long together. Use shorter names.",
    );
  });
});
