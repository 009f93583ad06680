import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LinkPart, linkAddress, linkTarget } from "./linkAddress.ts";

/** The parts of a link as a template writes it, with values for its placeholders. */
function link(written: string, ...values: string[]): string | null {
  const own = written.split(/(\{\{\w+\}\})/).map((text): LinkPart => ({ text, isValue: false }));
  const parts = own.map((part) =>
    part.text.startsWith("{{") ? { text: values.shift() ?? "", isValue: true } : part,
  );
  return linkAddress(parts);
}

describe("linkTarget", () => {
  it.each([
    ["https://example.com", "https://example.com"],
    ["HTTP://example.com/a?b=c#d", "http://example.com/a?b=c#d"],
    ["example.com", "https://example.com"],
    ["www.example.com/a b", "https://www.example.com/a%20b"],
    ["https://example.com/", "https://example.com/"],
    ["https://example.com/100%/%41", "https://example.com/100%/%41"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["example.com?a=1", "https://example.com/?a=1"],
    ["müller.de/Straße", "https://xn--mller-kva.de/Stra%C3%9Fe"],
    ["例え.jp", "https://xn--r8jz45g.jp"],
    ["http://intranet/x", "http://intranet/x"],
    ["http://[::1]:8080/x", "http://[::1]:8080/x"],
    ["//example.com/a", "https://example.com/a"],
    ["  https://example.com \n", "https://example.com"],
    ["ada@example.com", "mailto:ada@example.com"],
    ["mailto:ada@example.com?subject=Hi", "mailto:ada@example.com?subject=Hi"],
    ["mailto:ada@example.com, bo@müller.de", "mailto:ada@example.com,bo@m%C3%BCller.de"],
    ["mailto:ada@example.com?body=a%0Ab", "mailto:ada@example.com?body=a%0D%0Ab"],
    ["mailto:?body=a%0D%0A%0d%0Ab", "mailto:?body=a%0D%0A%0D%0Ab"],
    ["mailto:?subject=Hi there", "mailto:?subject=Hi%20there"],
    ["tel:+49 30 / 1234–5", "tel:+49301234-5"],
    ["tel:*100#", "tel:*100%23"],
    ["tel:+4930123;ext=4", "tel:+4930123;ext=4"],
  ])("takes %j as %j", (href, target) => {
    expect(linkTarget(href)).toBe(target);
    expect(linkTarget(target)).toBe(target);
  });

  it.each([
    "",
    " ",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " \u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\u0000script:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "javascript:x.com",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.com/x",
    "file:///etc/passwd",
    "ftp://example.com",
    "https:",
    "https://",
    "https:javascript:alert(1)",
    "mailto:",
    "//",
    "/path",
    "../path",
    "#anchor",
    "?query",
    "word",
    "{{Link}}",
    "http //example.com",
    "1.5",
    "1.234,50",
    "https://see portal",
    "https://example..org",
    "https://a(b).org",
    "mailto:see portal",
    "mailto:ada@example.com,",
    "mailto:%",
    "tel:see portal",
    "tel:1",
    "tel:12;<script>",
    "\\\\server\\share.txt",
  ])("refuses %j", (href) => {
    expect(linkTarget(href)).toBeNull();
  });
});

describe("linkAddress", () => {
  it.each<[written: string, values: string[], address: string]>([
    ["https://example.org/{{Code}}", ["a b/ü?x=1"], "https://example.org/a%20b/%C3%BC?x=1"],
    ["https://example.org/{{Code}}", ["a%20b\n"], "https://example.org/a%20b"],
    [
      "https://example.org/?q={{Name}}&x=1",
      ["Müller & Söhne"],
      "https://example.org/?q=M%C3%BCller%20%26%20S%C3%B6hne&x=1",
    ],
    [
      "https://example.org/?q={{A}}#{{B}}",
      ["50%20", "it's\ud800"],
      "https://example.org/?q=50%2520#it%27s%EF%BF%BD",
    ],
    ["{{Link}}", [" https://example.org/ä?a=b c "], "https://example.org/%C3%A4?a=b%20c"],
    ["{{Link}}", ["www.example.org"], "https://www.example.org"],
    ["{{Link}}", ["https://x.yy/my file.pdf"], "https://x.yy/my%20file.pdf"],
    ["{{Link}}", ["https://x.yy/a\nb.html"], "https://x.yy/ab.html"],
    ["{{Link}}", ["https://x.yy/?a=https://b.cc"], "https://x.yy/?a=https://b.cc"],
    ["{{Link}}", ["https://x.yy/?a=b,https://b.cc"], "https://x.yy/?a=b,https://b.cc"],
    ["{{Link}}", ["https://x.yy/https://b.cc"], "https://x.yy/https://b.cc"],
    ["{{Link}}", ["https://x.yy/20id_/https://b.cc"], "https://x.yy/20id_/https://b.cc"],
    ["{{Link}}", ["https://newwww.x.yy"], "https://newwww.x.yy"],
    ["https://x.yy/{{Code}}", ["123456/0123456"], "https://x.yy/123456/0123456"],
    ["tel:{{Phone}}", ["030/12345678"], "tel:03012345678"],
    ["tel:{{Phone}}", ["0049 171/12345678"], "tel:004917112345678"],
    [
      "https://x.yy/?u={{A}}",
      ["https://a.cc https://b.cc"],
      "https://x.yy/?u=https%3A%2F%2Fa.cc%20https%3A%2F%2Fb.cc",
    ],
    ["{{Link}}", ["http://intranet/x"], "http://intranet/x"],
    ["{{Link}}", ["ada@example.org"], "mailto:ada@example.org"],
    ["{{Base}}/{{Id}}", ["example.org/a", "1"], "https://example.org/a/1"],
    ["https://{{Site}}", ["www.example.org/a?b"], "https://www.example.org/a?b"],
    ["https://{{Host}}/x", ["evil.com/#"], "https://evil.com/#/x"],
    ["https://{{Sub}}.example.org:{{Port}}/x", ["a", "8080"], "https://a.example.org:8080/x"],
    ["https://www.{{Domain}}/x", ["example.org"], "https://www.example.org/x"],
    ["https://example.org{{Path}}", ["/a/b"], "https://example.org/a/b"],
    ["https://example.org{{Path}}", [""], "https://example.org"],
    [
      "mailto:{{Email}}?subject={{Subject}}",
      ["ada@example.org", "a & b"],
      "mailto:ada@example.org?subject=a%20%26%20b",
    ],
    ["tel:{{Phone}}", ["030 / 12 34"], "tel:0301234"],
    ["{{Link}}&utm_source=email", ["https://x.yy/p?a=1"], "https://x.yy/p?a=1&utm_source=email"],
    ["{{Folder}}report.pdf", ["https://x.yy/d/"], "https://x.yy/d/report.pdf"],
    ["{{Folder}}report.pdf", ["x.yy/d/"], "https://x.yy/d/report.pdf"],
    ["{{Page}}.html", ["https://x.yy/a"], "https://x.yy/a.html"],
    ["{{Folder}}{{File}}-{{Id}}.pdf", ["https://x.yy/d/", "a", "1"], "https://x.yy/d/a-1.pdf"],
    [" {{Link}} ", ["https://x.yy/p"], "https://x.yy/p"],
    ["{{Link}}.", ["https://x.yy/p"], "https://x.yy/p."],
    ["{{Link}}", ["https://user@x.yy/p"], "https://user@x.yy/p"],
    ["{{Base}}:8080/x", ["http://intranet"], "http://intranet:8080/x"],
    ["{{Scheme}}://example.org", ["HTTP"], "http://example.org"],
    ["{{Scheme}}://{{Sub}}.example.org{{Path}}", ["https", "a", "/x"], "https://a.example.org/x"],
    ["{{Sub}}.example.org", ["https://a"], "https://a.example.org"],
    ["https://user@example.org{{Path}}", ["/x"], "https://user@example.org/x"],
    ["https://{{User}}@example.org{{Path}}", ["ada", ":8080/x"], "https://ada@example.org:8080/x"],
    ["https://{{Host}}/", ["[::1]"], "https://[::1]/"],
    ["https://{{Host}}/", ["10.0.0.1"], "https://10.0.0.1/"],
    ["https://{{A}}-{{B}}/", ["shop", "a.example.org"], "https://shop-a.example.org/"],
    ["https://{{A}}.example.{{B}}/", ["a", "org:8080/x"], "https://a.example.org:8080/x/"],
    ["{{User}}@example.org", ["mailto:ada"], "mailto:ada@example.org"],
    [
      "mailto:{{First}}.{{Last}}@example.org?subject=a",
      ["ada", "b"],
      "mailto:ada.b@example.org?subject=a",
    ],
    ["mailto:{{Email}}, office@example.org", ["ada@x.yy"], "mailto:ada@x.yy,office@example.org"],
    ["mailto:ada@{{Domain}}", ["example.org"], "mailto:ada@example.org"],
    ["mailto:info@shop{{Id}}.example.org{{More}}", ["7", ""], "mailto:info@shop7.example.org"],
    ["mailto:{{Emails}}?subject=a", ["ada@x.yy, bo@x.yy"], "mailto:ada@x.yy,bo@x.yy?subject=a"],
    ["{{Link}}?subject=a", ["mailto:ada@x.yy"], "mailto:ada@x.yy?subject=a"],
    ["tel:{{Phone}};ext={{Id}}", ["030 12", "4"], "tel:03012;ext=4"],
  ])("writes %j with %j as %j", (written, values, address) => {
    expect(link(written, ...values)).toBe(address);
    expect(linkTarget(address)).toBe(address);
  });

  it("gives a value after a ? back unchanged to the page that reads it", () => {
    return fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const address = link("https://example.org/?a={{A}}&b=1#c", value) ?? "";
        expect([...new URL(address).searchParams]).toEqual([
          ["a", value.trim()],
          ["b", "1"],
        ]);
      }),
    );
  });

  it.each<[written: string, values: string[]]>([
    ["{{Link}}", ["see portal"]],
    ["{{Link}}", ["https://a.org https://b.org"]],
    ["{{Link}}", ["https://a.org/x https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x\nhttps://b.org/y"]],
    ["{{Link}}", ["https://a.org/x\r\n\r\nhttps://b.org/y"]],
    ["{{Link}}", ["a.org/x\nb.org/y"]],
    ["{{Link}}", ["a.org\nb.org"]],
    ["{{Link}}", ["https://a.org/x, https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x,https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x;https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x | https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x and https://b.org/y"]],
    ["{{Link}}", ["https://a.org/x (https://b.org/y)"]],
    ["{{Link}}", ["a.org/x www.b.org/y"]],
    ["{{Link}}", ["https://a.org/x ada@b.org"]],
    ["{{Link}}", ["https://a.orghttps://b.org"]],
    ["{{Link}}", ["https://a.org/xhttp://b.org/y"]],
    ["{{Link}}", ["https://a.org/?a=1https://b.org"]],
    ["{{Link}}", ["a.org/xhttps://b.org/y"]],
    ["{{Link}}", ["www.a.orgwww.b.org"]],
    ["{{Link}}", ["https://www.a.org/xmailto:ada@b.org"]],
    ["{{Link}}", ["a.org b.org"]],
    ["{{Link}}", ["a.org, b.org"]],
    ["{{Link}}", ["ada@a.orgbo@b.org"]],
    ["{{Link}}", ["ada@a.org mailto:bo@b.org"]],
    ["mailto:{{Email}}", ["ada@a.orgbo@b.org"]],
    ["{{Link}}", ["tel:030 123456tel:030 654321"]],
    ["tel:{{Phone}}", ["030 123456 / 0171 654321"]],
    ["tel:{{Phone}}", ["030 123456\n0171 654321"]],
    ["tel:{{Phone}}", ["+49 30 123456 +49 171 654321"]],
    ["tel:{{Phone}}", ["030 123456, 0171 654321"]],
    ["{{Link}}", ["ada@a.org, bo@b.org"]],
    ["{{Link}}", ["ada@a.org\nbo@b.org"]],
    ["{{Link}}?a=b", ["https://a.org/x https://b.org/y"]],
    ["https://{{Host}}", ["a.org/x https://b.org/y"]],
    ["mailto:{{User}}@example.org", ["ada@a.org, bo"]],
    ["{{Link}}", [""]],
    ["{{Link}}", ["javascript:alert(1)"]],
    ["{{Link}}", ["java\nscript:alert(1)"]],
    ["{{Link}}", ["89,90 €"]],
    ["{{Link}}/x", ["see portal"]],
    ["{{Scheme}}://example.org", ["javascript"]],
    ["{{Scheme}}://example.org", ["https://evil.com/x?"]],
    ["{{Scheme}}://example.org", ["mailto:eve@evil.com?"]],
    ["{{Scheme}}://example.org{{Path}}", ["https", ".evil.com"]],
    ["{{x}}:alert(1)", ["javascript"]],
    ["https://{{Host}}", ["https://example.org"]],
    ["https://www.{{Domain}}", ["https://example.org"]],
    ["https://{{Host}}/x", ["portal"]],
    ["https://user@{{Host}}/x", ["portal"]],
    ["https://{{Host}}/x", ["see portal.org"]],
    ["https://{{Host}}/x", ["user@evil.com"]],
    ["https://example.org{{Path}}", ["@evil.com"]],
    ["https://example.org{{Path}}", [".evil.com"]],
    ["https://example.org:{{Port}}", ["80@evil.com"]],
    ["https://{{Sub}}.example.org", ["evil.com/"]],
    ["{{Sub}}.example.org", ["https://evil.com#"]],
    ["{{Sub}}.example.org", ["mailto:eve@evil.com?"]],
    ["{{Sub}}.example.org", ["tel:12;"]],
    ["example.org{{Path}}", ["@evil.com"]],
    ["{{Base}}:8080/x", ["https://x.yy/"]],
    ["{{Link}} portal", ["https://x.yy/"]],
    ["https://example.org{{A}}{{B}}", [":8", "0@evil.com"]],
    ["https://user@example.org{{Path}}", [".evil.com"]],
    ["https://{{A}}.example.{{B}}/", ["evil.com/", "org"]],
    ["https://{{A}}.example.{{B}}/", ["eve@evil.com", "org"]],
    ["https://{{A}}.example.org{{B}}", ["a", ".evil.com"]],
    ["{{A}}.{{B}}.example.org", ["https://evil.com/", "a"]],
    ["{{User}}@example.org", ["https://evil.com/"]],
    ["{{First}}.{{Last}}@example.org", ["https://evil.com/", "b"]],
    ["{{User}}@example.org", ["mailto:eve@evil.com?x="]],
    ["mailto:{{User}}@example.org", ["eve@evil.com?x="]],
    ["mailto:{{User}}@example.org", ["eve@evil.com#"]],
    ["mailto:{{User}}@example.org", ["eve@evil.com,ada"]],
    ["mailto:{{User}}@example.org", ["eve@evil.com"]],
    ["mailto:ada@example.org{{More}}", ["?bcc=eve@evil.com"]],
    ["mailto:ada@example.org{{More}}", [".evil.com"]],
    ["mailto:ada@example.org{{More}}, bo@example.org", [".evil.com"]],
    ["mailto:ada@{{Domain}}", ["example.org,eve@evil.com"]],
    ["tel:{{Phone}}5", ["12;x="]],
    ["mailto:{{Email}}", ["see portal"]],
    ["tel:{{Phone}}", ["see portal"]],
  ])("refuses %j with %j", (written, values) => {
    expect(link(written, ...values)).toBeNull();
  });

  it("keeps the template's scheme and host with any value", () => {
    const nasty = fc.constantFrom(
      ..."/ \\ ? # @ ／ ＠ ． : . .. // javascript: https:// mailto: tel: , ; evil.com a %2f %00 \t ü xn--".split(
        " ",
      ),
    );
    const anyValue = fc
      .array(fc.oneof(nasty, fc.string()), { maxLength: 6 })
      .map((pieces) => pieces.join(""));
    return fc.assert(
      fc.property(anyValue, (value) => {
        for (const written of [
          "https://example.org/{{a}}",
          "https://example.org{{a}}",
          "https://user@example.org{{a}}",
          "https://{{a}}.example.org/",
          "https://{{a}}.b.{{a}}.example.org/",
        ]) {
          const address = link(written, value, value);
          if (address === null) continue;
          expect(new URL(address).protocol).toBe("https:");
          expect(new URL(address).hostname).toMatch(/^(?:.*\.)?example\.org$/);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps the domain of the template's email address with any value", () => {
    const nasty = fc.constantFrom(
      ..."? # @ , ; : . %2c %40 %3f mailto: eve@evil.com eve https:// / ＠ ü".split(" "),
    );
    const anyValue = fc
      .array(fc.oneof(nasty, fc.string()), { maxLength: 4 })
      .map((pieces) => pieces.join(""));
    return fc.assert(
      fc.property(anyValue, (value) => {
        for (const written of [
          "mailto:{{a}}@example.org",
          "mailto:ada@example.org{{a}}",
          "mailto:ada{{a}}@example.org",
        ]) {
          const address = link(written, value);
          if (address !== null) expect(address).toMatch(/^mailto:[^,;?#]*@example\.org$/);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
