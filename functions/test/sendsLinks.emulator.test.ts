import * as contract from "@sendwright/core/contract";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { sendForms, sendingWorld } from "./sendForms.ts";
import { aTemplate, mailbox, rawMail } from "./sendsWorld.ts";

const world = sendingWorld();
const { direct, csv, manual } = sendForms(world);

const body =
  '<p>Guten Tag {{Name}},</p><p><a href="{{Link}}">Rechnung</a></p>' +
  '<p>{{#Firma}}<a href="https://portal.firma.example/?kunde={{Firma}}&amp;nr={{Nummer}}">Portal</a>{{/Firma}}</p>';
const aReminder = () => aTemplate(world().person.uid, { subject: "Rechnung {{Nummer}}", body });

/** A file as Excel writes it in Germany: semicolons, in Windows-1252. */
const file = Uint8Array.from(
  [
    "Name;Email;Nummer;Link;Firma",
    "Anja Müller;anja@kunde.example;RE 101;https://portal.firma.example/re/101 ü;Müller & Söhne",
    "Sabine Köhler;sabine@kunde.example;RE 111;see portal;",
    "Jörg Schäfer;joerg@kunde.example;RE 112;;",
    "Käthe Weiß;kaethe@kunde.example;RE 113;portal.firma.example/re/113;",
  ]
    .join("\r\n")
    .split("")
    .map((letter) => letter.charCodeAt(0)),
);

test("rows whose links lead nowhere are skipped with the reason, and the others arrive with links that work", async () => {
  const answer = await csv({ template_id: await aReminder() }, file);
  const { results } = contract.sendBulk.output.parse(answer.body);
  expect(results.map(({ recipient, status, reason }) => [recipient, status, reason])).toEqual([
    ["anja@kunde.example", "sent", ""],
    ["sabine@kunde.example", "skipped", "{{Link}} doesn't make a working link: see portal"],
    ["joerg@kunde.example", "skipped", "Blank value for {{Link}}"],
    ["kaethe@kunde.example", "sent", ""],
  ]);
  const mails = await mailbox(world().person.email);
  const anjas = mails.find(({ to }) => to.join().includes("anja@kunde.example"));
  const mail = await simpleParser(await rawMail(anjas?.id ?? ""));
  expect(mail.text).toContain("Rechnung <https://portal.firma.example/re/101%20%C3%BC>");
  expect(mail.text).toContain(
    "Portal <https://portal.firma.example/?kunde=M%C3%BCller%20%26%20S%C3%B6hne&nr=RE%20101>",
  );
});

test("a link that leads nowhere is refused wherever everyone gets the same values", async () => {
  const template_id = await aReminder();
  const given = { Name: "Anja", Nummer: "RE 101", Link: "see portal" };
  const variables = JSON.stringify(given);
  const { api, person } = world();
  const refusal = {
    status: 400,
    body: {
      reason: "invalid_values",
      error: "{{Link}} doesn't make a working link: see portal.",
      invalid: ["Link"],
    },
  };
  expect(await direct({ template_id, variables })).toMatchObject(refusal);
  expect(await manual({ template_id, variables })).toMatchObject(refusal);
  const json = { template_id, variables: given };
  expect(await api.request("POST", "/api/test-send", { token: person.token, json })).toMatchObject(refusal);
});
