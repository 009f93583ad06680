import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { limitsWith, maxAttachmentBytes } from "../contract/limits.ts";
import {
  additionalSkipMessage,
  attachmentProblems,
  cannotAddAllFiles,
  manualAttachmentProblems,
  requireFilesFit,
  templateSkipMessage,
} from "./fileMessages.ts";
import { attachmentsFull, filenameProblem, fitFiles, formatBytes, refusedKind } from "./fit.ts";

const MB = 1024 * 1024;
const limits = limitsWith({ MAX_ATTACHMENTS_PER_EMAIL: 3, MAX_TOTAL_ATTACHMENT_SIZE_MB: 5 });
const file = (name: string, size = 1) => ({ name, size });
const picture = (index: number, size = 1) =>
  file(`picture-${String(index).padStart(16, "0")}.png`, size);

describe("fitFiles", () => {
  it("adds the files that fit, to the byte", () => {
    const files = [file("a", 2 * MB), file("b", 1 * MB)];
    expect(fitFiles({ existing: [{ size: 2 * MB }], files, limits })).toEqual({
      accepted: files,
      skipped: [],
    });
  });

  it("skips a file above the total size and still adds a smaller one after it", () => {
    const [big, small] = [file("big", 5 * MB), file("small", 1)];
    expect(fitFiles({ existing: [{ size: 1 }], files: [big, small], limits })).toEqual({
      accepted: [small],
      skipped: [{ name: "big", cause: "size" }],
    });
  });

  it("skips files above the count, including the existing ones", () => {
    const files = [file("a"), file("b"), file("c")];
    const { accepted, skipped } = fitFiles({ existing: [{ size: 1 }], files, limits });
    expect(accepted.map((f) => f.name)).toEqual(["a", "b"]);
    expect(skipped).toEqual([{ name: "c", cause: "count" }]);
  });

  it("gives pictures of the body no place among the attachments, but room", () => {
    const pictures = [picture(1), picture(2)];
    const files = [
      picture(3),
      file("a"),
      file("b"),
      picture(4),
      file("c"),
      file("d"),
      picture(5, 5 * MB),
    ];
    const { accepted, skipped } = fitFiles({ existing: pictures, files, limits });
    expect(accepted).toEqual([picture(3), file("a"), file("b"), picture(4), file("c")]);
    expect(skipped).toEqual([
      { name: "d", cause: "count" },
      { name: picture(5).name, cause: "size" },
    ]);
    expect(attachmentsFull([...pictures, file("a"), file("b")], limits)).toBe(false);
    expect(attachmentsFull([...pictures, file("a"), file("b"), file("c")], limits)).toBe(true);
  });

  it("skips empty files, bad names and kinds that Gmail refuses, without counting them", () => {
    const files = [
      file("empty", 0),
      file("a\nb"),
      file("x.pdf.exe"),
      file("a"),
      file("b"),
      file("c"),
    ];
    const { accepted, skipped } = fitFiles({ existing: [], files, limits });
    expect(accepted.map((f) => f.name)).toEqual(["a", "b", "c"]);
    expect(skipped.map((f) => f.cause)).toEqual(["file", "file", "kind"]);
  });

  it("never exceeds a limit and never loses a file", () => {
    const sizes = fc.array(
      fc.record({ name: fc.constantFrom("a.pdf", "b.exe", ""), size: fc.nat(3 * MB) }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(sizes, sizes, (before, files) => {
        const existing = fitFiles({ existing: [], files: before, limits }).accepted;
        const { accepted, skipped } = fitFiles({ existing, files, limits });
        expect(accepted.length + skipped.length).toBe(files.length);
        expect(attachmentProblems([...existing, ...accepted], limits)).toEqual([]);
      }),
    );
  });
});

describe("the fixed words about files", () => {
  const skipped = fitFiles({
    existing: [file("a"), file("b")],
    files: [file("big.pdf", 6 * MB), file("c.pdf"), file("d.pdf"), file("e.exe"), file("f", 0)],
    limits,
  }).skipped;

  it("name skipped files in the template editor", () => {
    expect(cannotAddAllFiles(limits)).toBe(
      "Cannot add all files: Maximum 3 attachments allowed per template.",
    );
    expect(templateSkipMessage(skipped, limits)).toBe(
      "Some files were not added due to limits: big.pdf (Skipped: Exceeds total size limit (5 MB)); " +
        "d.pdf (Skipped: Exceeds max count (3)); e.exe (Skipped: Gmail doesn't accept .exe files); f (Skipped: File is empty)",
    );
    expect(templateSkipMessage([], limits)).toBeNull();
  });

  it("name skipped files among additional attachments", () => {
    expect(additionalSkipMessage(skipped.slice(0, 1), limits)).toBe(
      "Some files not added: big.pdf (Exceeds total size limit (5 MB))",
    );
    expect(additionalSkipMessage(skipped.slice(1, 3), limits)).toBe(
      "Some files not added: d.pdf (Exceeds max attachment count (3)), e.exe (Gmail doesn't accept .exe files)",
    );
    expect(additionalSkipMessage([], limits)).toBeNull();
  });

  it("say why a template can't be saved", () => {
    expect(
      attachmentProblems([file("a"), file("b"), file("c"), file("d", 5 * MB)], limits),
    ).toEqual([
      "Attachment count limit (3) exceeded.",
      "Total attachment size limit (5 MB) exceeded.",
    ]);
    expect(attachmentProblems([file("a", maxAttachmentBytes(limits))], limits)).toEqual([]);
  });

  it("say why a manual bulk send can't begin", () => {
    expect(
      manualAttachmentProblems([file("a"), file("b"), file("c"), file("d", 5.5 * MB)], limits),
    ).toEqual([
      "Manual attachment count (4) exceeds limit (3).",
      "Total manual attachment size (5.50 MB) exceeds limit (5 MB).",
    ]);
    expect(manualAttachmentProblems([file("a")], limits)).toEqual([]);
  });
});

describe("attachmentsFull", () => {
  test.each([
    [[], false],
    [[file("a", 5 * MB - 1)], false],
    [[file("a", 5 * MB)], true],
    [[file("a"), file("b"), file("c")], true],
  ])("tells of %j whether no more fit: %s", (existing, full) => {
    expect(attachmentsFull(existing, limits)).toBe(full);
  });
});

describe("requireFilesFit", () => {
  test.each([
    ["kind", [file("x.exe")], "attachment_kind_refused", "x.exe: Gmail doesn't accept .exe files."],
    ["empty", [file("x.pdf", 0)], "invalid_input", "x.pdf is empty."],
    ["no name", [file(" ")], "invalid_input", "A file has no name."],
    [
      "a name of hidden characters",
      [file("\u202e \u2066")],
      "invalid_input",
      "A file has hidden characters in its name that reverse the text.",
    ],
    [
      "unprintable characters",
      [file("a\r\nb.pdf")],
      "invalid_input",
      "ab.pdf has a line break or an unprintable character in its name.",
    ],
    [
      "count",
      [file("a"), file("b"), file("c")],
      "attachment_limit",
      "Attachment count limit (3) exceeded.",
    ],
    [
      "size",
      [file("a", 5 * MB)],
      "attachment_limit",
      "Total attachment size limit (5 MB) exceeded.",
    ],
  ])("throws for %s", (_, files, reason, message) => {
    expect(() => requireFilesFit({ existing: [{ size: 1 }], files, limits })).toThrow(
      expect.objectContaining({ reason, message }),
    );
  });

  it("accepts files that fit", () => {
    expect(() => requireFilesFit({ existing: [], files: [file("a.pdf")], limits })).not.toThrow();
  });
});

test.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [5 * 1024 ** 2, "5.00 MB"],
  [1024 ** 2 - 1, "1.00 MB"],
  [1024 ** 2 - 10, "1023.99 KB"],
  [1024 ** 3 * 2.345, "2.35 GB"],
  [1024 ** 4, "1.00 TB"],
  [1024 ** 5, "1024.00 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

describe("refusedKind", () => {
  test.each([
    ["setup.exe", ".exe"],
    ["SETUP.EXE", ".exe"],
    ["invoice.pdf.js", ".js"],
    ["invoice.exe.", ".exe"],
    ["=?utf-8?Q?virus=2Eexe?=", ".exe"],
    ["=?utf-8?B?dmlydXMuZXhl?=", ".exe"],
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
  ])("accepts %j", (name) => {
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
  ])("accepts %j", (name) => {
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
