import { describe, expect, it } from "vitest";
import { contrast } from "../testing/contrast.ts";
import { dark, light, type Palette, tokenStyles } from "./tokens.ts";

type Color = Exclude<keyof Palette, "shadow" | "veil">;

/** Every pair of text and background that the page uses. */
const TEXT_PAIRS: [Color, Color[]][] = [
  ["ink", ["paper", "sheet", "sentTint", "warningTint", "failedTint", "infoTint", "skippedTint"]],
  ["inkSoft", ["paper", "sheet", "skippedTint", "infoTint"]],
  ["accent", ["paper", "sheet", "infoTint"]],
  ["accentStrong", ["paper", "sheet", "infoTint"]],
  ["onAccent", ["accent", "accentStrong"]],
  ["stamp", ["paper", "sheet"]],
  ["sent", ["paper", "sheet", "sentTint"]],
  ["warning", ["paper", "sheet", "warningTint"]],
  ["failed", ["paper", "sheet", "failedTint"]],
  ["skipped", ["paper", "sheet", "skippedTint"]],
  ["text", ["sheet", "textTint"]],
  ["sticky", ["sheet", "stickyTint"]],
  ["dropdown", ["sheet", "dropdownTint"]],
  ["datetime", ["sheet", "datetimeTint"]],
  ["email", ["sheet", "emailTint"]],
];

const CONTROL_PAIRS: [Color, Color[]][] = [
  ["field", ["paper", "sheet"]],
  ["accent", ["paper", "sheet"]],
];

const cases = (pairs: [Color, Color[]][]) =>
  [
    { theme: "light", palette: light },
    { theme: "dark", palette: dark },
  ].flatMap(({ theme, palette }) =>
    pairs.flatMap(([front, backs]) => backs.map((back) => ({ theme, palette, front, back }))),
  );

describe("tokens", () => {
  it.each(cases(TEXT_PAIRS))(
    "$theme: $front is readable on $back (4.5:1)",
    ({ palette, front, back }) => {
      expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(cases(CONTROL_PAIRS))(
    "$theme: $front can be seen on $back (3:1)",
    ({ palette, front, back }) => {
      expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(3);
    },
  );

  it("knows the contrast of known pairs", () => {
    expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
  });

  it("writes every color of both themes as a CSS variable", () => {
    const css = tokenStyles();
    expect(css).toContain("--ink-soft:#5C564B");
    expect(css).toContain(`[data-theme="dark"]{color-scheme:dark;--paper:#15171B`);
  });
});
