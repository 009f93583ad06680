import { expect, it } from "vitest";
import { isId, namesSomeone } from "./names.ts";

it.each([
  "ada@example.org",
  "Ask ada@example.org about it.",
  '"ada b"@example.org',
  "ADA＠EXAMPLE.ORG",
  "o'brien@bücher.example is stopped",
  "ada @ example.org",
  "<ada@[192.0.2.1]>",
  // A user's id, of Firebase or imported.
  "kW3mZ8vTq1Rb5NcYp0LdXe7UaJf2",
  "We stopped kWamZbvTqcRbdNcYpeLdXefUaJfg.",
  "(0d9be8e5-6b7d-4a52-9c0f-1f3a2b4c5d6e)",
  // The number of a Google account.
  "108234567890123456789",
  "account:108234567890123456789!",
  "１０８２３４５６７８９０１２３４５６７８９",
  // A send, and a stop that survived its account.
  "kW3mZ8vTq1Rb5NcYp0LdXe7UaJf2_0d9be8e5",
  "google-Zk3_pQ-x9vT1Rb5NcYp0LdXe7UaJf2kW3mZ8vTq1Rb5",
])("%j names someone", (reason) => expect(namesSomeone(reason)).toBe(true));

it.each([
  "",
  "A template of ours sends wrong dates.",
  "We are looking into ticket 48213, since 2026-11-24T19:05Z.",
  "Wegen der Datenschutzgrundverordnung: siehe /terms. Rindfleischetikettierungsüberwachung!",
  "Call us: +49 30 1234 5678.",
  "A well-known-and-long-hyphenated-word-of-ours",
])("%j names no one", (reason) => expect(namesSomeone(reason)).toBe(false));

it.each([
  ["kW3mZ8vTq1Rb5NcYp0LdXe7UaJf2", true],
  ["0d9be8e5-6b7d-4a52-9c0f-1f3a2b4c5d6e", true],
  ["google-Zk3_pQ", true],
  ["all", false],
  ["", false],
  ["..", false],
  ["a/b", false],
  ["A fault of ours", false],
])("%j can be an id: %s", (text, can) => expect(isId(text)).toBe(can));
