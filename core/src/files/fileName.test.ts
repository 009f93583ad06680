import { describe, expect, test } from "vitest";
import { filenameProblem, refusedKind } from "./fileName.ts";

describe("refusedKind", () => {
  test.each([
    ["setup.exe", ".exe"],
    ["SETUP.EXE", ".exe"],
    ["invoice.pdf.js", ".js"],
    ["invoice.exe.", ".exe"],
    ["invoice.exe . ", ".exe"],
    [".bat", ".bat"],
    ["old.ex_", ".ex_"],
    ["disk.iso", ".iso"],
    ["add-in.xll", ".xll"],
  ])("refuses %j as %s", (name, kind) => {
    expect(refusedKind(name)).toBe(kind);
  });

  test.each([
    "invoice.pdf",
    "setup.exe.pdf",
    "exe",
    "js",
    "notes",
    "",
    "...",
    "a.",
    "data.json",
    "x.constructor",
    "sheet.xlsx",
  ])("%j is taken", (name) => {
    expect(refusedKind(name)).toBeNull();
  });
});

describe("filenameProblem", () => {
  test.each([
    "invoice.pdf",
    "Angebot für Müller.pdf",
    "見積書.pdf",
    "مرحبا.pdf",
    "a\u200db.pdf",
    "😀.png",
    'quote".pdf',
    "x".repeat(255),
  ])("%j is fine", (name) => {
    expect(filenameProblem(name)).toBeNull();
  });

  test.each([
    ["", "no name"],
    ["  ", "no name"],
    ["x".repeat(256), "longer than 255"],
    ["a\r\nBcc: eve@example.org.pdf", "unprintable character"],
    ["a\u0000.pdf", "unprintable character"],
    ["a\u0085.pdf", "unprintable character"],
    ["invoice\u202efdp.exe", "reverse"],
    ["invoice\u2067fdp.exe", "reverse"],
  ])("refuses %j: %s", (name, part) => {
    expect(filenameProblem(name)).toContain(part);
  });
});
