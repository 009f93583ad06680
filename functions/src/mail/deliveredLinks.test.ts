import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { composeMail } from "./composeMail.ts";
import { prepareMail } from "./prepareMail.ts";

/** Composes an email and reads it with an independent parser: the address of its only link, and its plain text. */
async function delivered(href: string, values: Record<string, string>) {
  const body = `<p>Your <a href="${href}">invoice</a></p>`;
  const prepared = prepareMail({ subject: "Invoice", body, dateFormat: "iso", timeFormat: "24hr" });
  const { subject, html, text } = prepared.render(new Map(Object.entries(values)));
  const message = await composeMail({
    ...{ from: { address: "ada@example.com" }, to: { address: "grace@example.com" }, subject, html, text },
    ...{ attachments: [], date: new Date("2026-04-01T12:00:00Z"), messageId: "<1@sendwright.example>" },
  });
  const mail = await simpleParser(Buffer.concat(message));
  const [, written = ""] = /<a href="([^"]*)"/.exec(mail.html || "") ?? [];
  return { address: written.replaceAll("&amp;", "&").replaceAll("&#39;", "'"), text: mail.text?.trim() };
}

test.each<[href: string, values: Record<string, string>, address: string]>([
  ["https://example.org/{{Code}}", { Code: "a b/ü?x=1" }, "https://example.org/a%20b/%C3%BC?x=1"],
  [
    "https://example.org/?to={{Company}}&amp;nr={{Nr}}",
    { Company: "Müller & Söhne", Nr: "RE 1#2" },
    "https://example.org/?to=M%C3%BCller%20%26%20S%C3%B6hne&nr=RE%201%232",
  ],
  ["{{Link}}", { Link: "https://portal.firma.example/re/101" }, "https://portal.firma.example/re/101"],
  ["{{Link}}", { Link: "www.müller.example/Straße 1" }, "https://www.xn--mller-kva.example/Stra%C3%9Fe%201"],
  ["https://example.org/my files/1.pdf", {}, "https://example.org/my%20files/1.pdf"],
  [
    "mailto:{{Mail}}?subject={{Nr}}",
    { Mail: "bo@example.org", Nr: "RE & 1" },
    "mailto:bo@example.org?subject=RE%20%26%201",
  ],
  ["tel:{{Phone}}", { Phone: "+49 30 / 12 34" }, "tel:+49301234"],
])("the delivered email leads from %j with %j to one address, in both of its parts", async (href, values, address) => {
  expect(await delivered(href, values)).toEqual({ address, text: `Your invoice <${address.replace("mailto:", "")}>` });
  // A program finds an address without spaces or < > again in plain text.
  expect(address).not.toMatch(/[\s<>]/);
});

test.each(["see portal", "javascript:alert(1)", "https://", "89,90 €"])(
  "an email is never made with %j for a link",
  async (Link) => {
    await expect(delivered("{{Link}}", { Link })).rejects.toMatchObject({ reason: "invalid_values" });
  },
);
