import { expect, it } from "vitest";
import { tooManyRequests } from "./messages.ts";

it.each([
  [1, "Too many requests. Please try again in 1 second."],
  [60, "Too many requests. Please try again in 60 seconds."],
  [120, "Too many requests. Please try again in 120 seconds."],
  [121, "Too many requests. Please try again in 3 minutes."],
  [3_600, "Too many requests. Please try again in 60 minutes."],
])("%i to wait", (seconds, words) => {
  expect(tooManyRequests(seconds)).toBe(words);
});
