import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useKeyedState } from "./useKeyedState.ts";

it("starts over with another subject, and keeps its setter", () => {
  const { result, rerender } = renderHook(({ of }) => useKeyedState(of, () => `of ${of}`), {
    initialProps: { of: "a" },
  });
  const [, set] = result.current;
  act(() => set((now) => `${now}, changed`));
  expect(result.current[0]).toBe("of a, changed");
  rerender({ of: "b" });
  expect(result.current).toEqual(["of b", set]);
  act(() => set("other"));
  rerender({ of: "b" });
  expect(result.current[0]).toBe("other");
});
