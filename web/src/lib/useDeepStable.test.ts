import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDeepStable } from "./useDeepStable.ts";

it("gives the same value as long as it says the same", () => {
  const made = () => [{ name: "Due", options: ["a"] }];
  const { result, rerender } = renderHook(({ value }) => useDeepStable(value), { initialProps: { value: made() } });
  const first = result.current;
  rerender({ value: made() });
  expect(result.current).toBe(first);
  const other = [{ name: "Due", options: ["b"] }];
  rerender({ value: other });
  expect(result.current).toBe(other);
});
