import { applyChange } from "@sendwright/core/list/change";
import type { FileProof } from "@sendwright/core/pairing/proof";
import { listOfText } from "@sendwright/core/testing/csvCheck";
import { describe, expect, it } from "vitest";
import { filePeople } from "./fileAnswers.ts";
import { personWord, proofSentence, unprovenPairs } from "./fileWords.ts";

describe("a person who may have a file", () => {
  const words = (text: string) => {
    const list = applyChange(listOfText(text), { type: "several", columns: ["Email"], as: "each" });
    const people = filePeople(list);
    return [...people.keys()].map((id) => personWord(people, id));
  };

  it.each([
    ["Name,Email\nAnna Müller,a@x.org\n", "Anna Müller (row 1)"],
    ["First name,Last name,Email\nAnna,Müller,a@x.org\n", "Anna Müller (row 1)"],
    ["Last name,First name,Email\nMüller,Anna,a@x.org\n", "Anna Müller (row 1)"],
    ["Name,Child,Email\nAnna Müller,Leo,a@x.org\n", "Anna Müller, Leo (row 1)"],
    ["Email\na@x.org\n", "a@x.org (row 1)"],
  ])("has a name as it is spoken, or an address: %j", (text, word) => {
    expect(words(text)).toEqual([word]);
  });

  it("has the numbers of all their rows, one for each address", () => {
    const text =
      "Name,Email\nAnna Müller,a@x.org; b@x.org\nBen Fox,c@x.org\nCem Öz,d@x.org; e@x.org; f@x.org; g@x.org\n";
    expect(words(text)).toEqual([
      "Anna Müller (rows 1 and 2)",
      "Ben Fox (row 3)",
      "Cem Öz (rows 4, 5, 6 and 1 more)",
    ]);
  });
});

describe("the proofs of files, in a sentence", () => {
  const sentence = (...proofs: (FileProof | null)[]) =>
    proofSentence(
      proofs.map((proof, row) => ({ row, proof, file: { hash: "h", name: "a.pdf", size: 1 } })),
    );
  const named: FileProof = { kind: "names_person" };

  it.each<[FileProof | null, string, string]>([
    [named, "The file names its person.", "Both files name their person."],
    [
      { kind: "names_others", others: [2] },
      "The file names someone else.",
      "1 of 2 files name their person, 1 names someone else.",
    ],
    [
      { kind: "names_no_one" },
      "The file has no full name, number or address from your list.",
      "1 of 2 files name their person, 1 has no full name, number or address from your list.",
    ],
    [
      { kind: "long", pages: 40 },
      "The file is much longer than the others.",
      "1 of 2 files name their person, 1 is much longer than the others.",
    ],
    [null, "The file wasn't checked.", "1 of 2 files name their person, 1 wasn't checked."],
  ])("%j", (proof, alone, withAnother) => {
    expect(sentence(proof)).toBe(alone);
    expect(sentence(named, proof)).toBe(withAnother);
  });
});

it("names in the question whose file it is by its name, whatever its text proves", () => {
  const people = filePeople(listOfText("Name,Email\nAnna,a@x.org\nBen,b@x.org\nCem,c@x.org\n"));
  const [anna = 0, ben = 0, cem = 0] = people.keys();
  const file = (row: number, name: string, proof: FileProof | null) => ({
    row,
    proof,
    file: { hash: name, name, size: 1 },
  });
  const files = [
    file(ben, "anna.pdf", { kind: "names_person" }),
    file(anna, "ben.pdf", null),
    file(cem, "cem.pdf", { kind: "names_person" }),
  ];
  const namedFor = new Map([
    [`${ben} anna.pdf`, anna],
    [`${anna} ben.pdf`, ben],
  ]);
  expect(unprovenPairs(files, people, namedFor)).toEqual([
    "anna.pdf to Ben (row 2): named for Anna (row 1)",
    "ben.pdf to Anna (row 1): named for Ben (row 2), wasn't checked",
  ]);
});
