import { expect, it } from "vitest";
import { spreadsheetDelimiter } from "./spreadsheetDelimiter.ts";

it.each([
  ["en-US", ","],
  ["en-GB", ","],
  ["de-DE", ";"],
  ["fr-FR", ";"],
  ["de-CH", ","],
])("parts the cells of a file for %s by %j", (language, delimiter) => {
  expect(spreadsheetDelimiter(language)).toBe(delimiter);
});
