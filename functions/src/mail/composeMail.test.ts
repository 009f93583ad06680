import { attachmentName } from "@sendwright/core/files/pictures";
import * as fc from "fast-check";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { type AttachmentFile, composeMail, type Mail, prepareAttachments } from "./composeMail.ts";

function aMail(parts: Partial<Mail> = {}): Mail {
  return {
    from: { name: "Ada Lovelace", address: "ada@example.com" },
    to: { address: "grace@example.com" },
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    attachments: [],
    date: new Date("2025-04-01T12:00:00Z"),
    messageId: "<0c5d6c8e-1@sendwright.example>",
    ...parts,
  };
}

/** All bytes of a message. */
const composed = async (parts: Partial<Mail> = {}) =>
  Buffer.concat(await composeMail(aMail(parts)));

/**
 * Composes, checks the rules for every message on the wire, and reads it with an independent
 * parser.
 */
async function sentAndRead(parts: Partial<Mail> = {}): Promise<ParsedMail> {
  const bytes = await composed(parts);
  const wire = bytes.toString("latin1");
  expect(wire).toMatch(/^[\x20-\x7e\t\r\n]*$/);
  expect(wire.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(Math.max(...wire.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  return simpleParser(bytes, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  });
}

function onlyOne(addresses: AddressObject | AddressObject[] | undefined): {
  name: string;
  address: string | undefined;
} {
  const list = [addresses].flat().flatMap((object) => object?.value ?? []);
  expect(list).toHaveLength(1);
  return { name: list[0]?.name ?? "", address: list[0]?.address };
}

const TEXTS: [language: string, text: string][] = [
  ["English", "An invitation to the annual conference"],
  ["German", "Grüße aus München: Straßenfest für alle Gäste, größer als je zuvor und schöner"],
  ["Polish", "Zażółć gęślą jaźń"],
  ["Greek", "Καλημέρα σας, πρόσκληση στο συνέδριο"],
  ["Russian", "Приглашение на конференцию, которая состоится весной этого года"],
  ["Arabic", "دعوة إلى المؤتمر السنوي ٢٠٢٦"],
  ["Hebrew with numbers", "הזמנה לכנס 2026 (חינם) שלום"],
  ["Chinese", "邀请您参加年度大会,请在四月一日之前回复,期待您的到来"],
  ["Japanese", "年次会議へのご招待、カタカナとひらがな"],
  ["Korean", "연례 회의에 초대합니다"],
  ["Thai", "ขอเชิญเข้าร่วมการประชุมประจำปี"],
  ["Hindi", "वार्षिक सम्मेलन का निमंत्रण"],
  ["emoji", "🎉 Party 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 now"],
  ["a mixture", "Zoë, 李小龍 & Иван: 50 % «off» – “today”…"],
];

describe("composeMail: subjects and names", () => {
  it.each(TEXTS)("carries %s", async (_, text) => {
    const mail = await sentAndRead({
      subject: text,
      from: { name: text, address: "ada@example.com" },
      text,
      html: `<p>${text}</p>`,
    });
    expect(mail.subject).toBe(text);
    expect(onlyOne(mail.from)).toEqual({ name: text, address: "ada@example.com" });
    expect(mail.html).toBe(`<p>${text}</p>`);
    expect(mail.text).toBe(text);
  });

  it.each([
    ["many words", "word ".repeat(180).trim()],
    ["998 letters without a space", "a".repeat(998)],
    ["998 letters of another script", "ж".repeat(998)],
    ["400 emoji", "😀".repeat(400)],
    ["many spaces", `a${" ".repeat(90)}b   c  d`],
    ["spaces around", "  a  "],
    ["text that looks encoded", "=?UTF-8?Q?abc?= =?x?b?YQ==?="],
    ["text that looks like a header", "Bcc: eve@example.com"],
    ["the special characters of headers", `"a" <b@c>, (d); e: \\ f_g =20 =3D`],
    ["nothing", ""],
  ])("writes a subject of %s", async (_, subject) => {
    expect((await sentAndRead({ subject })).subject ?? "").toBe(subject);
  });

  it.each([
    "Lovelace, Ada",
    'Ada "the first" Lovelace',
    "Ada (Countess)",
    "Ada <ada@evil.example>",
    "ada@evil.example, eve",
    "O'Neill; Smith: group",
    "back\\slash",
    "Müller, Jörg (Büro)",
    "李, 小龍",
    "",
  ])("writes the name %j and still one address", async (name) => {
    const mail = await sentAndRead({ to: { name, address: "grace@example.com" } });
    expect(onlyOne(mail.to)).toEqual({ name, address: "grace@example.com" });
  });

  it.each([
    ["joerg@müller.de", "joerg@xn--mller-kva.de"],
    ["joerg@mu\u0308ller.de", "joerg@xn--mller-kva.de"],
    ["Joerg@ℯxample.com", "Joerg@example.com"],
    ["joerg@straße.de", "joerg@xn--strae-oqa.de"],
  ])("writes the domain of %s in ASCII, as addresses are compared", async (address, written) => {
    const bytes = await composed({ to: { name: "Jörg", address } });
    expect(bytes.toString()).toContain(`<${written}>`);
  });

  it("cuts a display name that is too long, between characters", async () => {
    const mail = await sentAndRead({
      to: { name: "😀".repeat(500), address: "grace@example.com" },
    });
    expect(onlyOne(mail.to).name).toBe("😀".repeat(100));
  });
});

describe("composeMail: nothing gets into another header", () => {
  const ATTEMPTS = [
    "a\r\nBcc: eve@example.com",
    "a\nX: y",
    "a\rX: y",
    "a\u0000b",
    "a\u0085b",
    "a\tb",
  ];

  it.each(ATTEMPTS)("refuses %j as subject and as names", (text) => {
    const refusal = expect.objectContaining({ reason: "invalid_input" });
    expect(() => composeMail(aMail({ subject: text }))).toThrow(refusal);
    expect(() => composeMail(aMail({ to: { name: text, address: "grace@example.com" } }))).toThrow(
      refusal,
    );
    expect(() =>
      composeMail(aMail({ from: { name: text, address: "grace@example.com" } })),
    ).toThrow(refusal);
    expect(() =>
      prepareAttachments([
        { filename: text, contentType: "text/plain", content: Buffer.from("a") },
      ]),
    ).toThrow(refusal);
  });

  it.each([
    "",
    "a",
    "a@b.co, eve@example.com",
    "a@b.co\r\nBcc: eve@example.com",
    "<a@b.co>",
    "a@b.co>",
    "a b@c.co",
    "\u202ea@b.co",
  ])("refuses the address %j", (address) => {
    const refusal = expect.objectContaining({ reason: "invalid_recipient" });
    expect(() => composeMail(aMail({ to: { address } }))).toThrow(refusal);
    expect(() => composeMail(aMail({ from: { address } }))).toThrow(refusal);
  });

  it.each(["<a@b>\r\nX: y", "a@b", "<a b@c>", "<a@>", "<a@b@c>", "<a@[b>"])(
    "refuses the Message-ID %j",
    (messageId) => {
      expect(() => composeMail(aMail({ messageId }))).toThrow(/Message-ID/);
    },
  );

  it("writes a Message-ID's host in ASCII", async () => {
    expect((await sentAndRead({ messageId: "<1-a@müller.de>" })).messageId).toBe(
      "<1-a@xn--mller-kva.de>",
    );
  });

  it("writes these headers, and no other", async () => {
    const mail = await sentAndRead({ to: { name: "Grace", address: "grace@example.com" } });
    expect([...mail.headers.keys()].sort()).toEqual([
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(mail.messageId).toBe("<0c5d6c8e-1@sendwright.example>");
    expect(mail.date).toEqual(new Date("2025-04-01T12:00:00Z"));
  });
});

describe("composeMail: parts", () => {
  const file = (
    filename: string,
    content: Buffer | string,
    contentType = "application/octet-stream",
  ): AttachmentFile => ({
    filename,
    contentType,
    content: Buffer.from(content),
  });

  it("is multipart/alternative, plain text first, without attachments", async () => {
    const wire = (await composed()).toString();
    expect(wire.match(/Content-Type: \S+/g)).toEqual([
      "Content-Type: multipart/alternative;",
      "Content-Type: text/plain;",
      "Content-Type: text/html;",
    ]);
  });

  it("has both parts even if the body is empty", async () => {
    const wire = (await composed({ html: "", text: "" })).toString();
    expect(wire).toContain("multipart/alternative");
    expect(wire.match(/text\/(plain|html)/g)).toEqual(["text/plain", "text/html"]);
  });

  it("includes five files byte for byte, with names in any script", async () => {
    const files = [
      file(
        "report.pdf",
        Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256)),
        "application/pdf",
      ),
      file(
        "Überweisung für Jörg – “final”.txt",
        "Grüße\r\n\r\nlone \n and \r and \0",
        "text/plain",
      ),
      file("報告書 2026 (最終版).xlsx", Buffer.alloc(57, 255)),
      file("تقرير.docx", ""),
      file(`${"long name ".repeat(20)}👩‍👩‍👧.png`, Buffer.alloc(58, 1), "image/png"),
    ];
    const mail = await sentAndRead({ attachments: prepareAttachments(files) });
    expect(mail.attachments.map(({ filename, content }) => ({ filename, content }))).toEqual(
      files.map(({ filename, content }) => ({ filename, content })),
    );
    expect(mail.attachments.map(({ contentDisposition }) => contentDisposition)).toEqual(
      Array(5).fill("attachment"),
    );
    expect(mail.text).toBe("Hello");
    expect(mail.html).toBe("<p>Hello</p>");
  });

  it.each([
    ["image/PNG", "image/png"],
    ["text/plain; charset=utf-16", "text/plain"],
    ["", "application/octet-stream"],
    ["text", "application/octet-stream"],
    ["text/html\r\nX: y", "application/octet-stream"],
    ["text/plain, x", "application/octet-stream"],
    ["message/rfc822", "application/octet-stream"],
    ["multipart/mixed", "application/octet-stream"],
  ])("treats the content type %j as %s", async (given, used) => {
    const mail = await sentAndRead({
      attachments: prepareAttachments([file("a.bin", "abc", given)]),
    });
    expect(
      mail.attachments.map(({ contentType, content }) => [contentType, content.toString()]),
    ).toEqual([[used, "abc"]]);
  });

  it.each([
    ["a.txt", "text/plain", "Grüße", "text/plain; charset=utf-8"],
    ["a.csv", "text/csv; charset=iso-8859-1", "\ufeffName;Größe", "text/csv; charset=utf-8"],
    ["a.md", "text/markdown", "ascii", "text/markdown; charset=utf-8"],
    ["a.csv", "application/vnd.ms-excel", "Größe", "text/csv; charset=utf-8"],
    ["A.TXT", "", "Größe", "text/plain; charset=utf-8"],
    ["a.txt", "text/plain", Buffer.from("Grüße", "latin1"), "text/plain"],
    ["a.txt", "text/plain", Buffer.from("Grusse", "utf16le"), "text/plain"],
    ["a.csv", "application/vnd.ms-excel", Buffer.from("ö", "latin1"), "application/vnd.ms-excel"],
    ["a.xls", "application/vnd.ms-excel", "Größe", "application/vnd.ms-excel"],
    ["a.pdf", "application/pdf", "Größe", "application/pdf"],
  ])("names the encoding of %s (%s) only if it is UTF-8", async (name, type, content, used) => {
    const attachments = prepareAttachments([file(name, content, type)]);
    const wire = (await composed({ attachments })).toString();
    const [, written] = /\r\nContent-Type: ([^\r\n]*?);\s+name=/.exec(wire) ?? [];
    expect(written).toBe(used);
  });

  it.each([
    ["=?utf-8?Q?virus=2Eexe?=", "virus.exe"],
    ["=?utf-8?B?R3LDvMOfZQ==?=.txt", "Grüße.txt"],
    ["=?x-unknown?Q?a=2Eexe?=.txt", "= ?x-unknown?Q?a=2Eexe?=.txt"],
    ["Gru\u0308\u00dfe.txt", "Gr\u00fc\u00dfe.txt"],
  ])("delivers the file name %j as %j, which the page shows, too", async (given, name) => {
    const mail = await sentAndRead({ attachments: prepareAttachments([file(given, "x")]) });
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([name]);
    expect(attachmentName(given)).toBe(name);
  });

  it.each([
    'a".txt',
    "a\\b.txt",
    "a;b=c.txt",
    "a'b.txt",
    "../../etc/passwd",
    "%41.txt",
    "a'en'b.txt",
    ".htaccess",
  ])("writes the file name %j", async (filename) => {
    const mail = await sentAndRead({ attachments: prepareAttachments([file(filename, "abc")]) });
    expect(mail.attachments[0]?.filename).toBe(filename);
  });

  it("encodes a file once: emails share its bytes", async () => {
    const [prepared] = prepareAttachments([file("a.bin", Buffer.alloc(1_000, 1))]);
    expect(prepared?.size).toBe(1_000);
    const pieces = await composeMail(aMail({ attachments: prepared ? [prepared, prepared] : [] }));
    expect(pieces.filter((piece) => piece === prepared?.part)).toHaveLength(2);
    expect(Buffer.concat(pieces).byteLength).toBeLessThan(2 * (prepared?.part.length ?? 0) + 2_000);
  });

  it("includes a body of 102 KB, long lines and lines with a meaning for a mail server", async () => {
    const html = `<p>${"ä".repeat(2_000)}</p>\n.\n..\nFrom here\n--\n${"<p>Zeile für Zeile 😀</p>".repeat(4_000)}`;
    const text = `${"x".repeat(5_000)}\n.\nFrom here\n-- \n trailing   \n\n\n${"Zeile für Zeile 😀\n".repeat(1_000)}end`;
    expect(Buffer.byteLength(html)).toBeGreaterThan(102 * 1_024);
    const mail = await sentAndRead({ html, text });
    expect(mail.html).toBe(html);
    expect(mail.text).toBe(text);
  });
});

describe("composeMail: any email", () => {
  const line = fc
    .string({ unit: "grapheme", maxLength: 120 })
    .filter((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text));
  const body = fc
    .array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 8 })
    .map((lines) => `a${lines.join("\n")}`.replace(/[\r\p{Surrogate}]/gu, ""));
  const name = line.map((text) => text.replaceAll("=?", "").replace(/\s+/g, " ").trim());
  const fileName = line.filter(
    (text) => text.trim() !== "" && !/[\u202a-\u202e\u2066-\u2069]/.test(text),
  );
  const files = fc.array(
    fc.record({ filename: fileName, content: fc.uint8Array({ maxLength: 300 }) }),
    {
      maxLength: 3,
    },
  );

  it("is read back as written", () =>
    fc.assert(
      fc.asyncProperty(
        line,
        name,
        name,
        body,
        body,
        files,
        async (subject, fromName, toName, text, html, given) => {
          const attachments = given.map(({ filename, content }) => ({
            filename,
            contentType: "a/b",
            content: Buffer.from(content),
          }));
          const mail = await sentAndRead({
            subject,
            from: { name: fromName, address: "ada@example.com" },
            to: { name: toName, address: "grace@example.com" },
            text,
            html,
            attachments: prepareAttachments(attachments),
          });
          expect(mail.subject ?? "").toBe(subject);
          expect(onlyOne(mail.from).address).toBe("ada@example.com");
          expect(onlyOne(mail.to)).toEqual({
            name: [...toName].slice(0, 100).join("").trim(),
            address: "grace@example.com",
          });
          expect(mail.text).toBe(text);
          expect(mail.html).toBe(html);
          expect(mail.attachments.map(({ filename, content }) => ({ filename, content }))).toEqual(
            attachments.map(({ filename, content }) => ({
              filename: attachmentName(filename),
              content,
            })),
          );
        },
      ),
    ));
});

describe("composeMail: pictures of the body", () => {
  const PICTURE = "picture-0123456789abcdef.png";
  const OTHER = "picture-fedcba9876543210.gif";
  const html = `<p><img src="cid:${PICTURE}" alt="A map" width="300"></p>`;
  const files = [
    { filename: "map.pdf", contentType: "application/pdf", content: Buffer.from("%PDF") },
    { filename: PICTURE, contentType: "image/png", content: Buffer.from("png".repeat(100)) },
    { filename: OTHER, contentType: "image/gif", content: Buffer.from("gif") },
  ];

  it("puts the pictures that the HTML shows beside it, and leaves out those that it doesn't", async () => {
    const attachments = prepareAttachments(files, new Set([PICTURE, OTHER]));
    const mail = await sentAndRead({ html, attachments });
    expect(mail.html).toBe(html);
    const shown = mail.attachments.map(
      ({ filename, contentType, contentDisposition, cid, related, content }) => {
        return {
          filename,
          contentType,
          contentDisposition,
          cid,
          related: related ?? false,
          text: content.toString(),
        };
      },
    );
    expect(shown).toEqual([
      {
        filename: PICTURE,
        contentType: "image/png",
        contentDisposition: "inline",
        cid: PICTURE,
        related: true,
        text: "png".repeat(100),
      },
      {
        filename: "map.pdf",
        contentType: "application/pdf",
        contentDisposition: "attachment",
        cid: undefined,
        related: false,
        text: "%PDF",
      },
    ]);
    const wire = (await composed({ html, attachments })).toString();
    const types = [...wire.matchAll(/^Content-Type: (multipart\/\w+)/gm)].map(([, type]) => type);
    expect(types).toEqual(["multipart/mixed", "multipart/alternative", "multipart/related"]);
  });

  it("shares the bytes of a picture between emails, and writes an email without pictures as before", async () => {
    const attachments = prepareAttachments(files, new Set([PICTURE, OTHER]));
    const [one, two] = await Promise.all([
      composeMail(aMail({ html, attachments })),
      composeMail(aMail({ html, attachments })),
    ]);
    const part = attachments.find(({ filename }) => filename === PICTURE)?.part;
    expect([one, two].map((pieces) => pieces.filter((piece) => piece === part))).toEqual([
      [part],
      [part],
    ]);
    const withoutBoundaries = (bytes: Buffer) =>
      bytes
        .toString()
        .replace(/--_NmP-[\w-]+/g, "--")
        .replace(/boundary=.*/g, "");
    const [plain = { filename: "" }] = prepareAttachments(files.slice(0, 1));
    const before = await composed({ attachments: [plain as (typeof attachments)[number]] });
    const now = await composed({ attachments });
    expect(withoutBoundaries(now)).toBe(withoutBoundaries(before));
    expect(now.toString()).not.toContain("multipart/related");
  });
});
