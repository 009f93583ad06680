import { NO_MAPPING, newRow } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { parseTemplate } from "@sendwright/core/placeholders";
import { writtenList } from "@sendwright/web/parts";
import { expect, it, vi } from "vitest";
import { click, eachInPanel, shows, until } from "../testing/inPanel.ts";
import { openWorkspace, usualAnswers } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const TEXTS = { subject: "Lunch: {{Fee|sum}}", body: "<p>{{#rows}}{{Child}}{{/rows}}</p>" };
const CHILDREN = [
  ["Meyer <m@x.org>", "Mia", "1,5"],
  ["M@x.org", "Tim", "2"],
  ["s@x.org", "Bo", "3"],
];

eachInPanel();

/** Opens the panel with these people and a template of these texts; returns the previews asked for. */
async function openTable(
  texts: typeof TEXTS,
  columns: readonly string[],
  people: readonly (readonly string[])[],
): Promise<unknown[]> {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), { matches: true, media } as MediaQueryList),
  );
  const asked: unknown[] = [];
  const answers = usualAnswers({ variables: parseTemplate(texts).variables, texts });
  const answerTo = (path: string, body: string): object => {
    if (path !== "/api/preview") return answers[path] ?? {};
    asked.push(JSON.parse(body));
    const rendered = { rendered_subject: "Lunch", rendered_body_html: "", rendered_text: "" };
    return { ...rendered, missing: [], syntax_warnings: [] };
  };
  const values = new Map(columns.slice(1).map((column) => [column, { column }]));
  const table = writtenList(
    {
      ...emptyList(),
      columns: [...columns],
      rows: people.map((cells, index) => newRow(index + 1, cells)),
      mapping: { ...NO_MAPPING, address: "Email", values },
      lastId: people.length,
    },
    "",
  );
  const recipients = people.map(([address = ""]) => address);
  await openWorkspace({ ...draft, values: [], recipients, table, isPreviewed: true }, answerTo);
  return asked;
}

it("shows the email of all rows that share it, whichever is asked for", async () => {
  const asked = await openTable(TEXTS, ["Email", "Child", "Fee"], CHILDREN);
  const meyer = {
    template_id: "t1",
    variables: { Fee: "1,5", Child: "Mia" },
    rows: [{ Fee: "2", Child: "Tim" }],
    number_forms: { Fee: "comma" },
  };
  await until(() => expect(asked).toEqual([meyer]));
  await shows("Tom@x.orgSubject");
  await click(/^Row 3/);
  await click("Show the email");
  await shows("Tos@x.orgSubject");
  await click("Done");
  await click(/^Row 2/);
  await click("Show the email");
  await shows("Tom@x.orgSubject");
});

it("inserts no date that could be two days", async () => {
  const texts = { ...TEXTS, subject: "Lunch", body: "<p>{{Day|date}}</p>" };
  const asked = await openTable(texts, ["Email", "Day"], [["s@x.org", "03/04/2026"]]);
  const open = { template_id: "t1", variables: { Day: "3 April or March 4?" } };
  await until(() => expect(asked).toEqual([open]));
  await click("Insert");
  await shows("Choose how to read the dates in “Day”.");
  await click("3 April");
  const read = { template_id: "t1", variables: { Day: "April 3, 2026" } };
  await until(() => expect(asked).toEqual([open, read]));
});
