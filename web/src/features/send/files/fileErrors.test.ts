import type { CheckedRow } from "@sendwright/core/check/types";
import { DEFAULT_LIMITS, MAX_FILES_OF_ROWS } from "@sendwright/core/contract";
import { asCell, newRow, type Row } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { type FileQuestions, filesOfRows, NO_FILES } from "@sendwright/core/pairing/rowFiles";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { describe, expect, it } from "vitest";
import { fileQuestionErrors, rowFileErrors } from "./fileErrors.ts";

const NOTHING = filesOfRows({ columns: [], rows: [] }, NO_FILES, new Set(), null);
const proof = { kind: "names_others", others: [2] } as const;
const asked = (questions: Partial<FileQuestions>) =>
  fileQuestionErrors({
    found: { ...NOTHING, questions: { ...NOTHING.questions, ...questions } },
    wait: null,
  });

it("says first that the files are still being read", () => {
  expect(fileQuestionErrors({ found: NOTHING, wait: "Wait." })).toEqual(["Wait."]);
});

it("has nothing to say without files, and once all is decided", () => {
  expect(fileQuestionErrors({ found: null, wait: null })).toEqual([]);
  expect(asked({})).toEqual([]);
});

it.each<[words: string, questions: Partial<FileQuestions>]>([
  ["1 file may be for someone else.", { unproven: [{ row: 1, hash: "a", proof }], missing: [3] }],
  [
    "1 file isn't paired yet.",
    { unclear: [{ hash: "a", rows: [1, 2], reason: { kind: "several_rows" } }], missing: [3] },
  ],
  [
    "2 files aren't paired yet.",
    {
      unclear: ["a", "b"].map((hash) => ({
        hash,
        rows: [1],
        reason: { kind: "other_word", word: "May" },
      })),
    },
  ],
  [
    "2 files go to several people.",
    { shared: ["a", "b"].map((hash) => ({ hash, rows: [1, 2] })), missing: [3] },
  ],
  [
    "1 row has a file that was chosen for someone else.",
    { changed: [{ row: 1, files: ["a"], before: "Anna", now: "Ben" }], missing: [3] },
  ],
  ["2 people have no file.", { missing: [1, 2] }],
  ["1 person has no file.", { missing: [1] }],
])("asks for a decision: %s", (words, questions) => {
  expect(asked(questions)).toEqual([`Decide about the files for each person. ${words}`]);
});

const MB = 1024 * 1024;
const limits = DEFAULT_LIMITS;
const file = (name: string, size = 1): PersonFile => ({ hash: `hash of ${name}`, name, size });

const checkedRow: CheckedRow = {
  id: 1,
  n: 1,
  line: null,
  recipient: "p@x.org",
  address: "p@x.org",
  name: "",
  values: [],
  verdict: "ready",
  reason: "",
  duplicateOf: null,
  notes: [],
};

/** The errors of a list whose rows have these files. */
function errorsOf(
  rows: readonly { files?: readonly PersonFile[]; skipped?: Row["skipped"] }[],
  more: Partial<Pick<Parameters<typeof rowFileErrors>[0], "everyones" | "lost" | "checked">> = {},
): string[] {
  const list = {
    ...emptyList(),
    columns: ["Email"],
    rows: rows.map(({ skipped = null }, i) => ({
      ...newRow(i + 1, [asCell(`p${i + 1}@x.org`)]),
      skipped,
    })),
  };
  const ofRow = new Map(rows.map(({ files = [] }, i) => [i + 1, files]));
  const found = { ...filesOfRows(list, NO_FILES, new Set(), "Email"), ofRow };
  return rowFileErrors({ list, found, checked: [], everyones: [], lost: [], limits, ...more });
}

describe("files of rows", () => {
  it("can go if they fit, are there, and aren't too many", () => {
    const most = Array.from({ length: MAX_FILES_OF_ROWS }, (_, i) => ({ files: [file(`${i}`)] }));
    expect(errorsOf([...most, {}])).toEqual([]);
    expect(errorsOf([{ files: [file("a"), file("b", 5 * MB - 1)] }])).toEqual([]);
  });

  it("can't if a send has too many, a shared one counted for each row", () => {
    const shared = [file("for all")];
    const all = Array.from({ length: MAX_FILES_OF_ROWS + 1 }, () => ({ files: shared }));
    expect(errorsOf(all)).toEqual(["A send can have at most 2,000 files of single people."]);
    const oneSkipped = all.map((row, i) =>
      i === 7 ? { ...row, skipped: "by_hand" as const } : row,
    );
    expect(errorsOf(oneSkipped)).toEqual([]);
  });

  it("can't if their bytes are lost: each is named once, without its folders, and five at most", () => {
    const lost = ["1", "2", "3", "4", "5", "6", "7"].map((n) => file(`May/${n}.pdf`));
    expect(errorsOf([{ files: lost.slice(0, 1) }, { files: lost.slice(0, 1) }], { lost })).toEqual([
      "Add these files again, or remove them: 1.pdf.",
    ]);
    const each = lost.map((one) => ({ files: [one] }));
    expect(errorsOf(each, { lost })).toEqual([
      "Add these files again, or remove them: 1.pdf, 2.pdf, 3.pdf, 4.pdf, 5.pdf and 2 more.",
    ]);
  });

  it("don't count if their row is skipped, or if they belong to no one", () => {
    const lost = [file("a.pdf")];
    const tooMany = Array.from({ length: 6 }, (_, i) => file(`${i}`));
    expect(errorsOf([{ files: lost, skipped: "by_hand" }, {}], { lost })).toEqual([]);
    expect(errorsOf([{ files: tooMany, skipped: "by_hand" }])).toEqual([]);
    expect(errorsOf([{}], { lost })).toEqual([]);
  });

  it("can't if a row's are too many or too large together with everyone's, and name the row", () => {
    const five = Array.from({ length: 5 }, (_, i) => file(`${i}`));
    expect(errorsOf([{}, { files: five }])).toEqual([]);
    expect(errorsOf([{}, { files: five }], { everyones: [file("all")] })).toEqual([
      "Row 2: Attachment count limit (5) exceeded.",
    ]);
    expect(errorsOf([{ files: [file("a", 3 * MB), file("b", 3 * MB)] }])).toEqual([
      "Row 1: Total attachment size limit (5 MB) exceeded.",
    ]);
    const everyones = [file("all", 3 * MB)];
    expect(errorsOf([{ files: [file("a", 3 * MB)] }], { everyones })).toEqual([
      "Row 1: Total attachment size limit (5 MB) exceeded.",
    ]);
  });

  it("count together in one email for several rows, the same file once", () => {
    const checked = [
      { n: 1, further: [2, 3] },
      { n: 2, joinedTo: 1 },
      { n: 3, joinedTo: 1 },
    ].map((row) => ({ ...checkedRow, ...row }));
    const [a, b, c, d, e, f] = "abcdef".split("").map((name) => file(name));
    const all = [a, b, c, d, e, f].map((one) => (one ? [one] : []));
    const errorsWith = (...ofRows: (readonly PersonFile[][])[]) =>
      errorsOf(
        ofRows.map((files) => ({ files: files.flat() })),
        { checked },
      );
    expect(errorsWith(all.slice(0, 2), all.slice(2, 4), all.slice(3, 5))).toEqual([]);
    expect(errorsWith(all.slice(0, 2), all.slice(2, 4), all.slice(4))).toEqual([
      "Rows 1, 2, 3: Attachment count limit (5) exceeded.",
    ]);
  });

  it("name five rows at most, and say everything else beside them", () => {
    const large = [file("large", 6 * MB)];
    const rows = Array.from({ length: 8 }, () => ({ files: large }));
    const errors = errorsOf(rows, { lost: large });
    expect(errors).toHaveLength(6);
    expect(errors[0]).toBe("Add these files again, or remove them: large.");
    expect(errors.at(-1)).toMatch(/^Row 5: /);
  });
});
