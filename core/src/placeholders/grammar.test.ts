import { describe, expect, it } from "vitest";
import { readForm, readTripleForm } from "./grammar.ts";

const untyped = { kind: "placeholder", type: "text", options: [], fallback: null, typed: false, problem: null };

describe("readForm", () => {
  it.each<[content: string, expected: object]>([
    ["Name", { name: "Name" }],
    ["  First Name ", { name: "First Name" }],
    ["First  Name", { name: "First  Name" }],
    ["first name", { name: "first name" }],
    ["First\u00a0Name", { name: "First Name" }],
    ["First\n    Name", { name: "First Name" }],
    ["\ufeffNa\u200bme", { name: "Name" }],
    ["a.b", { name: "a.b" }],
    [".", { name: "." }],
    ["__proto__", { name: "__proto__" }],
    ["constructor", { name: "constructor" }],
    ["toString", { name: "toString" }],
    ["R&D", { name: "R&D" }],
    ["a:b", { name: "a:b" }],
    ["Größe €", { name: "Größe €" }],
    ["氏　名", { name: "氏　名" }],
    ["Name|text", { name: "Name", typed: true }],
    ["First Name|text:there", { name: "First Name", typed: true, fallback: "there" }],
    ["First Name | TEXT : my friend ", { name: "First Name", typed: true, fallback: "my friend" }],
    ["Name|text:", { name: "Name", typed: true, fallback: "" }],
    ["Name|text:a|b:c", { name: "Name", typed: true, fallback: "a|b:c" }],
    ["Company|sticky", { name: "Company", typed: true, type: "sticky" }],
    ["Due|Date", { name: "Due", typed: true, type: "date" }],
    ["At| time ", { name: "At", typed: true, type: "time" }],
    ["Contact|email", { name: "Contact", typed: true, type: "email" }],
    ["Due|date:", { name: "Due", typed: true, type: "date" }],
    [
      "Offer|dropdown:Discount, Free Trial ,,Discount",
      { name: "Offer", typed: true, type: "dropdown", options: ["Discount", "Free Trial"] },
    ],
    ["Offer|dropdown:a|b,c:d", { name: "Offer", typed: true, type: "dropdown", options: ["a|b", "c:d"] }],
  ])("reads %j", (content, expected) => {
    expect(readForm(content)).toEqual({ ...untyped, ...expected });
  });

  it.each<[content: string, expected: object, problem: string]>([
    ["Name|colour", {}, 'unknown type "colour"'],
    ["Name|", {}, 'unknown type ""'],
    ["Name|__proto__", {}, 'unknown type "__proto__"'],
    ["Name|dropdown", {}, "without options"],
    ["Name|dropdown: , ", {}, "without options"],
    ["Name|sticky:x", { type: "sticky", typed: true }, "sticky, which we ignore"],
    ["Name|date:iso", { type: "date", typed: true }, "date, which we ignore"],
    ["&Name", {}, "plain text"],
    ["& Name", {}, "plain text"],
  ])("corrects %j and says so", (content, expected, problem) => {
    const form = readForm(content);
    expect(form).toMatchObject({ ...untyped, name: "Name", ...expected, problem: expect.stringContaining(problem) });
  });

  it.each<[content: string, problem: string]>([
    ["", "has no name"],
    [" \u00a0\u200b ", "has no name"],
    ["|date", "has no name"],
    ["#", "has no name"],
    ["/ ", "has no name"],
    ["&", "has no name"],
    [">partial", "begin with >"],
    ["=<% %>=", "begin with ="],
    ["! a note", "begin with !"],
    ["&#Name", "begins with #"],
    ["#/Name", "begins with /"],
    ["Na\u0000me", "unprintable character"],
    ["n".repeat(501), "more than 500"],
    ["n".repeat(10_001), "too long"],
  ])("refuses %j", (content, problem) => {
    expect(readForm(content)).toEqual({ kind: "refused", problem: expect.stringContaining(problem) });
  });

  it.each<[content: string, kind: string, name: string]>([
    ["#Name", "open", "Name"],
    ["^ First Name ", "inverted", "First Name"],
    ["/a.b", "close", "a.b"],
  ])("reads the condition %j", (content, kind, name) => {
    expect(readForm(content)).toEqual({ kind, name, problem: null });
  });

  it("drops a condition's type and says so", () => {
    expect(readForm("#Due|date")).toEqual({ kind: "open", name: "Due", problem: expect.stringContaining("no type") });
  });
});

describe("readTripleForm", () => {
  it("reads a value that is shown as text", () => {
    const problem = expect.stringContaining("plain text");
    expect(readTripleForm("Name")).toEqual({ ...untyped, name: "Name", problem });
  });
});
