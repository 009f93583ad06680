import { checkRows, readCsv } from "@sendwright/functions/core";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aMail } from "../factories.ts";
import { questionFacts } from "./questionFacts.ts";

const variables = [aVariable("Name"), aVariable("Due", { type: "date" })];
const mail = aMail({ subject: "{{Name}}, by {{Due|date}}", parsed_variables: variables, dateFormat: "long" });

function facts(text: string, files: File[] = [], { skipRows = [] as number[], maxRows = 1_000 } = {}) {
  const table = readCsv(text, { maxRows });
  const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
  const check = checkRows({ ...table, variables, recipientColumn: "Email", skipRows, ...formats });
  return questionFacts({ mail, check, files });
}

const HEAD = "Email,Name,Due\n";
const row = (n: number, due = "2026-12-01") => `p${n}@x.org,P${n},${due}\n`;

describe("the question before sending", () => {
  it("shows the subject as the first gets it, and the first three", () => {
    expect(facts(HEAD + [1, 2, 3, 4, 5].map((n) => row(n)).join(""))).toEqual({
      ready: 5,
      subject: "P1, by December 1, 2026",
      to: "p1@x.org, p2@x.org, p3@x.org and 2 more",
      leftOut: null,
      notes: null,
      files: null,
    });
  });

  it("says who is left out and why, each once", () => {
    const text = `${HEAD}${row(1)},B,2026-12-01\n${row(1)}x@x.org,,2026-12-01\n${row(5)}${row(6)}`;
    expect(facts(text, [], { skipRows: [5], maxRows: 5 }).leftOut).toBe(
      "5 rows: 1 no address, 1 the same address twice, 1 without a value, 1 by your choice, 1 above the limit",
    );
  });

  it("quotes what is sent as it stands, and names the files with their size", () => {
    const { notes, files } = facts(HEAD + row(1, "soon") + row(2, "later") + row(3, "never"), [
      new File(["abc"], "map.txt"),
    ]);
    expect(notes).toMatch(/soon.*later.* and 1 more$/);
    expect(files).toBe("map.txt (3 Bytes)");
  });
});
