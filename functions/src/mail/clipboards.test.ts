import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clipboardNames, fileOfClipboard, inLines } from "../../../test/clipboards.ts";
import { prepareMail } from "./prepareMail.ts";

const values = new Map([
  ["Name", "Bo"],
  ["First Name", "Bo"],
]);

it.each(clipboardNames())("%s is delivered as it was pasted", async (name) => {
  const body = readFileSync(fileOfClipboard(name, "body.html"), "utf8").replaceAll("\n", "");
  const mail = prepareMail({ subject: "x", body, dateFormat: "iso", timeFormat: "24hr" });
  const { html, text } = mail.render(values);
  const email = `${inLines(html)}\n\n----\n\n${text}\n`;
  await expect(email).toMatchFileSnapshot(fileOfClipboard(name, "email.txt"));
});
