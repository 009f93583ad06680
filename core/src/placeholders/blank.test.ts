import { expect, it } from "vitest";
import { isBlank } from "./blank.ts";

it.each([
  undefined,
  "",
  " ",
  "\t\r\n",
  "\u00a0",
  "\u202f\u3000",
  "\u200b\u200d\ufeff",
  "\u2060\u00ad",
  "\u0000\u0007",
  "\u2800",
])("finds %j blank", (value) => expect(isBlank(value)).toBe(true));

it.each(["0", ".", "-", "\u200b.", "न", "👩‍👩‍👧", "\u0301"])("finds %j not blank", (value) =>
  expect(isBlank(value)).toBe(false),
);
