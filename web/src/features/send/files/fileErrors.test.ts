import type { FileQuestions } from "@sendwright/core/pairing/rowFiles";
import { filesOfRows, NO_FILES } from "@sendwright/core/pairing/rowFiles";
import { expect, it } from "vitest";
import { fileErrors } from "./fileErrors.ts";

const NOTHING = filesOfRows({ columns: [], rows: [] }, NO_FILES, new Set(), null);
const proof = { kind: "names_others", others: [2] } as const;
const asked = (questions: Partial<FileQuestions>) =>
  fileErrors({
    found: { ...NOTHING, questions: { ...NOTHING.questions, ...questions } },
    wait: null,
  });

it("says first that the files are still being read", () => {
  expect(fileErrors({ found: NOTHING, wait: "Wait." })).toEqual(["Wait."]);
});

it("has nothing to say without files, and once all is decided", () => {
  expect(fileErrors({ found: null, wait: null })).toEqual([]);
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
