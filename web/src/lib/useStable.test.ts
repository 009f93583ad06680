import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useStable } from "./useStable.ts";

it("is one function that does what the latest does", () => {
  const { result, rerender } = renderHook(({ word }) => useStable((name: string) => `${word} ${name}`), {
    initialProps: { word: "Hello" },
  });
  const first = result.current;
  rerender({ word: "Goodbye" });
  expect(result.current).toBe(first);
  expect(first("Ada")).toBe("Goodbye Ada");
});
