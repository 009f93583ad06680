import { describe, expect, it } from "vitest";
import { decodeFileName } from "./fileName.ts";

describe("decodeFileName", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["=?utf-8?Q?virus=2Eexe?=", "virus.exe"],
    ["=?UTF-8?b?dmlydXMuZXhl?=", "virus.exe"],
    ["=?utf-8?Q?Gr=C3=BC=C3=9Fe_an_alle?=.txt", "Grüße an alle.txt"],
    ["=?iso-8859-1*de?q?Gr=FC=DFe?=.txt", "Grüße.txt"],
    ["=?utf-8?Q?a?= =?utf-8?Q?b?= c.txt", "ab c.txt"],
    ["=?utf-8?B?ww==?= =?utf-8?B?pA==?=.txt", "ä.txt"],
    ["=?utf-8?Q?Gr=C3?= =?UTF-8?q?=BC=C3=9F?= =?utf-8?B?ZQ==?=.txt", "Grüße.txt"],
    ["=?iso-8859-1?Q?Gr=FC?= =?utf-8?Q?=C3=9Fe?=.txt", "Grüße.txt"],
    ["=?utf-8?Q?a=C3?= b =?utf-8?Q?=A4?=", "a\ufffd b \ufffd"],
    ["=?utf-8?B?PT91dGYtOD9RP3ZpcnVzPTJFZXhlPz0=?=", "virus.exe"],
    ["tool=?utf-8?Q?=2E?=exe", "tool.exe"],
    ["a=?b.txt", "a=?b.txt"],
    ["=?x-unknown?Q?a?=.txt", "= ?x-unknown?Q?a?=.txt"],
    ["=?utf-8?B?!?=.txt", "= ?utf-8?B?!?=.txt"],
    ["100%2E.txt", "100%2E.txt"],
    ["Gru\u0308\u00dfe.txt", "Gr\u00fc\u00dfe.txt"],
  ])("reads %j as mail programs do", (name, shown) => {
    expect(decodeFileName(name)).toBe(shown);
    expect(decodeFileName(shown)).toBe(shown);
  });
});
