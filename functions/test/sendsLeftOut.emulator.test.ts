import { randomUUID } from "node:crypto";
import * as contract from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { changed, type ListChange } from "@sendwright/core/list/change";
import { listOfCsv } from "@sendwright/core/list/read";
import { describe, expect, it } from "vitest";
import { attachment, HEADERS, sendForms, sendingWorld } from "./sendForms.ts";
import { aCsv, aTemplate, connectedPerson, mailbox } from "./sendsWorld.ts";

const world = sendingWorld();
const { direct, csv, uploaded, manual } = sendForms(world);

describe("a send with skipped rows", () => {
  it("skips the rows that fail the check, each with its reason, and sends the others", async () => {
    const tag = randomUUID().slice(0, 8);
    const lines = [
      HEADERS,
      `Ann,ann-${tag}@example.org,Discount,c@example.org`,
      ",blank@example.org,Discount,c@example.org",
      "Bo,not an address,Discount,c@example.org",
      `Cy,ANN-${tag}@example.org,Discount,c@example.org`,
      "Di,di@example.org,Nothing,c@example.org",
      `Ed,ed-${tag}@example.org,Free Trial,c@example.org`,
    ];
    const answer = await csv({}, lines.join("\n"));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: "partially_sent", message: "2 sent, 4 skipped." });
    const { results, send_id } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ row, line, status, reason }) => ({ row, line, status, reason }))).toEqual([
      { row: 1, line: 2, status: "sent", reason: "" },
      { row: 2, line: 3, status: "skipped", reason: "Blank value for {{Full Name}}" },
      { row: 3, line: 4, status: "skipped", reason: "Not an email address: not an address" },
      { row: 4, line: 5, status: "skipped", reason: "Duplicate of row 1" },
      { row: 5, line: 6, status: "skipped", reason: '"Nothing" is not an option of {{Offer}}' },
      { row: 6, line: 7, status: "sent", reason: "" },
    ]);
    // Each can be corrected as it was written; the duplicate's person has the email.
    const corrections = await world().api.call(contract.getCorrections, { id: send_id }, world().person);
    expect(corrections.body.rows.map(({ row, recipient, values }) => ({ row, recipient, ...values }))).toEqual([
      { row: 2, recipient: "blank@example.org", "Full Name": "", Offer: "Discount", Contact: "c@example.org" },
      { row: 3, recipient: "not an address", "Full Name": "Bo", Offer: "Discount", Contact: "c@example.org" },
      { row: 5, recipient: "di@example.org", "Full Name": "Di", Offer: "Nothing", Contact: "c@example.org" },
    ]);
    // People whom another send corrects aren't offered any more, even if the answer to its call was lost and it is
    // called again.
    const call = { corrects: JSON.stringify({ send: send_id, rows: [2, 5] }), idempotency_key: randomUUID() };
    const file = `${HEADERS}\nEve,eve-${tag}@example.org,Discount,c@example.org`;
    expect((await csv(call, file)).body).toMatchObject({ success: true, send: { corrects: send_id } });
    expect((await csv(call, file)).body).toMatchObject({ success: true });
    expect((await csv({ ...call, idempotency_key: randomUUID() }, file)).body).toMatchObject({
      ...{ success: false, reason: "wrong_state" },
      error: "blank@example.org, Di already received this email, or will. Remove them and try again.",
    });
    const left = await world().api.call(contract.getCorrections, { id: send_id }, world().person);
    expect(left.body.rows.map(({ row }) => row)).toEqual([3]);
  });

  it("follows a person's changes on the page: cells, columns, skipped rows and kept repeats", async () => {
    const tag = randomUUID().slice(0, 8);
    const body = "<p>Hi {{Name}}</p>";
    const own = await aTemplate(world().person.uid, { subject: "Hi {{Name}}", body });
    const file = `first,Email\nAnn,x${tag}@example.org\nBo,broken\nCy,x${tag}@example.org\nDi,d${tag}@example.org`;
    const edits = [
      { id: 2, header: "Email", cell: `b${tag}@example.org` },
      { id: 2, header: "first", cell: "Bob" },
    ];
    const steps: ListChange[] = [
      { type: "feed", feeds: new Map([["Name", { column: "first" }]]) },
      { type: "cells", cells: edits },
      { type: "repeats", repeats: "each" },
      { type: "skip", ids: [4], as: "by_hand" },
    ];
    const list = steps.reduce(changed, listOfCsv(readCsv(file), { kind: "file", name: "a.csv" }));
    const before = (await mailbox(world().person.email)).length;
    const answer = await uploaded({ template_id: own }, list, { body });
    expect(answer.body).toMatchObject({ success: false, message: "3 sent, 1 skipped." });
    expect(contract.sendBulk.output.parse(answer.body).results.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    const mails = (await mailbox(world().person.email)).slice(before);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(["Hi Ann", "Hi Bob", "Hi Cy"]);
  });

  it("says of skipped people whether they already have the email", async () => {
    const tag = randomUUID().slice(0, 8);
    const people = ["Ann", "Bo", "Cy"].map((name) => `${name},${name}-${tag}@example.org,Discount,c@example.org`);
    const rows = [{ line: 2, skip: "by_hand" }, { line: 3, skip: "already_received" }, { line: 4 }];
    const answer = await csv({ rows: JSON.stringify(rows) }, [HEADERS, ...people].join("\r\n"));
    const { results } = contract.sendBulk.output.parse(answer.body);
    expect(results.map(({ reason }) => reason)).toEqual([
      "You skipped this row.",
      "Got this mail before: you sent to the others only.",
      "",
    ]);
  });

  it("sends nothing if every row is skipped, and says so", async () => {
    const answer = await csv({}, `${HEADERS}\nAnn,,Discount,c@example.org`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, reason: "send_failed", message: "1 skipped." });
    expect(answer.body.send).toMatchObject({ state: "done" });
  });

  it("emails each manual recipient once, and skips invalid ones", async () => {
    const tag = randomUUID().slice(0, 8);
    const list = `"Good, Ann" <ann-${tag}@example.org>; bo-${tag}@example.org\nnobody BO-${tag}@example.org`;
    const answer = await manual({ manual_recipients: list }, [attachment("menu.txt", 12)]);
    expect(answer.body).toMatchObject({ success: false, reason: "partially_sent", message: "2 sent, 2 skipped." });
  });

  it("emails one address once in Direct Send, in any case", async () => {
    const tag = randomUUID().slice(0, 8);
    const answer = await direct({ recipient: `bo-${tag}@example.org,BO-${tag}@example.org` });
    expect(answer.body).toMatchObject({ success: true, message: "1 sent." });
  });
});

describe("another form of a call", () => {
  it("has the start in any zone", async () => {
    const inTwoDays = new Date(Date.now() + 2 * 24 * 3_600_000);
    const inBerlin = `${new Date(inTwoDays.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    const { status, body } = await manual({ start_at: inBerlin });
    expect(status).toBe(202);
    const { send } = contract.sendBulk.output.parse(body);
    expect(send).toMatchObject({ state: "scheduled", starts_at: `${inTwoDays.toISOString().slice(0, 19)}.000Z` });
    await world().api.call(contract.cancelSend, { id: send.id }, world().person);
  });

  it("has the column of the addresses with spaces around its name", async () => {
    const own = await connectedPerson();
    const template_id = await aTemplate(own.uid);
    const { body } = await world().api.request("POST", "/api/send-bulk", {
      token: own.token,
      form: { mode: "csv", template_id, recipient_template: " Email " },
      files: [{ field: "csv_file", name: "a.csv", content: aCsv(2).text }],
    });
    expect(body).toMatchObject({ success: true, message: "2 sent." });
  });
});
