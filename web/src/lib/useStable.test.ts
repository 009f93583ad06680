import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDeepStable, useStable } from "./useStable.ts";

it("is one function that calls the latest", () => {
  const { result, rerender } = renderHook(
    ({ word }) => useStable((name: string) => `${word} ${name}`),
    {
      initialProps: { word: "Hello" },
    },
  );
  const first = result.current;
  rerender({ word: "Goodbye" });
  expect(result.current).toBe(first);
  expect(first("Ada")).toBe("Goodbye Ada");
});

it("gives the same value as long as it says the same", () => {
  const made = () => [{ name: "Due", options: ["a"] }];
  const { result, rerender } = renderHook(({ value }) => useDeepStable(value), {
    initialProps: { value: made() },
  });
  const first = result.current;
  rerender({ value: made() });
  expect(result.current).toBe(first);
  const other = [{ name: "Due", options: ["b"] }];
  rerender({ value: other });
  expect(result.current).toBe(other);
});
