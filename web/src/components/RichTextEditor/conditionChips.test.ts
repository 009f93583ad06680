import { expect, it } from "vitest";
import { withChips } from "./bodyHtml.ts";
import { conditionOf, writeCondition } from "./conditionChips.ts";

/** For each chip of a body, the condition that it belongs to, its ends by their place. */
function conditionsOf(body: string) {
  const content = document.createElement("div");
  content.innerHTML = withChips(body);
  const chips = [...content.querySelectorAll<HTMLElement>(".ql-placeholder")];
  const at = (chip: HTMLElement | null | undefined) => (chip ? chips.indexOf(chip) : null);
  return chips.map((chip) => {
    const own = conditionOf(content, chip);
    return own && [own.kind, own.name, at(own.opening), at(own.closing)];
  });
}

it("finds both ends from either of them, nested ones too", () => {
  expect(conditionsOf("<p>{{#A}}x {{A}}</p><p>{{^B}}y{{/B}}{{/A}}</p>")).toEqual([
    ["open", "A", 0, 4],
    null,
    ["inverted", "B", 2, 3],
    ["inverted", "B", 2, 3],
    ["open", "A", 0, 4],
  ]);
});

it("says how both ends are written", () => {
  expect(writeCondition({ kind: "inverted", name: "Due" })).toEqual({ open: "{{^Due}}", close: "{{/Due}}" });
});

it("recognizes an end without its partner", () => {
  const content = document.createElement("div");
  content.innerHTML = '<span class="ql-placeholder" data-written="{{/A}}"></span>';
  const chip = content.firstElementChild as HTMLElement;
  expect(conditionOf(content, chip)).toEqual({ kind: "open", name: "A", opening: null, closing: chip });
});
