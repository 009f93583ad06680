import { compileTemplate } from "@sendwright/core/placeholders";
import { describe, expect, it } from "vitest";
import { proposedRepeat } from "./proposedRepeat.ts";

const NAMES = ["Child", "Amount"];
const propose = (body: string, subject = "") => proposedRepeat({ subject, body }, NAMES);

const OPEN = "<p>{{#rows}}</p>";
const CLOSE = "<p>{{/rows}}</p>";
const DEAR = "<p>Dear {{Parent}},</p>";
const LINE = "<p>{{Child}}: {{Amount}}</p>";

describe("the proposal to repeat what differs", () => {
  it.each<[what: string, body: string, proposed: string, lines: string[]]>([
    [
      "a line",
      `${DEAR}${LINE}<p>Bye</p>`,
      `${DEAR}${OPEN}${LINE}${CLOSE}<p>Bye</p>`,
      ["{{Child}}: {{Amount}}"],
    ],
    [
      "a sentence that has another placeholder, too",
      "<p>Dear {{Parent}}, {{Child}} owes us <b>{{Amount}}</b>.</p>",
      `${OPEN}<p>Dear {{Parent}}, {{Child}} owes us <b>{{Amount}}</b>.</p>${CLOSE}`,
      ["Dear {{Parent}}, {{Child}} owes us {{Amount}}."],
    ],
    [
      "lines beside each other, with a blank one between them",
      `${DEAR}<p>{{Child}}</p><p><br></p><p>{{Amount}}</p><p><br></p><p>Bye</p>`,
      `${DEAR}${OPEN}<p>{{Child}}</p><p><br></p><p>{{Amount}}</p>${CLOSE}<p><br></p><p>Bye</p>`,
      ["{{Child}}", "{{Amount}}"],
    ],
    [
      "lines apart, each for itself",
      `<p>{{Child}}</p><p>and</p><p>{{Amount}}</p>`,
      `${OPEN}<p>{{Child}}</p>${CLOSE}<p>and</p>${OPEN}<p>{{Amount}}</p>${CLOSE}`,
      ["{{Child}}", "{{Amount}}"],
    ],
    [
      "an item",
      "<ol><li>{{Parent}}</li><li>{{Child}}</li></ol>",
      "<ol><li>{{Parent}}</li><li>{{#rows}}{{Child}}{{/rows}}</li></ol>",
      ["{{Child}}"],
    ],
    [
      "items beside each other",
      "<ol><li>{{Child}}</li><li>{{Amount}}</li><li>z</li></ol>",
      "<ol><li>{{#rows}}{{Child}}</li><li>{{Amount}}{{/rows}}</li><li>z</li></ol>",
      ["{{Child}}", "{{Amount}}"],
    ],
    [
      "a line and the items below it, each for itself",
      "<p>{{Child}}</p><ol><li>{{Amount}}</li></ol>",
      `${OPEN}<p>{{Child}}</p>${CLOSE}<ol><li>{{#rows}}{{Amount}}{{/rows}}</li></ol>`,
      ["{{Child}}", "{{Amount}}"],
    ],
    [
      "a row of a table, not its headings",
      "<table><tbody><tr><td>Child</td><td>Due</td></tr><tr><td>{{Child}}</td><td><p>{{Amount}}</p><p>x</p></td></tr></tbody></table>",
      "<table><tbody><tr><td>Child</td><td>Due</td></tr><tr><td>{{#rows}}{{Child}}</td><td><p>{{Amount}}</p><p>x{{/rows}}</p></td></tr></tbody></table>",
      ["{{Child}} · {{Amount}} · x"],
    ],
    [
      "a condition with all of its lines",
      `<p>{{#Child}}</p><p>a</p><p>b{{/Child}}</p><p>c</p>`,
      `${OPEN}<p>{{#Child}}</p><p>a</p><p>b{{/Child}}</p>${CLOSE}<p>c</p>`,
      ["{{#Child}}", "a", "b{{/Child}}"],
    ],
    [
      "a line in another condition with all lines of that",
      `<p>{{#Parent}}{{Child}}</p><p>b{{/Parent}}</p><p>c</p>`,
      `${OPEN}<p>{{#Parent}}{{Child}}</p><p>b{{/Parent}}</p>${CLOSE}<p>c</p>`,
      ["{{#Parent}}{{Child}}", "b{{/Parent}}"],
    ],
    [
      "a link's address",
      '<p><a href="https://a.example/{{Child}}">a</a></p>',
      `${OPEN}<p><a href="https://a.example/{{Child}}">a</a></p>${CLOSE}`,
      ["a"],
    ],
  ])("has %s", (_what, body, proposed, lines) => {
    const proposal = propose(body);
    expect(proposal).toEqual({ body: proposed, lines, left: { subject: [], body: [] } });
    const { warnings, joining } = compileTemplate({ body: proposed });
    expect(warnings).toEqual([]);
    expect([...(joining?.common ?? NAMES)]).not.toEqual(expect.arrayContaining(NAMES));
    expect(propose(proposed).lines).toEqual([]);
  });

  it.each<[what: string, body: string]>([
    ["nothing differs", DEAR],
    ["it repeats already", `${DEAR}${OPEN}${LINE}${CLOSE}`],
    ["a total is all that differs", "<p>Total {{Amount|sum}}</p>"],
  ])("is empty if %s", (_what, body) => {
    expect(propose(body)).toEqual({ body, lines: [], left: { subject: [], body: [] } });
  });

  it("names what the subject can't have, but for totals", () => {
    expect(propose(LINE, "{{Child}} owes {{Amount|sum}}").left).toEqual({
      subject: ["Child"],
      body: [],
    });
  });

  it("names what is in a table that can't repeat", () => {
    const body =
      '<table><tbody><tr><td rowspan="2">{{Child}}</td><td>a</td></tr><tr><td>b</td></tr></tbody></table>';
    expect(propose(body)).toEqual({ body, lines: [], left: { subject: [], body: ["Child"] } });
  });
});
