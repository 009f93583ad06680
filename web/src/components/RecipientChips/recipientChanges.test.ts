import { parseRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { describe, expect, it } from "vitest";
import { addPasted, addTyped, correct } from "./recipientChanges.ts";

function listOf(...texts: string[]): RecipientText[] {
  return texts.map((text) => ({ text, ...(parseRecipient(text) ?? { address: null, name: "" }) }));
}
const texts = (recipients: readonly RecipientText[]) => recipients.map(({ text }) => text);
const ten = Array.from({ length: 10 }, (_, n) => `p${n}@example.org`);

describe("typing a recipient", () => {
  it.each<[string, string[], string, { list: string[]; errors?: string[]; rest?: string }]>([
    ["an address", [], "ann@example.org", { list: ["ann@example.org"] }],
    ["an address with spaces around it", [], "  ann@example.org ", { list: ["ann@example.org"] }],
    ["a name and an address", [], "Ann Good <ann@example.org>", { list: ["Ann Good <ann@example.org>"] }],
    ["nothing", [], "  ", { list: [] }],
    ["no address", [], "ann@", { list: ["ann@"], errors: ["Invalid email format: ann@"] }],
    [
      "the same address in another case",
      ["ann@example.org"],
      "ANN@Example.ORG",
      { list: ["ann@example.org"], errors: ["Email already added: ANN@Example.ORG"] },
    ],
    ["the tenth", ten.slice(1), "p0@example.org", { list: [...ten.slice(1), "p0@example.org"] }],
    [
      "the eleventh",
      ten,
      "ann@example.org",
      { list: ten, errors: ["Cannot add more than 10 recipients."], rest: "ann@example.org" },
    ],
    [
      "no address when the list is full",
      ten,
      "ann@",
      { list: ten, errors: ["Invalid email format: ann@"], rest: "ann@" },
    ],
    [
      "one that is there, when the list is full",
      ten,
      "P3@example.org",
      { list: ten, errors: ["Email already added: P3@example.org"] },
    ],
    [
      "two at once, as a phone's keyboard may give them",
      [],
      "ann@example.org bo@example.org",
      { list: ["ann@example.org", "bo@example.org"] },
    ],
  ])("%s", (_what, before, typed, { list, errors = [], rest = "" }) => {
    const change = addTyped(listOf(...before), typed, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
    expect(change.rest).toBe(rest);
  });
});

describe("pasting recipients", () => {
  const limit = "Pasted emails exceed limit (10). Some were ignored.";
  const invalid = "Pasted text contained invalid email formats. They were ignored.";
  const old = "Pasted emails were already added.";
  it.each<
    [string, string[], string, { list: string[]; errors?: string[]; ignored?: string[]; success?: string | null }]
  >([
    [
      "a column",
      [],
      "ann@example.org\r\nbo@example.org\r\n",
      { list: ["ann@example.org", "bo@example.org"], success: "Added 2 email(s) from paste." },
    ],
    [
      "a list with commas, semicolons, spaces and tabs",
      [],
      "a@example.org,b@example.org; c@example.org d@example.org\te@example.org",
      {
        list: ["a@example.org", "b@example.org", "c@example.org", "d@example.org", "e@example.org"],
        success: "Added 5 email(s) from paste.",
      },
    ],
    [
      "names",
      [],
      'Ann Good <ann@example.org>; "Li, Bo" <bo@example.org>',
      {
        list: ["Ann Good <ann@example.org>", '"Li, Bo" <bo@example.org>'],
        success: "Added 2 email(s) from paste.",
      },
    ],
    [
      "one address in two cases",
      [],
      "ann@example.org ANN@EXAMPLE.ORG",
      { list: ["ann@example.org"], success: "Added 1 email(s) from paste." },
    ],
    [
      "an address that is already there",
      ["ann@example.org"],
      "Ann@example.org",
      { list: ["ann@example.org"], errors: [old], success: null },
    ],
    [
      "an address that is already there, and a new one",
      ["ann@example.org"],
      "ann@example.org bo@example.org",
      { list: ["ann@example.org", "bo@example.org"], success: "Added 1 email(s) from paste." },
    ],
    ["no addresses", [], "hello world", { list: [], errors: [invalid], ignored: ["hello", "world"], success: null }],
    [
      "eleven",
      [],
      [...ten, "late@example.org"].join("\n"),
      { list: ten, errors: [limit], ignored: ["late@example.org"], success: "Added 10 email(s) from paste." },
    ],
    [
      "all kinds at once",
      ten.slice(0, 9),
      "p0@example.org, nobody@, new@example.org, late@example.org",
      {
        list: [...ten.slice(0, 9), "new@example.org"],
        errors: [limit, invalid],
        ignored: ["nobody@", "late@example.org"],
        success: "Added 1 email(s) from paste.",
      },
    ],
    [
      "more addresses that are already there, with a full list",
      ten,
      "p1@example.org",
      { list: ten, errors: [old], success: null },
    ],
    [
      "an address with a header in it",
      [],
      "ann@example.org\r\nBcc: eve@example.org",
      {
        list: ["ann@example.org", "eve@example.org"],
        errors: [invalid],
        ignored: ["Bcc:"],
        success: "Added 2 email(s) from paste.",
      },
    ],
    ["nothing", [], " \n", { list: [], success: null }],
  ])("%s", (_what, before, pasted, { list, errors = [], ignored = [], success = null }) => {
    const change = addPasted(listOf(...before), pasted, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
    expect(change.ignored).toEqual(ignored);
    expect(change.success).toBe(success);
  });
});

describe("correcting a recipient in its place", () => {
  const before = ["ann@", "bo@example.org"];
  it.each<[string, string, string[], string[]]>([
    ["an address", "ann@example.org", ["ann@example.org", "bo@example.org"], []],
    ["a name and an address", "Ann <ann@example.org>", ["Ann <ann@example.org>", "bo@example.org"], []],
    ["still none", "ann@x", ["ann@x", "bo@example.org"], ["Invalid email format: ann@x"]],
    ["several words", "ann at example", ["ann at example", "bo@example.org"], ["Invalid email format: ann at example"]],
    ["one that is there", "BO@example.org", ["bo@example.org"], ["Email already added: BO@example.org"]],
    ["nothing", " ", ["bo@example.org"], []],
    ["two", "a@example.org, c@example.org", ["bo@example.org", "a@example.org", "c@example.org"], []],
  ])("%s", (_what, text, list, errors) => {
    const change = correct(listOf(...before), 0, text, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
  });

  it("two where there is room for one keeps the list and says so", () => {
    const change = correct(listOf(...ten), 0, "a@example.org, c@example.org", 10);
    expect(texts(change.recipients)).toEqual(ten);
    expect(change.errors).toEqual(["Cannot add more than 10 recipients."]);
  });
});
