import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clipboardNames, fileOfClipboard, inLines } from "../../../test/clipboards.ts";
import { prepareMail } from "./prepareMail.ts";

/** Those with a blank fallback have no value. */
const VALUES: Readonly<Record<string, string>> = {
  date: "2026-12-01",
  time: "14:30",
  text: "Bo",
};

it.each(clipboardNames())("%s is delivered as it was pasted", async (name) => {
  const body = readFileSync(fileOfClipboard(name, "body.html"), "utf8").replaceAll("\n", "");
  const mail = prepareMail({ subject: "x", body, dateFormat: "iso", timeFormat: "24hr" });
  const given = mail.variables.filter(({ required }) => required);
  const values = given.map(({ name, type }) => [name, VALUES[type] ?? ""] as const);
  const { html, text } = mail.render(new Map(values));
  const email = `${inLines(html)}\n\n----\n\n${text}\n`;
  await expect(email).toMatchFileSnapshot(fileOfClipboard(name, "email.txt"));
});
