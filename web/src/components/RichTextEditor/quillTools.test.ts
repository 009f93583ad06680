import { expect, it } from "vitest";
import { cloneDeep, isEqual, merge } from "./quillTools.ts";

/** As Quill's range of a selection. */
class Place {
  constructor(
    public index: number,
    public length = 0,
  ) {}
}

it("copies formats, operations and ranges at all levels, and keeps handlers and patterns", () => {
  const handler = () => true;
  const binding = { key: ["a", "b"], prefix: /^1\.$/, format: { list: false }, handler };
  const copy = cloneDeep(binding);
  expect(copy).toEqual(binding);
  expect(copy).not.toBe(binding);
  expect(copy.key).not.toBe(binding.key);
  expect(copy.format).not.toBe(binding.format);
  expect([copy.handler, copy.prefix]).toEqual([handler, binding.prefix]);
  const place = new Place(3, 2);
  expect(cloneDeep(place)).toEqual(place);
  expect(cloneDeep(place)).toBeInstanceOf(Place);
  expect(cloneDeep(place)).not.toBe(place);
  const box = document.createElement("div");
  expect(cloneDeep({ box }).box).toBe(box);
  expect([null, undefined, "text", 4].map(cloneDeep)).toEqual([null, undefined, "text", 4]);
});

it.each<[one: unknown, other: unknown, isSame: boolean]>([
  [{ bold: true, list: ["a"] }, { list: ["a"], bold: true }, true],
  [{ bold: true }, { bold: false }, false],
  [{ bold: true }, { bold: true, list: undefined }, false],
  [{ list: undefined, bold: true }, { bold: true, italic: true }, false],
  [[1, [2]], [1, [2]], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [new Place(1), new Place(1), true],
  [new Place(1), new Place(2), false],
  [new Place(1), { index: 1, length: 0 }, false],
  [Number.NaN, Number.NaN, true],
  [0, -0, true],
  [null, undefined, false],
  [null, {}, false],
  ["text", "text", true],
  ["text", ["text"], false],
])("compares %j with %j", (one, other, isSame) => {
  expect(isEqual(one, other)).toBe(isSame);
  expect(isEqual(other, one)).toBe(isSame);
});

it("merges settings at all levels without changing what they come from", () => {
  const defaults = { keyboard: { bindings: { bold: { key: "b" } } }, matchers: [1, 2], box: null };
  const box = document.createElement("div");
  const merged = merge({}, defaults, undefined, true, {
    keyboard: { bindings: { bold: false, tab: { key: "Tab" } } },
    matchers: undefined,
    box,
  });
  expect(merged).toEqual({
    keyboard: { bindings: { bold: false, tab: { key: "Tab" } } },
    matchers: [1, 2],
    box,
  });
  expect(merged.box).toBe(box);
  expect(merged.matchers).not.toBe(defaults.matchers);
  expect(defaults.keyboard.bindings).toEqual({ bold: { key: "b" } });
});
