import { AppError } from "@sendwright/core/contract";
import { expect, it } from "vitest";
import { errorMessage } from "./errorMessage.ts";

it.each([
  ["our own errors", new AppError("not_found", "It's gone."), "It's gone."],
  ["a library's errors, without their class", new RangeError("Out of memory."), "Out of memory."],
  ["any other value", "stopped", "stopped"],
])("names the message of %s", (_, error, message) => {
  expect(errorMessage(error)).toBe(message);
});
