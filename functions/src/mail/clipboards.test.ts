import { expect, it } from "vitest";
import { inLines, readClipboards } from "../../../test/clipboards.ts";
import { prepareMail } from "./prepareMail.ts";

const values = new Map([
  ["Name", "Bo"],
  ["First Name", "Bo"],
]);

it.each(readClipboards())("$name is delivered as it was pasted", ({ body, html, text }) => {
  const mail = prepareMail({ subject: "x", body, dateFormat: "iso", timeFormat: "24hr" });
  const email = mail.render(values);
  expect({ html: inLines(email.html), text: email.text }).toEqual({ html, text });
});
