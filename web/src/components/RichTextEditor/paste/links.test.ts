import { expect, it } from "vitest";
import { cleanPaste } from "./cleanPaste.ts";
import { unwrappedLink } from "./links.ts";

const TARGET = "https://example.com/a?b=1&c=2#d";
const written = encodeURIComponent(TARGET);

it.each([
  `https://eur01.safelinks.protection.outlook.com/?url=${written}&data=05%7Cada%40example.org`,
  `https://nam02.safelinks.protection.outlook.com/ap/w-5/?url=${written}&data=1`,
  `https://gcc02.safelinks.protection.outlook.us/?url=${written}`,
  `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${written}`,
  `https://www.google.com/url?q=${written}&sa=D`,
  `https://www.google.de/url?sa=t&url=${written}`,
  "https://urldefense.proofpoint.com/v2/url?u=https-3A__example.com_a-3Fb-3D1-26c-3D2-23d&d=DwMF",
  "https://urldefense.com/v3/__https://example.com/a?b=1&c=2*d__;Iw!!Ab!x$",
  "https://urldefense.com/v3/__https:/example.com/a?b=1&c=2*d__;Iw!!Ab!x$",
  `https://slack-redir.net/link?url=${written}&v=3`,
  `https://l.facebook.com/l.php?u=${written}&h=AT`,
  `https://www.linkedin.com/safety/go?url=${written}`,
  `https://www.youtube.com/redirect?event=x&q=${written}`,
  `https://www.google.com/url?q=${encodeURIComponent(`https://eur01.safelinks.protection.outlook.com/?url=${written}`)}`,
])("%s leads where it was meant to", (href) => {
  expect(unwrappedLink(href)).toBe(TARGET);
});

it.each([
  "https://example.com/?url=https%3A%2F%2Fexample.org",
  "https://safelinks.protection.outlook.com.example.com/?url=https%3A%2F%2Fexample.org",
  "https://www.google.com/search?q=https%3A%2F%2Fexample.org",
  "https://www.google.com/url?q=javascript%3Aalert(1)",
  "https://www.google.com/url?q=file%3A%2F%2Fa",
  "https://www.google.com/url",
  "https://urldefense.com/v3/__https://example.com/*__;!!x$",
  "https://urldefense.proofpoint.com/v2/url?u=https-3A__-ZZ",
  "mailto:ada@example.org",
  "{{Link}}",
  "",
])("%j stays", (href) => {
  expect(unwrappedLink(href)).toBe(href);
});

it.each(["#_ftn1", "about:blank#_ftn1", `${window.location.href}#_ftnref1`])(
  "a link within the document, %s, is text: its target isn't in the email",
  (href) => {
    expect(cleanPaste(`<p>Price<a href="${href}">[1]</a></p>`).html).toBe("<p>Price[1]</p>");
  },
);

it("reads several characters of Proofpoint at once", () => {
  const sign = btoa(String.fromCharCode(0xe2, 0x82, 0xac, 0x23, 0x23));
  expect(unwrappedLink(`https://urldefense.com/v3/__https://example.com/*?**A__;${sign}!!x$`)).toBe(
    "https://example.com/\u20ac?##",
  );
});

it.each([
  [
    "a button in a link",
    '<a href="https://a.bc"><button>Go</button></a>',
    '<a href="https://a.bc">Go</a>',
  ],
  [
    "a link in a button",
    '<button><a href="https://a.bc">Go</a></button>',
    '<a href="https://a.bc">Go</a>',
  ],
  [
    "a link around a block",
    '<a href="https://a.bc"><div><b>Go</b></div></a>',
    '<div><strong><a href="https://a.bc">Go</a></strong></div>',
  ],
  [
    "a button made of a table in a table",
    '<table><tr><td><a href="https://a.bc"><table><tr><td>Go</td></tr></table></a></td></tr></table>',
    '<p><a href="https://a.bc">Go</a></p>',
  ],
  ["a button that leads nowhere", '<p>a<button onclick="x()">Go</button></p>', "<p>a</p>"],
])("keeps the link of %s", (_, html, clean) => {
  expect(cleanPaste(html).html).toBe(clean);
});
