import { htmlBytes, mayBeClipped } from "@sendwright/core/body/clipped";
import { BODY_TAGS } from "@sendwright/core/body/tags";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { composeMail } from "./composeMail.ts";
import { prepareMail } from "./prepareMail.ts";

const FORMATS = { subject: "s", dateFormat: "iso", timeFormat: "24hr" } as const;
const PEOPLE = {
  from: { address: "me@example.org" },
  to: { address: "ada@example.org" },
  attachments: [],
  date: new Date(0),
  messageId: "<1@example.org>",
};

describe("the size of an email", () => {
  it.each([
    ["values", "<p>Dear {{Name}}, {{Name}}</p>", { Name: 'Zoë & "Bo"' }],
    ["lines", "<p>{{Name}}</p>", { Name: "a\nb\r\nc" }],
    [
      "links and conditions",
      '<p>{{#Name}}<a href="https://x.yy/?{{Name}}">{{Name}}</a>{{/Name}}</p>',
      { Name: "é" },
    ],
    ["right-to-left letters", "<table><tr><td>{{Name}}</td></tr></table>", { Name: "שלום" }],
    ["a signature", "<p>a</p>", {}, "<p>Ada</p>"],
  ])(
    "with %s is the same in its preview and for who receives it",
    async (_, body, values, signature = "") => {
      const mail = prepareMail({ ...FORMATS, body, signature });
      const given = new Map(Object.entries(values));
      const preview = mail.render(given, { mark: true });
      const { html, text, subject } = mail.render(given);
      const pieces = await composeMail({ ...PEOPLE, html, text, subject });
      const received = await simpleParser(Buffer.concat(pieces));
      expect(htmlBytes(preview.html)).toBe(Buffer.byteLength(String(received.html)));
    },
  );

  it.each(BODY_TAGS)("never passes the limit unnoticed because of <%s>", (tag) => {
    const tagged =
      tag === "img" ? '<img src="cid:picture-0123456789abcdef.png">' : `<${tag}></${tag}>`;
    const one = /^t[dh]$/.test(tag) ? `<table><tr>${tagged}</tr></table>` : tagged;
    for (const count of [1, 100, 400]) {
      const body = one.repeat(count);
      const { html } = prepareMail({ ...FORMATS, body }).render(new Map());
      if (!mayBeClipped({ body, signature: "", values: 0 }))
        expect(htmlBytes(html)).toBeLessThanOrEqual(102_000);
    }
  });
});
