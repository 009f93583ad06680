import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { beforeEach, describe, expect, it } from "vitest";
import { rowCollection, sendDocId } from "../src/store/sends/documents.ts";
import { addSuppressions, removeSuppressions } from "../src/store/suppressions.ts";
import { aTag } from "./harness.ts";
import { sendForms, sendingWorld } from "./sendForms.ts";
import { aTemplate, mailbox, rawMail } from "./sendsWorld.ts";

/** The list of people you don't email (decision 34), when a send is accepted. */
const world = sendingWorld();
const { direct, csv, manual } = sendForms(world);

let tag: string;
beforeEach(() => {
  tag = aTag();
});
const at = (name: string) => `${name}-${tag}@example.org`;
const nothing = () => {};
const suppress = (...names: string[]) =>
  addSuppressions(world().person.uid, names.map(at), "typed", 1, nothing);
const answerOf = (body: unknown) => contract.sendBulk.output.parse(body);
const shown = (body: unknown) =>
  answerOf(body).results.map(({ recipient, status, reason }) => [recipient, status, reason]);

/** Everyone whom this test's emails name, by header. */
async function recipients(): Promise<string[]> {
  const mails = await mailbox(world().person.email);
  const found = await Promise.all(
    mails.map(async ({ id }) => {
      const mail = await simpleParser(await rawMail(id));
      return (["to", "cc", "bcc", "replyTo"] as const).flatMap((header) =>
        [mail[header] ?? []]
          .flat()
          .flatMap(({ value }) =>
            value.flatMap(({ address = "" }) =>
              address.endsWith(`-${tag}@example.org`) ? `${header} ${address.split("-")[0]}` : [],
            ),
          ),
      );
    }),
  );
  return found.flat().sort();
}

const rowsOf = async (body: unknown) => {
  const id = sendDocId(world().person.uid, answerOf(body).send_id);
  const { docs } = await rowCollection(id).orderBy("n").get();
  return docs.map((row) => row.data());
};

describe("Direct Send", () => {
  it("skips them with the reason, and the others go", async () => {
    await suppress("bo", "eve");
    const recipient = [at("ann"), at("BO"), at("cy")].join();
    const { status, body } = await direct({ recipient });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, reason: "partially_sent" });
    expect(shown(body)).toEqual([
      [at("ann"), "sent", ""],
      [at("BO"), "skipped", NOT_EMAILED],
      [at("cy"), "sent", ""],
    ]);
    expect(answerOf(body).send).toMatchObject({ cancelled: 0, counts: { sent: 2, skipped: 1 } });
    expect(await recipients()).toEqual(["to ann", "to cy"]);
  });

  it("to no one else sends nothing, and says so", async () => {
    await suppress("ann");
    const { status, body } = await direct({ recipient: at("ann") });
    expect([status, body.success, body.reason, body.error]).toEqual([
      200,
      false,
      "send_failed",
      "1 skipped.",
    ]);
    expect(await recipients()).toEqual([]);
  });

  it("leaves out copies for everyone, says so, and counts only who gets one", async () => {
    await suppress("boss", "log");
    const cc = `${at("Boss")}, ${at("cy")}`;
    const { body } = await direct({
      recipient: at("ann"),
      cc,
      bcc: at("log"),
      reply_to: at("log"),
    });
    const left = `${at("Boss")}, ${at("log")}`;
    const note = `No copy, because on your list of people you don't email: ${left}`;
    expect(shown(body)).toEqual([[at("ann"), "sent", note]]);
    expect(answerOf(body).send).toMatchObject({ cc: at("cy"), reply_to: at("log") });
    expect(answerOf(body).send.bcc).toBeUndefined();
    expect(await recipients()).toEqual(["cc cy", "replyTo log", "to ann"]);
    expect(await rowsOf(body)).toMatchObject([{ recipients: 2 }]);
  });
});

describe("a list", () => {
  const template = () => aTemplate(world().person.uid, { subject: "Hi", body: "<p>Hi</p>" });
  const file = (...names: string[]) =>
    ["Email,Boss", ...names.map((name) => `${at(name)},${at("boss")}`)].join("\r\n");
  const list = (...rows: object[]) => JSON.stringify(rows.map((row) => ({ line: null, ...row })));

  it("is checked without a page, by mailbox", async () => {
    await suppress("bo");
    const given = { template_id: await template(), recipient_template: "Email" };
    const { body } = await csv(given, file("ann", "Bo"));
    expect(shown(body)).toEqual([
      [at("ann"), "sent", ""],
      [at("Bo"), "skipped", NOT_EMAILED],
    ]);
    expect(await recipients()).toEqual(["to ann"]);
  });

  it("loses copies in its columns, and each row says so", async () => {
    await suppress("boss");
    const given = { template_id: await template(), cc_column: "Boss" };
    const { body } = await csv(given, file("ann", "boss"));
    expect(shown(body)).toEqual([
      [at("ann"), "sent", `No copy, because on your list of people you don't email: ${at("boss")}`],
      [at("boss"), "skipped", NOT_EMAILED],
    ]);
    expect(await recipients()).toEqual(["to ann"]);
    expect(await rowsOf(body)).toMatchObject([{ cc: "" }, { cc: at("boss") }]);
  });

  it("that a page checked before someone was added is checked again", async () => {
    await suppress("bo");
    const given = { template_id: await template(), rows: list({}, {}) };
    const { body } = await csv(given, `Email\r\n${at("ann")}\r\n${at("bo")}\r\n`);
    expect(shown(body).map(([, status]) => status)).toEqual(["sent", "skipped"]);
    expect(await recipients()).toEqual(["to ann"]);
  });

  it("that a page checked has blank rows for them, also if they were removed meanwhile", async () => {
    await suppress("bo");
    await removeSuppressions(world().person.uid, [at("bo")], nothing);
    const given = { template_id: await template(), rows: list({}, { skip: "suppressed" }) };
    const { body } = await csv(given, `Email\r\n${at("ann")}\r\n""\r\n`);
    expect(shown(body)).toEqual([
      [at("ann"), "sent", ""],
      ["", "skipped", NOT_EMAILED],
    ]);
  });

  it("names no other reason, and no files for such a row", async () => {
    const files = [{ name: "a.pdf", hash: "0".repeat(64) }];
    for (const row of [{ skip: "unwanted" }, { skip: "suppressed", files }]) {
      const given = { template_id: await template(), rows: list(row) };
      const answer = await csv(given, 'Email\r\n""\r\n');
      expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
    }
  });

  it("can be corrected for someone who was taken off the list since, and for no one on it", async () => {
    await suppress("bo", "cy");
    const template_id = await template();
    const { body } = await csv({ template_id }, file("ann", "Bo", "cy"));
    const { send_id } = answerOf(body);
    const owed = async () => {
      const { api, person } = world();
      const found = await api.call(contract.getCorrections, { id: send_id }, person);
      return found.body.rows.map(({ row, recipient }) => [row, recipient]);
    };
    expect(await owed()).toEqual([]);
    await removeSuppressions(world().person.uid, [at("bo")], nothing);
    expect(await owed()).toEqual([[2, at("Bo")]]);
    const corrects = JSON.stringify({ send: send_id, rows: [2], here: [1] });
    const again = await csv({ template_id, corrects }, `Email\r\n${at("bo")}\r\n`);
    expect(shown(again.body)).toEqual([[at("bo"), "sent", ""]]);
    expect(await owed()).toEqual([]);
    expect(await recipients()).toEqual(["to ann", "to bo"]);
  });

  it("finds a mailbox however it is written", async () => {
    const { uid } = world().person;
    const domain = (name: string) => `${name}@${tag}.bücher.example`;
    await addSuppressions(uid, [domain("ann"), domain('"bo"')], "file", 1, nothing);
    const ascii = (name: string) => domain(name).replace("bücher", "XN--bcher-kva");
    const everyone = [`"Ann" <${ascii("ANN")}>`, `'${domain("ann")}`, ascii("bo"), at("cy")];
    const copied = [domain('"ANN"'), domain("Bo"), at("di")].join(", ");
    for (const to of everyone)
      await direct({ recipient: to, cc: copied, bcc: `<${ascii("ann")}>` });
    expect(await recipients()).toEqual(["cc di", "to cy"]);
    const rows = (await mailbox(world().person.email)).map(({ id }) => rawMail(id));
    expect((await Promise.all(rows)).join()).not.toMatch(new RegExp(`${tag}\\.(xn--)?b`, "i"));
  });

  it("of typed addresses is checked, and can be begun later", async () => {
    await suppress("bo");
    const start_at = new Date(Date.now() + 3_600_000).toISOString();
    const manual_recipients = [at("ann"), at("bo")].join();
    const { status, body } = await manual({ manual_recipients, start_at });
    expect(status).toBe(202);
    expect(shown(body)).toEqual([
      [at("ann"), "queued", ""],
      [at("bo"), "skipped", NOT_EMAILED],
    ]);
  });
});

it("a test to yourself goes in any case", async () => {
  const { api, person, template } = world();
  await addSuppressions(person.uid, [person.email], "typed", 1, nothing);
  const variables = { "Full Name": "Bo", Offer: "Discount", Contact: "c@example.org" };
  const json = { template_id: template, variables };
  const { body } = await api.request("POST", "/api/test-send", { token: person.token, json });
  expect(shown(body)).toEqual([[person.email, "sent", ""]]);
  await removeSuppressions(person.uid, [person.email], nothing);
});

it("with a list that can't be read, nothing begins", async () => {
  const { firestore } = await import("../src/platform/firebase.ts");
  const document = firestore().collection("suppressions").doc(world().person.uid);
  await suppress("bo");
  const before = (await document.get()).data() ?? {};
  await document.set({ ...before, count: "many" });
  const answers = [
    await direct({ recipient: at("ann") }),
    await manual({ manual_recipients: at("ann") }),
  ];
  expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
    [500, "unreadable"],
    [500, "unreadable"],
  ]);
  await document.set(before);
  expect(await recipients()).toEqual([]);
});
