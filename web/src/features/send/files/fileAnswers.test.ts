import { type FilesOfRows, NO_FILES } from "@sendwright/core/pairing/rowFiles";
import { describe, expect, it } from "vitest";
import { assignFiles, type FilePerson } from "./fileAnswers.ts";

const people = new Map<number, FilePerson>(
  ["Ann", "Bo"].map((name, at) => [at + 1, { id: at + 1, name, numbers: [at + 1], who: name }]),
);
const filesOf = (ofRow: Record<number, string[]>) => {
  const entries = Object.entries(ofRow).map(
    ([row, hashes]) => [Number(row), hashes.map((hash) => ({ hash }))] as const,
  );
  return { ofRow: new Map(entries) } as unknown as FilesOfRows;
};

describe("giving files by hand", () => {
  it("takes them from the people who had them, also if two people swap theirs", () => {
    const found = filesOf({ 1: ["a"], 2: ["b"] });
    const pairs = [
      { row: 1, hash: "b" },
      { row: 2, hash: "a" },
    ];
    const { byHand } = assignFiles(NO_FILES, found, people, pairs);
    expect(byHand.get(1)?.files).toEqual(["b"]);
    expect(byHand.get(2)?.files).toEqual(["a"]);
  });

  it("gives a person several, beside those that they have", () => {
    const pairs = ["b", "c"].map((hash) => ({ row: 1, hash }));
    const { byHand } = assignFiles(NO_FILES, filesOf({ 1: ["a"] }), people, pairs);
    expect(byHand.get(1)?.files).toEqual(["a", "b", "c"]);
  });

  it("keeps the file of a person whose row was someone else's when it was to have none", () => {
    const files = { ...NO_FILES, byHand: new Map([[2, { files: [], who: "Cy" }]]) };
    const pairs = [{ row: 2, hash: "b" }];
    const { byHand } = assignFiles(files, filesOf({ 2: ["a"] }), people, pairs);
    expect(byHand.get(2)).toEqual({ files: ["a", "b"], who: "Bo" });
  });
});
