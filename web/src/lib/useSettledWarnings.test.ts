import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSettledWarnings } from "./useSettledWarnings.ts";
import { readTexts } from "./warningsOfTexts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Writes texts one after the other, with so many milliseconds behind each; what is shown then. */
function write(field: "subject" | "body", texts: readonly string[], pause: number) {
  const read = (text: string) => readTexts({ subject: "", body: "", [field]: text }).warnings;
  const { result, rerender } = renderHook(({ now }) => useSettledWarnings("1", now), {
    initialProps: { now: read("") },
  });
  return texts.map((text) => {
    rerender({ now: read(text) });
    const shown = result.current[field].warnings.length;
    act(() => vi.advanceTimersByTime(pause));
    return shown;
  });
}

describe.each(["subject", "body"] as const)("a warning below a %s that is written", (field) => {
  it.each([
    ["{{#Bus=yes}} {{/Bus}}", "{{#Bus=yes}}A{{/Bus}}"],
    ["Hi {{Name", "Hi {{Name}}"],
    ["{{Name}} {Name}", "{{Name}} {{Name}}"],
    ["{{Due|color}}", "{{Due|date}}"],
  ])("of %s goes with the first letter that mends it", (wrong, right) => {
    expect(write(field, [wrong, wrong, right, `${right}b`], 1_000)).toEqual([0, 1, 0, 0]);
  });

  it("of a part without text goes with its first letter", () => {
    const name = field === "body" ? "rows" : "Name";
    const texts = ["", "", "A", "Ab"].map((text) => `{{#${name}}}${text}{{/${name}}}`);
    expect(write(field, texts, 1_000)).toEqual([0, 1, 0, 0]);
  });

  it("comes only after a rest", () => {
    const texts = ["{", "{{", "{{N", "{{Na", "{{Nam", "{{Name", "{{Name"];
    expect(write(field, texts, 400).every((shown) => shown === 0)).toBe(true);
  });
});
