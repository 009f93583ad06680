import { describe, expect, it } from "vitest";
import { dark, light, type Palette, tokenStyles } from "./tokens.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors (`#RRGGBB`) by WCAG 2.2, from 1 to 21. */
function contrast(first: string, second: string): number {
  const [one, two] = [luminance(first), luminance(second)];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

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
