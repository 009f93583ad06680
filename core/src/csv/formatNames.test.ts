import { describe, expect, test } from "vitest";
import { csvDetectionLabel } from "./formatNames.ts";
import { guessType } from "./guessType.ts";

test.each([
  [";", "windows-1252", "Semicolon, Windows-1252"],
  [",", "utf-8", "Comma, UTF-8"],
  ["\t", null, "Tab"],
] as const)("the detected format in words: %j %s", (delimiter, encoding, label) => {
  expect(csvDetectionLabel({ delimiter, encoding })).toBe(label);
});

describe("the type of a column", () => {
  test.each([
    [["Ann", "Bo"], "text"],
    [["", " "], "text"],
    [[], "text"],
    [["01.12.2026", "", "2026-12-02", "April 1, 2027"], "date"],
    [["1/2/2026", "2/2/2026", "3/2/2026", "4/2/2026", "soon"], "date"],
    [["1/2/2026", "soon"], "text"],
    [["14:30", "2pm"], "time"],
    [["12", "13"], "text"],
    [["ann@x.org", "bo@x.org"], "email"],
    [["ann@x.org", "nobody", "c@x.org", "d@x.org", "e@x.org"], "text"],
    [["Discount", "Discount", "Free Trial"], "text"],
  ])("%j is %s", (values, type) => {
    expect(guessType(values)).toBe(type);
  });
});
