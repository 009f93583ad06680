import { expect, it } from "vitest";
import { tooManyRequests } from "./messages.ts";

it.each([
  [1, "Too many requests. Please try again in 1 second."],
  [60, "Too many requests. Please try again in 60 seconds."],
])("%i to wait", (seconds, words) => {
  expect(tooManyRequests(seconds)).toBe(words);
});
