import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

/** Milliseconds to read and render a body or a subject of so many characters. */
function cost(part: "subject" | "body", unit: string, length: number): number {
  const source = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
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
function growth(part: "subject" | "body", unit: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > 24; attempt++) {
    const small = Math.max(cost(part, unit, 128 * 1024), 4);
    best = Math.min(best, cost(part, unit, 1024 * 1024) / small);
  }
  return best;
}

describe("a template of 1 MB is read in linear time", () => {
  it.each([
    ..."{ } < & | #".split(" "),
    ..."{{ }} {{{ }}} {{a {{{a {{a} a}} {{a}} {{{a}}} {{}} {{a|b}} {{#a}} {{/a}} {{^a}}x{{/a}} {{#a {{a}{{".split(" "),
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
  ])("of %j", { timeout: 60_000 }, (unit) => {
    expect(growth("body", unit)).toBeLessThan(24);
  });

  it.each([..."{ {{ {{a }} {{a}} {{#a}}".split(" "), "{{ "])("of %j in a subject", { timeout: 60_000 }, (unit) => {
    expect(growth("subject", unit)).toBeLessThan(24);
  });

  it.each(["{{#a}}<b>", "<p>{{#a}}</p><i>", '<a href="{{#a}}">{{#a}}'])(
    "of %j that all close again",
    { timeout: 60_000 },
    (unit) => {
      expect(growth("body", `${unit.repeat(40)}x${"{{/a}}".repeat(40)}`)).toBeLessThan(24);
    },
  );
});
