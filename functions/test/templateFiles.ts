import type * as contract from "@sendwright/core/contract";
import type { TestFile } from "./harness.ts";

/** A template's default content in tests. */
export const fields: contract.TemplateFields = {
  name: "Invitation",
  subject: "Your talk, {{Full Name}}",
  body: "<p>Dear {{Full Name}}, your talk is on {{Talk Date|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};
/** A file added with a new template. */
export const file = (name: string, size = 10): TestFile => ({
  field: "files",
  name,
  content: new Uint8Array(size).fill(65),
});
/** A file added to an old one. */
export const one = (name: string, size = 10): TestFile => ({ ...file(name, size), field: "file" });
export const MB = 1024 * 1024;
