import MailComposer from "nodemailer/lib/mail-composer";
import { worked } from "../../../bench/measure.ts";
import type { Row } from "../../../bench/row.ts";
import { words } from "../../../bench/words.ts";
import { chanceOf } from "../../../test/chance.ts";
import { composeMail } from "../../src/mail/composeMail.ts";
import { prepareMail } from "../../src/mail/prepareMail.ts";

/** What a slice sends at 60 a minute: the mail is prepared once for so many rows. */
const MAILS = 60;
const BODY_LENGTH = 10_000;

const draft = {
  subject: "Your talk on {{Talk Date|date}}, {{Full Name}}",
  body: aBody(chanceOf(16).number),
  dateFormat: "long",
  timeFormat: "12hr",
} as const;
const people = Array.from({ length: MAILS }, (_, i) => ({
  to: { name: `Person ${i}`, address: `p${i}@example.org` },
  values: new Map([
    ["Full Name", `Person ${i}`],
    ["Talk Date", `2026-12-${String((i % 28) + 1).padStart(2, "0")}`],
    ["Room", `Hall ${i % 7}`],
  ]),
  messageId: `<${i}@example.com>`,
}));
const from = { name: "Ada", address: "ada@example.com" };
const date = new Date("2026-11-22T06:00:00Z");

/** What the floor is given: the same mails, ready. */
const ready = people.map(({ values }) => prepareMail(draft).render(values));

/** Paragraphs with a list, links and placeholders, as the editor writes them. */
function aBody(next: () => number): string {
  const parts = ["<p>Dear {{Full Name}},</p><p><br></p>"];
  for (let n = 0; parts.join("").length < BODY_LENGTH; n += 1) {
    if (n % 5 === 4)
      parts.push(`<ol><li data-list="bullet">${words(next, 60)}</li><li data-list="bullet">{{Room}}</li></ol>`);
    else parts.push(`<p>${words(next, 250)} <strong>${words(next, 20)}</strong> {{Talk Date|date}}</p>`);
    if (n % 7 === 6) parts.push(`<p><a href="https://example.org/${n}">${words(next, 15)}</a></p>`);
  }
  return parts.join("");
}

async function floor(): Promise<void> {
  for (const [i, { to, messageId }] of people.entries()) {
    const mail = ready[i];
    if (!mail) throw new Error("A mail is missing.");
    await new MailComposer({ from, to, ...mail, date, messageId }).compile().build();
  }
}

async function ours(): Promise<void> {
  const prepared = prepareMail(draft);
  for (const { to, values, messageId } of people) {
    const mail = prepared.render(values);
    await composeMail({ from, to, ...mail, attachments: [], date, messageId });
  }
}

/** The time of one mail, over as many slices as a timer can tell. */
async function perMail(slice: () => Promise<void>): Promise<number> {
  const SLICES = 5;
  const ms = await worked(async () => {
    for (let i = 0; i < SLICES; i += 1) await slice();
  });
  return ms / (SLICES * MAILS);
}

export const rows: Row[] = [
  {
    name: "mail",
    unit: "ms of CPU a mail",
    floor: { what: "MailComposer alone, on ready-made HTML and text", measure: () => perMail(floor) },
    ours: {
      what: `a mail of 10 KB: rendered, made text, composed; sanitised and styled once for ${MAILS}`,
      measure: () => perMail(ours),
    },
    reach: { atMost: 1.5 },
    note: "Profile: of what is ours, two thirds are the plain-text part (html-to-text, 0.5 of 0.8 ms), a tenth putting the values in; preparing costs 3 ms once, 0.05 a mail. To reach 1.5: the text part made once for the template, with its places marked, instead of from each mail's HTML. That needs rules for values with line breaks, for tables whose columns grow with their values and for conditions that take a paragraph away, which html-to-text now gives for nothing. Keeping the text of each paragraph that was seen before would still need the same rules for what stands between two of them, and every paragraph with a value is new. Beside a pace of one mail a second it is two thousandths of a second.",
  },
];
