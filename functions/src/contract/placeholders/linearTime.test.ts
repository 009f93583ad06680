import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

type Part = "subject" | "body";

/** Milliseconds to read and render a subject or body of so many kilobytes. */
function cost(part: Part, unit: string, kilobytes: number): number {
  const source = unit.repeat(Math.ceil((kilobytes * 1024) / unit.length));
  const begin = performance.now();
  compileTemplate({ [part]: source }).render(new Map([["a", "x"]]), {
    dateFormat: "long",
    timeFormat: "12hr",
    mark: true,
  });
  return performance.now() - begin;
}

/**
 * Eight times the text may cost eight times the time; quadratic work would cost sixty-four times. The bound lies between, and the
 * best of a few attempts counts, so that a busy machine does not fail the test.
 */
function expectLinear(part: Part, unit: string, kilobytes: number): void {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > 24; attempt++) {
    best = Math.min(best, cost(part, unit, kilobytes) / Math.max(cost(part, unit, kilobytes / 8), 4));
  }
  expect(best).toBeLessThan(24);
}

describe("the cost of a template grows with its length", { timeout: 60_000 }, () => {
  it.each([..."{ {{ {{a }} {{#a}} {{a}} < &".split(" ")])("of 1 MB of %j", (unit) => {
    expectLinear("body", unit, 1024);
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
    expectLinear("body", unit, 256);
  });

  it.each([..."{ {{{ {{a }} {{a}} {{#a}}".split(" "), "{{ "])("of %j in a subject", (unit) => {
    expectLinear("subject", unit, 256);
  });

  it.each(["{{#a}}<b>", "<p>{{#a}}</p><i>", '<a href="{{#a}}">{{#a}}'])("of %j that all close again", (unit) => {
    expectLinear("body", `${unit.repeat(40)}x${"{{/a}}".repeat(40)}`, 256);
  });
});
