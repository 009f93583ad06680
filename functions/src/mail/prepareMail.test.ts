import { parseTemplate } from "@sendwright/core/placeholders";
import * as fc from "fast-check";
import { simpleParser } from "mailparser";
import { describe, expect, it, test } from "vitest";
import { composeMail } from "./composeMail.ts";
import { type MailText, prepareMail } from "./prepareMail.ts";

const aMail = (parts: Partial<MailText>): MailText => ({
  subject: "Hello",
  body: "",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
  ...parts,
});

/** The rendered body, without the styles, which have their own tests. */
function rendered(body: string, values: Record<string, string>, mark = false): string {
  const { html } = prepareMail(aMail({ body })).render(new Map(Object.entries(values)), { mark });
  return html
    .replace(/ style="[^"]*"| target="_blank"| rel="[^"]*"/g, "")
    .replace(/^<div>|<\/div>$/g, "");
}

describe("prepareMail", () => {
  it("renders an email from the editor's output", () => {
    const mail = prepareMail(
      aMail({
        subject: "Your talk on {{Talk Date|date}}",
        body: `<p>Dear&nbsp;{{Full&nbsp;Name}},</p><p></p><ol><li data-list="bullet">{{<strong>Ro</strong>om|text:the&nbsp;hall}}</li></ol><p onclick="x">{{#VIP}}Welcome&nbsp;drink{{/VIP}}</p>`,
        dateFormat: "long",
      }),
    );
    expect(mail.variables.map(({ name, type, required }) => ({ name, type, required }))).toEqual([
      { name: "Talk Date", type: "date", required: true },
      { name: "Full Name", type: "text", required: true },
      { name: "Room", type: "text", required: false },
      { name: "VIP", type: "text", required: false },
    ]);
    const { subject, html, text, missing } = mail.render(
      new Map([
        ["Full Name", "Zoë <Ada> & Co"],
        ["Talk Date", "2026-04-01"],
        ["VIP", "yes"],
      ]),
    );
    expect(subject).toBe("Your talk on April 1, 2026");
    expect(text).toBe("Dear Zoë <Ada> & Co,\n\n - the hall\nWelcome drink");
    expect(html).toContain("Dear Zoë &lt;Ada&gt; &amp; Co,");
    expect(html).not.toContain("onclick");
    expect(missing).toEqual([]);
  });

  it.each([
    ["subject", "{{X|text:}}", "<p>Hi</p>", "With these values, the subject is blank."],
    ["body", "Hi", "<p>{{#X}}Hello{{/X}}</p>", "With these values, the email has no text."],
  ])(
    "makes no email whose %s a value empties; the preview shows it",
    (_, subject, body, message) => {
      const { render, subjectFor } = prepareMail(aMail({ subject, body, signature: "<p>Ann</p>" }));
      const error = expect.objectContaining({ reason: "blank_email", message });
      for (const make of [render, subjectFor]) {
        expect(() => make(new Map([["X", " "]]))).toThrow(error);
        expect(() => make(new Map([["X", "x"]]))).not.toThrow();
      }
      expect(render(new Map(), { mark: true }).html).toContain("Ann");
    },
  );

  it("an address block without its second line, a letter without its bullet, and the text part agree", () => {
    const body =
      "<p>Ann<br>{{Street 2|text:}}<br>{{#Floor}}Floor {{Floor}}{{/Floor}}<br>53111 Bonn</p><p>{{Greeting|text:}}</p><p>Hi <strong>{{Name|text:}}</strong>,</p>" +
      '<ol><li data-list="ordered">a</li><li data-list="ordered">{{B|text:}}</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered">c</li></ol>' +
      "<table><tbody><tr><td>Fee</td><td>{{Fee|text:}}</td></tr><tr><td>{{Fee|text:}}</td><td>{{B|text:}}</td></tr></tbody></table>";
    expect(rendered(body, {})).toBe(
      '<p>Ann<br>53111 Bonn</p><p>Hi,</p><ol><li>a</li><ul><li>b</li></ul><li>c</li></ol><table border="1" rules="all" bordercolor="#b8b2a6" cellspacing="0"><tbody><tr valign="top"><td>Fee</td><td></td></tr></tbody></table>',
    );
    expect(rendered(body, {}, true)).toBe(rendered(body, {}));
    const { text } = prepareMail(aMail({ body })).render(new Map());
    expect(text).toBe("Ann\n53111 Bonn\nHi,\n 1. a\n     - b\n 2. c\nFee");
  });

  it.each(
    (
      "address article aside center dd details dialog dl dt fieldset figcaption figure footer form header hgroup legend " +
      "main nav search section summary div p blockquote"
    ).split(" "),
  )("a <%s> begins and ends a line", (name) => {
    const { text } = prepareMail(aMail({ body: `a<${name}>b</${name}>c` })).render(new Map());
    expect(text.replace("> ", "").split("\n").filter(Boolean)).toEqual(["a", "b", "c"]);
  });

  it.each(["menu", "dir"])("a <%s> is a list", (name) => {
    const body = `<${name}><li>a</li><li>b</li></${name}>`;
    expect(prepareMail(aMail({ body })).render(new Map()).text).toBe(" - a\n - b");
  });

  it("has no space at the ends of a subject", () => {
    const mail = prepareMail(aMail({ subject: " {{X|text:}} \u00a0Fees {{Y|text:}} " }));
    expect(mail.subjectFor(new Map())).toBe("Fees");
    expect(mail.render(new Map([["Y", " now "]])).subject).toBe("Fees  now");
  });

  it("shows a picture as the editor does, with a value in its description, and only where a condition holds", () => {
    const body = `<p><img src="cid:picture-0123456789abcdef.png" alt="For {{Name}}" width="300">{{#Map}}<img src="cid:picture-0123456789abcdef.gif" alt="">{{/Map}}</p>`;
    const { pictures, render } = prepareMail(aMail({ body }));
    expect([...pictures]).toEqual(["picture-0123456789abcdef.png", "picture-0123456789abcdef.gif"]);
    const { html, text } = render(new Map([["Name", '"><img src=x>']]));
    expect(html).toContain(
      '<img src="cid:picture-0123456789abcdef.png" alt="For &quot;&gt;&lt;img src=x&gt;" width="300" style="max-width:100%;height:auto;border:0;width:300px">',
    );
    expect(html).not.toContain(".gif");
    expect(text).toBe('[For "><img src=x>]');
  });

  it.each([
    [
      "lines of a code block",
      '<div class="ql-code-block-container"><div class="ql-code-block">{{First</div><div class="ql-code-block">Name}}</div></div>',
      [],
    ],
    ["breaks in a code block", "<pre>{{First<br>Name}}</pre>", []],
    ["lines of the source of a code block", "<pre>{{First\nName}}</pre>", []],
    ["blocks in a code block", "<pre>{{First<p>Name}}</p></pre>", []],
    ["a link in a code block", '<pre><a href="https://x.yy/{{Id}}">a</a></pre>', ["Id"]],
    ["a tab", "<p>{{First\tName}}</p>", ["First Name"]],
    ["spaces around a line of the source", "<p>{{First \u00a0\n Name}}</p>", ["First Name"]],
  ])("has the placeholders that the page shows, across %s", (_, body, names) => {
    const { variables, render } = prepareMail(aMail({ body }));
    expect(parseTemplate({ body }).variables).toEqual(variables);
    expect(variables.map(({ name }) => name)).toEqual(names);
    expect(render(new Map(names.map((name) => [name, "x"]))).missing).toEqual([]);
  });

  it.each([
    ["a code block", '<pre><a href="https://x.yy/{{Id}}">a</a></pre>'],
    ["a line of code", '<div class="ql-code-block"><a href="https://x.yy/{{Id}}">a</a></div>'],
    ["inline code", '<p><code><a href="https://x.yy/{{Id}}">a</a></code></p>'],
  ])("sends a link in %s with its address, which needs the value", (_, body) => {
    const { render } = prepareMail(aMail({ body }));
    const { html, text } = render(new Map([["Id", "7"]]));
    expect(html).toContain('href="https://x.yy/7"');
    expect(text).toBe("a <https://x.yy/7>");
    expect(render(new Map(), { mark: true }).missing).toEqual(["Id"]);
  });

  it("refuses a gap, and shows it in a preview", () => {
    const mail = prepareMail(aMail({ body: "<p>Dear {{Name}}</p>" }));
    expect(() => mail.render(new Map([["Name", " "]]))).toThrow(
      expect.objectContaining({ reason: "missing_variables", details: { missing: ["Name"] } }),
    );
    const preview = mail.render(new Map(), { mark: true });
    expect(preview.missing).toEqual(["Name"]);
    expect(preview.text).toBe("Dear {{Name}}");
    expect(preview.html).toContain('data-missing="true"');
  });

  it("reads dates in the order decided over all rows", () => {
    const mail = prepareMail(aMail({ body: "<p>{{Due|date}}</p>", dateFormat: "iso" }));
    const values = new Map([["Due", "03/04/2026"]]);
    expect(mail.render(values, { dateOrders: new Map([["Due", "dmy"]]) }).text).toBe("2026-04-03");
    expect(mail.render(values, { dateOrders: new Map([["Due", "mdy"]]) }).text).toBe("2026-03-04");
  });

  it("refuses a body that is nested too deeply", () => {
    expect(() => prepareMail(aMail({ body: "<b>".repeat(1_000) }))).toThrow(
      expect.objectContaining({ reason: "invalid_input" }),
    );
  });

  it.each([
    ["https://example.com/?a=1&b=2", '<a href="https://example.com/?a=1&amp;b=2">x</a>'],
    ["example.com", '<a href="https://example.com">x</a>'],
    ["ada@example.com", '<a href="mailto:ada@example.com">x</a>'],
    ["https://example.com/a b/ü", '<a href="https://example.com/a%20b/%C3%BC">x</a>'],
    ['https://x.yy/" onclick="alert(1)', '<a href="https://x.yy/%22%20onclick=%22alert(1)">x</a>'],
    ["https://x.yy/>'<", '<a href="https://x.yy/%3E&#39;%3C">x</a>'],
  ])("treats %j safely as a link's target", (value, link) => {
    expect(rendered('<p><a href="{{Link}}">x</a></p>', { Link: value })).toBe(`<p>${link}</p>`);
  });

  const hole = (name: string) =>
    `<a data-variable="${name}" data-type="text" data-missing="true">a</a>`;

  it.each([
    "javascript:alert(1)",
    " JAVASCRIPT:alert(1)",
    "java\nscript:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    "data:text/html,x",
    '"><script>alert(1)</script>',
    "a",
    "see portal",
    "",
  ])("refuses %j as the target of a link, and shows the gap in a preview", (value) => {
    const body = '<a href="{{Link|text:}}">a</a>';
    expect(rendered(body, { Link: value }, true)).toBe(hole("Link"));
    const { render } = prepareMail(aMail({ body }));
    expect(() => render(new Map([["Link", value]]))).toThrow(
      expect.objectContaining({ reason: "invalid_values", details: { invalid: ["Link"] } }),
    );
    expect(render(new Map([["Link", value]]), { mark: true })).toMatchObject({
      missing: ["Link"],
      text: "a",
    });
  });

  it.each([
    ['<a href="java{{x}}script:alert(1)">a</a>', { x: "" }, hole("x")],
    ['<a href="{{#x}}javascript:{{/x}}alert(1)">a</a>', { x: "y" }, hole("x")],
    ['<a href="{{x|text:javascript:alert(1)}}">a</a>', { x: "" }, hole("x")],
    ['<a href="{{x}}:alert(1)">a</a>', { x: "javascript" }, hole("x")],
    ['<a href="java{{script:alert(1)">a</a>', {}, "<a >a</a>"],
  ])("assembles no script from the pieces of %s", (body, values, html) => {
    expect(rendered(body, values, true)).toBe(html);
  });

  it("leaves a link with a gap without a target in a preview", () => {
    expect(rendered('<a href="{{Link}}">a</a>', {}, true)).toBe(hole("Link"));
    expect(rendered('<a href="https://x.yy/{{Link}}">a</a>', {}, true)).toBe(hole("Link"));
  });

  it("lets no value change the tags of an email or the lines of its subject", () => {
    const mail = prepareMail(
      aMail({ subject: "Hi {{a}}", body: '<p>{{a}} <a href="https://x.yy/{{a}}">b</a></p>' }),
    );
    const tags = (value: string) =>
      mail
        .render(new Map([["a", value]]))
        .html.replaceAll("<br>", "")
        .match(/<\/?\w+/g);
    const plain = tags("x");
    return fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(
            "</p><script>",
            '"><img src=x onerror=y>',
            "\r\nBcc: x",
            "{{a}}",
            '<a href="javascript:x">',
          ),
        ),
        (given) => {
          const value = `v${given}`;
          expect(tags(value)).toEqual(plain);
          expect(mail.render(new Map([["a", value]])).subject).not.toMatch(/[\r\n\0]/);
        },
      ),
    );
  });

  it("is prepared once and rendered a thousand times in a short time", () => {
    const mail = prepareMail(
      aMail({ body: "<p>Dear&nbsp;{{Name}},&nbsp;this&nbsp;is&nbsp;a&nbsp;line.</p>".repeat(40) }),
    );
    for (let row = 0; row < 1_000; row++) {
      expect(mail.render(new Map([["Name", `Person ${row}`]])).html).toContain(`Person ${row}`);
    }
  });
});

describe("directions", () => {
  const rendered = (body: string, name = "Ann") =>
    prepareMail({ subject: "s", body, dateFormat: "iso", timeFormat: "24hr" }).render(
      new Map([["Name", name]]),
    ).html;

  describe("the direction of an email's blocks", () => {
    it("is each block's own if an email contains right-to-left letters", () => {
      const html = rendered(
        '<p>שלום {{Name}}</p><p>Hello</p><ol><li data-list="bullet">مرحبا</li></ol>',
      );
      expect(html.match(/<(?:p|li|ul) dir="auto"/g)).toHaveLength(4);
    });

    it("is each block's own even if only a value has such letters", () => {
      expect(rendered("<p>{{Name}}</p>", "דנה")).toContain('<p dir="auto"');
    });

    it("stays as a body sets it, and unset in every other email", () => {
      expect(rendered('<p dir="rtl">שלום</p>')).not.toContain("auto");
      expect(rendered("<p>Hello {{Name}}</p>")).not.toContain("dir=");
    });
  });
});

/**
 * Composes an email and reads it with an independent parser: the address of its only link, and its
 * plain text.
 */
async function delivered(href: string, values: Record<string, string>) {
  const body = `<p>Your <a href="${href}">invoice</a></p>`;
  const prepared = prepareMail({ subject: "Invoice", body, dateFormat: "iso", timeFormat: "24hr" });
  const { subject, html, text } = prepared.render(new Map(Object.entries(values)));
  const message = await composeMail({
    from: { address: "ada@example.com" },
    to: { address: "grace@example.com" },
    subject,
    html,
    text,
    attachments: [],
    date: new Date("2026-04-01T12:00:00Z"),
    messageId: "<1@sendwright.example>",
  });
  const mail = await simpleParser(Buffer.concat(message));
  const [, written = ""] = /<a href="([^"]*)"/.exec(mail.html || "") ?? [];
  return {
    address: written.replaceAll("&amp;", "&").replaceAll("&#39;", "'"),
    text: mail.text?.trim(),
  };
}

test.each<[href: string, values: Record<string, string>, address: string]>([
  ["https://example.org/{{Code}}", { Code: "a b/ü?x=1" }, "https://example.org/a%20b/%C3%BC?x=1"],
  [
    "https://example.org/?to={{Company}}&amp;nr={{Nr}}",
    { Company: "Müller & Söhne", Nr: "RE 1#2" },
    "https://example.org/?to=M%C3%BCller%20%26%20S%C3%B6hne&nr=RE%201%232",
  ],
  [
    "{{Link}}",
    { Link: "https://portal.firma.example/re/101" },
    "https://portal.firma.example/re/101",
  ],
  [
    "{{Link}}",
    { Link: "www.müller.example/Straße 1" },
    "https://www.xn--mller-kva.example/Stra%C3%9Fe%201",
  ],
  ["https://example.org/my files/1.pdf", {}, "https://example.org/my%20files/1.pdf"],
  [
    "mailto:{{Mail}}?subject={{Nr}}",
    { Mail: "bo@example.org", Nr: "RE & 1" },
    "mailto:bo@example.org?subject=RE%20%26%201",
  ],
  ["tel:{{Phone}}", { Phone: "+49 30 / 12 34" }, "tel:+49301234"],
])(
  "the delivered email leads from %j with %j to one address, in both of its parts",
  async (href, values, address) => {
    expect(await delivered(href, values)).toEqual({
      address,
      text: `Your invoice <${address.replace(/^(?:mailto|tel):|\?subject=.*$/g, "")}>`,
    });
    // A program finds an address without spaces or < > again in plain text.
    expect(address).not.toMatch(/[\s<>]/);
  },
);

test.each(["see portal", "javascript:alert(1)", "https://", "89,90 €"])(
  "an email is never made with %j for a link",
  async (Link) => {
    await expect(delivered("{{Link}}", { Link })).rejects.toMatchObject({
      reason: "invalid_values",
    });
  },
);

describe("a signature", () => {
  const SIGNATURE =
    '<p>Ada&nbsp;<strong>Lovelace</strong></p><p><a href="example.org/ada">My page</a></p>';
  const STYLED =
    '<p style="margin:0">Ada <strong>Lovelace</strong></p><p style="margin:0"><a href="https://example.org/ada" target="_blank" rel="noopener noreferrer" style="color:#1155cc;text-decoration:underline">My page</a></p>';
  const BEGIN =
    '<div style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5">';
  const signed = (signature: string | undefined, parts: Partial<MailText> = {}, name = "Bo") =>
    prepareMail(aMail({ body: "<p>Dear {{Name}}.</p>", signature, ...parts })).render(
      new Map([["Name", name]]),
    );

  it("is below the body, after one empty line, in the email's type", () => {
    const { html, text } = signed(SIGNATURE);
    expect(html).toBe(
      `${BEGIN}<p style="margin:0">Dear Bo.</p><p style="margin:0"><br></p>${STYLED}</div>`,
    );
    expect(text).toBe("Dear Bo.\n\n-- \nAda Lovelace\nMy page <https://example.org/ada>");
  });

  it.each(["", undefined])("leaves an email without one (%j) as it is", (none) => {
    const { html, text } = signed(none);
    expect(html).toBe(`${BEGIN}<p style="margin:0">Dear Bo.</p></div>`);
    expect(text).toBe("Dear Bo.");
  });

  it("is alone in an email without a body", () => {
    const { html, text } = signed(SIGNATURE, { body: "" });
    expect(html).toBe(`${BEGIN}${STYLED}</div>`);
    expect(text).toBe("-- \nAda Lovelace\nMy page <https://example.org/ada>");
  });

  it.each([
    "{{Name}}",
    "{{First  Name}}",
    "{{#Name}}x{{/Name}}",
    "{{",
    "}} {{{Name}}} {{>x}} {{=<% %>=}}",
    "$& $1 $` $$",
  ])("has %j as it is written: it is no placeholder", (written) => {
    const { variables, render } = prepareMail(
      aMail({ body: "<p>Hello</p>", signature: `<p>${written}</p>` }),
    );
    expect(variables).toEqual([]);
    const { html, text, missing } = render(new Map([["Name", "Bo"]]), { mark: true });
    expect(missing).toEqual([]);
    const entities = { "&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
    const last = html.slice(html.lastIndexOf("<p ")).replace(/<[^>]*>/g, "");
    expect(last.replace(/&\w+;/g, (entity) => entities[entity as keyof typeof entities])).toBe(
      written,
    );
    expect(text).toBe(`Hello\n\n-- \n${written}`);
  });

  it("encodes braces in its links, as in any address", () => {
    const { html, text } = signed(
      '<p><a href="https://example.org/{{Name}}">a</a> <a href="{{Name}}">b</a></p>',
    );
    expect(html).toContain('href="https://example.org/%7B%7BName%7D%7D"');
    expect(text).toContain("-- \na <https://example.org/%7B%7BName%7D%7D> b");
    expect(html).not.toContain("Bo</a>");
  });

  it("is cleaned like a body, even if it was stored by other code", () => {
    expect(signed('<p onclick="x">Ada<script>x</script></p>').html).toContain(
      '<p style="margin:0">Ada</p></div>',
    );
  });

  it("doesn't change with the values around it, nor they with it", () => {
    const alone = signed(undefined, {}, "מרים");
    const { html } = signed(SIGNATURE, {}, "מרים");
    expect(html).toBe(
      `${alone.html.slice(0, -"</div>".length)}<p style="margin:0"><br></p>${STYLED}</div>`,
    );
    expect(signed("<p>עדה</p>").html).toContain('<p dir="auto" style="margin:0">עדה</p></div>');
  });

  it("counts in the limits of the email's tables", () => {
    const table = `<table>${`<tr>${"<td>x</td>".repeat(50)}</tr>`.repeat(60)}</table>`;
    expect(signed(undefined, { body: table }).text).toContain("x");
    expect(() => signed(table, { body: table })).toThrow(
      expect.objectContaining({ reason: "table_too_large" }),
    );
  });
});
