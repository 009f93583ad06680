import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useDeepStable, useSame, useStable } from "./useStable.ts";

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

it("compares the entries of maps", () => {
  const { result, rerender } = renderHook(({ value }) => useDeepStable(value), {
    initialProps: { value: { fields: new Map([["Name", "Enter a value."]]) } },
  });
  const first = result.current;
  rerender({ value: { fields: new Map([["Name", "Enter a value."]]) } });
  expect(result.current).toBe(first);
  rerender({ value: { fields: new Map() } });
  expect(result.current.fields.size).toBe(0);
});

it("gives the same object as long as its properties are the same", () => {
  const list = ["Ann"];
  const { result, rerender } = renderHook(({ names, isBusy }) => useSame({ names, isBusy }), {
    initialProps: { names: list, isBusy: false },
  });
  const first = result.current;
  rerender({ names: list, isBusy: false });
  expect(result.current).toBe(first);
  rerender({ names: ["Ann"], isBusy: false });
  expect(result.current).not.toBe(first);
});
