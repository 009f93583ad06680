import { expect, it } from "vitest";
import { meantDomain } from "./domainTypo.ts";

it.each([
  ["gmial.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmaill.com", "gmail.com"],
  ["gnail.com", "gmail.com"],
  ["gmail.con", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["GMAIL.CMO", "gmail.com"],
  ["gmial.con", "gmail.com"],
  ["hotmial.co.uk", "hotmail.co.uk"],
  ["hotmal.de", "hotmail.de"],
  ["outlok.com", "outlook.com"],
  ["yahooo.fr", "yahoo.fr"],
  ["iclould.com", "icloud.com"],
  ["t-onlin.de", "t-online.de"],
  ["gmx.ed", "gmx.de"],
  ["web.d", "web.de"],
  ["aol.con", "aol.com"],
])("%s probably means %s", (written, meant) => {
  expect(meantDomain(written)).toBe(meant);
});

it.each([
  ...["gmail.com", "GMail.com", "googlemail.com", "hotmail.co.uk", "gmx.net", "gmx.at", "gmx.ch", "web.de", "live.de"],
  ...["ymail.com", "mail.com", "email.com", "fmail.com", "hotmail.se", "yahoo.co.jp", "outlook.org", "gmail.org"],
  ...["example.com", "web.dev", "webb.de", "smail.uni-koeln.de", "live.se", "freenet.at", "localhost", ""],
  ...["grail.com", "gail.com", "tonline.de", "yazoo.co.uk", "live.co", "gemail.com", "web.ee", "freenet.ee", "gmx.bet"],
  ...["outlook.ee", "outlook.co", "yaho.de.example.org", "hotmail.com", "msn.co"],
  ...["gmail.com.example.org", "mygmail.com", "outlooks.example", "com", "hot-mail.com.de"],
])("%s is left alone", (domain) => {
  expect(meantDomain(domain)).toBeNull();
});
