import { applyChange } from "@sendwright/core/list/change";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { nextProblemRow, notSentOf, undecidedIn } from "../check/findings.ts";
import { aCheck, aList, aMail } from "../factories.ts";
import { correctsOf } from "../submit/sendRequest.ts";
import { largestEmail } from "./largestEmail.ts";
import { questionFacts } from "./questionFacts.ts";

/** What the page counts and says of emails for several rows (decision 38). */
const BODY = "<p>{{Parent}}</p><ul><li>{{#rows}}{{Child}} {{Due|date}} {{Fee}}{{/rows}}</li></ul>";
const variables = [
  aVariable("Fee"),
  aVariable("Parent"),
  aVariable("Child"),
  aVariable("Due", { type: "date" }),
];
const mail = aMail({ subject: "In all {{Fee|sum}}", body: BODY, parsed_variables: variables });
const HEAD = "Email,Parent,Child,Due,Fee\n";
const LIST = `${HEAD}may@x.org,May,Anna,2026-12-01,1.50\nbo@x.org,Bo,Cy,2026-12-01,9\nmay@x.org,May,Tim,soon,2.00\n`;

function factsOf(text: string) {
  const list = aList(text);
  const check = aCheck(list, variables, mail);
  const given = {
    mail,
    check,
    list,
    replyTo: "",
    files: [],
    missing: [],
    repeat: null,
    same: null,
  };
  return { list, check, facts: questionFacts(given) };
}

describe("emails for several rows", () => {
  it("are counted, named and totaled by email in the question", () => {
    const { facts, check } = factsOf(LIST.replace("soon", "2026-12-02"));
    expect(facts).toMatchObject({
      ready: 2,
      joined: "Rows with the same address are one email: 2 emails for 3 rows.",
      to: "2: may@x.org, bo@x.org",
      subject: "In all 3.50",
      exampleFor: "May · Anna · Tim",
      skipped: null,
      asWritten: null,
      notes: [],
    });
    expect(notSentOf(check)).toBe(0);
  });

  it("aren't mentioned if each row has its own", () => {
    expect(factsOf(`${HEAD}bo@x.org,Bo,Cy,2026-12-01,9\n`).facts.joined).toBeNull();
  });

  it("have the odd values of all their rows, each asked about once", () => {
    const { facts, check, list } = factsOf(LIST);
    expect(undecidedIn(check, list).map(({ row }) => row)).toEqual([3]);
    expect(facts.asWritten).toEqual({
      values: 1,
      sentences: [expect.stringMatching(/^may@x\.org: Row 3: .*soon/)],
    });
    expect(facts.notes).toEqual([]);
    // The row of the problem is shown with its email.
    expect(nextProblemRow(check, 2)).toBe(1);
    expect(nextProblemRow(check, 1)).toBe(1);
  });

  it("are as large as all their rows", () => {
    const { check } = factsOf(LIST.replace("soon", "2026-12-02").replace("Cy", "C".repeat(60)));
    expect(largestEmail("{{Child}}", variables, check.rows)).toMatchObject({
      row: { n: 2 },
      length: 60,
      rows: 1,
    });
    // The text beside the values is repeated, too.
    expect(largestEmail(`{{Child}}${"x".repeat(100)}`, variables, check.rows)).toMatchObject({
      row: { n: 1 },
      length: 7,
      rows: 2,
    });
  });

  it("correct each earlier row that one of their rows is about", () => {
    const list = aList(LIST.replace("soon", "2026-12-02"));
    const rows = list.rows.map((row, at) => ({ ...row, corrects: [null, null, 7][at] ?? null }));
    const correcting = { ...list, rows, corrects: "s1", mailboxes: new Map([[7, "may@x.org"]]) };
    const check = aCheck(correcting, variables, mail);
    expect(correctsOf(correcting, check.rows)).toEqual({
      corrects: { send: "s1", rows: [7], here: [3] },
    });
    const without = applyChange(correcting, { type: "skip", ids: [3], as: "by_hand" });
    expect(correctsOf(without, aCheck(without, variables, mail).rows)).toEqual({});
  });
});
