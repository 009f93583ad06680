import { MAX_ROWS_OF_EMAIL } from "@sendwright/core/contract/limits";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { checkList } from "@sendwright/core/list/check";
import { listOfTable } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";
import type { BenchRow } from "../../../bench/measure.ts";
import { chanceOf } from "../../../test/chance.ts";
import { composeMail } from "../../src/mail/composeMail.ts";
import { prepareMail } from "../../src/mail/prepareMail.ts";
import { alone, inTurns } from "../alone.ts";

const ROWS = 1_000;
const FAMILIES = 300;
/** One check, or one email, is too short to be measured. */
const TIMES = 50;

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
const child = "<p>{{Child}}, {{Class}}: {{Amount}}, due on {{Due|date}}</p>";
const joined = {
  subject: "Fees of the {{Family}} family",
  body: `<p>Dear {{Family}} family,</p><p>{{#rows}}</p>${child}<p>{{/rows}}</p><p>Total: {{Amount|sum}}</p>`,
};
const single = {
  subject: joined.subject,
  body: `<p>Dear {{Family}} family,</p>${child}<p>Total: {{Amount}}</p>`,
};

/** The cells of a child of some family. */
function childOf(n: number, family: number): string[] {
  const chance = chanceOf(n);
  const amount = `$${chance.integer(1, 90)}.${chance.integer(10, 99)}`;
  return [`Family ${family}`, `Child ${n}`, `${chance.integer(1, 9)}b`, amount, "2026-12-01"];
}
const NAMES = ["Family", "Child", "Class", "Amount", "Due"];

function listFor(families: number) {
  const lines = Array.from({ length: ROWS }, (_, n) => {
    const family = n % families;
    return [`p${family}@example.org`, ...childOf(n, family)].join(",");
  });
  const file = [["Email", ...NAMES].join(","), ...lines].join("\n");
  return listOfTable(readCsv(file), { kind: "file", name: "children.csv" });
}

/** A function that checks a list with an email, and expects so many emails. */
function checkOf(email: typeof joined, families: number): () => void {
  const list = listFor(families);
  const { variables } = parseTemplate(email);
  const checking = { ...email, ...formats, variables, values: new Map(), limit: ROWS };
  return () => {
    for (let i = 0; i < TIMES; i++) {
      const { summary } = checkList(list, checking);
      if (summary.ready !== families) throw new Error(`Not all were ready: ${summary.sentence}`);
    }
  };
}

const children = Array.from({ length: MAX_ROWS_OF_EMAIL }, (_, n) => childOf(n, 1));
const [values = new Map<string, string>(), ...further] = children.map(
  (cells) => new Map(NAMES.map((name, at) => [name, cells[at] ?? ""])),
);
const asJoined = prepareMail({ ...joined, ...formats });
/** The same text without placeholders. */
const asWritten = prepareMail({
  ...formats,
  subject: joined.subject.replace("{{Family}}", "Family 1"),
  body: [
    "<p>Dear Family 1 family,</p>",
    ...children.map(
      ([, name, form, amount]) => `<p>${name}, ${form}: ${amount}, due on December 1, 2026</p>`,
    ),
    "<p>Total: $1.00</p>",
  ].join(""),
});

async function compose(
  mail: typeof asJoined,
  rows: Pick<typeof options, "dateOrders">,
): Promise<void> {
  for (let i = 0; i < TIMES; i++) {
    const { subject, html, text } = mail.render(values, rows);
    if (!text.includes(`Child ${MAX_ROWS_OF_EMAIL - 1},`)) throw new Error("A row is missing.");
    await composeMail({
      from: { address: "office@example.org" },
      to: { address: "p1@example.org" },
      subject,
      html,
      text,
      attachments: [],
      date: new Date(),
      messageId: "<1@example.org>",
    });
  }
}
const options = { dateOrders: new Map(), numberForms: new Map(), further };

export const rows: BenchRow[] = [
  {
    name: "joined-check",
    what: `${ROWS.toLocaleString("en")} rows of ${FAMILIES} people checked for one email each with a total, compared with as many people with a row each`,
    unit: "times the processor time",
    atMost: 1.2,
    decision:
      "the page checks the whole list at every change: find in a profile what a group costs in joinRows.ts.",
    measure: async () => {
      const { own, floor } = await inTurns(checkOf(joined, FAMILIES), checkOf(single, ROWS));
      return own / floor;
    },
  },
  {
    name: "joined-compose",
    what: `an email for ${MAX_ROWS_OF_EMAIL} rows composed, compared with one whose body has the same text without placeholders`,
    unit: "times the processor time",
    atMost: 3,
    decision:
      "the worker may compose such an email for every person of a send: find in a profile what a row costs in compiledRow.ts.",
    measure: async () => {
      const time = await alone(() => compose(asJoined, options));
      return time / (await alone(() => compose(asWritten, { dateOrders: new Map() })));
    },
  },
];
