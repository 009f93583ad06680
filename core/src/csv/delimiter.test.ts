import { expect, test } from "vitest";
import { detectDelimiter } from "./delimiter.ts";

test.each([
  ["addresses in quotes", 'Child,Parents\nMia,"a@b.co; b@b.co"', ","],
  ["addresses on lines of their own", 'Child,Mail\nMia,"a@b.co\nb@b.co\nc@b.co"', ","],
  ["addresses with commas", "Child;Mail\nMia;a@b.co,b@b.co", ";"],
])("isn't decided by several %s in one cell", (_, text, delimiter) => {
  expect(detectDelimiter(text)).toMatchObject({ delimiter, other: null });
});
