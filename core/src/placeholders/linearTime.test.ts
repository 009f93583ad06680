import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

type Part = "subject" | "body";

/**
 * Reads and renders so many kilobytes. How the time grows is measured by `npm run fuzz`; here what grows with the square of the
 * length does not end before the test's own time does.
 */
function expectRead(part: Part, unit: string, kilobytes: number): void {
  const source = unit.repeat(Math.ceil((kilobytes * 1024) / unit.length));
  const { render } = compileTemplate({ [part]: source });
  const { html, subject } = render(new Map([["a", "x"]]), { dateFormat: "long", timeFormat: "12hr", mark: true });
  expect(part === "body" ? html : subject).toEqual(expect.any(String));
}

describe("a long template is read in a bounded time", () => {
  it.each([..."{ {{ {{a }} {{#a}} {{a}} < &".split(" ")])("of 1 MB of %j", (unit) => {
    expectRead("body", unit, 1024);
  });

  it.each([
    ..."} | # {{{ }}} {{{a {{a} a}} {{{a}}} {{}} {{a|b}} {{/a}} {{^a}}x{{/a}} {{#a {{a}{{".split(" "),
    ..."</ <a <!-- <!--> <b> </b> <p>{{#a}}</p> <b>{{a</b>}} {{<b> &amp; &#123; &#x".split(" "),
    '<a b="',
    '<a b="{{a}}">',
    "<a {{",
    "<a b=c ",
    " ",
    "\n",
    "{{a \n",
    "{{ ",
    "<p> {{#a}} ",
    "{{#a}}<b>",
    "\u200b",
    "\u0000",
  ])("of %j", (unit) => {
    expectRead("body", unit, 256);
  });

  it.each([..."{ {{{ {{a }} {{a}} {{#a}}".split(" "), "{{ "])("of %j in a subject", (unit) => {
    expectRead("subject", unit, 256);
  });

  it.each(["{{#a}}<b>", "<p>{{#a}}</p><i>", '<a href="{{#a}}">{{#a}}'])("of %j that all close again", (unit) => {
    expectRead("body", `${unit.repeat(40)}x${"{{/a}}".repeat(40)}`, 256);
  });
});
