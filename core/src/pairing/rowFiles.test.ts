import { describe, expect, it, test } from "vitest";
import type { FileProof } from "./proof.ts";
import { filesOfRows, type ListFiles, NO_FILES, whoOf } from "./rowFiles.ts";
import type { PairedList } from "./types.ts";

const list: PairedList = {
  columns: ["Name", "Email"],
  rows: [
    { id: 1, cells: ["Anna Müller", "anna@example.com"] },
    { id: 2, cells: ["Ben Meyer", "ben@example.com"] },
    { id: 3, cells: ["Cem Öz", "cem@example.com"] },
  ],
};
const all = new Set([1, 2, 3]);

function filesOf(...names: string[]): ListFiles {
  return { ...NO_FILES, files: names.map((name) => ({ hash: name, name, size: 1 })) };
}

function paired(files: ListFiles, sent = all, of = list, proofs?: ReadonlyMap<string, FileProof>) {
  return filesOfRows(of, files, sent, "Email", proofs);
}

function namesOf({ ofRow }: ReturnType<typeof filesOfRows>): Record<number, string[]> {
  return Object.fromEntries([...ofRow].map(([row, files]) => [row, files.map(({ name }) => name)]));
}

const three = filesOf("Anna Müller.pdf", "Ben Meyer.pdf", "Cem Öz.pdf");

describe("the files of rows", () => {
  it("are those of the pairing", () => {
    const found = paired(three);
    expect(namesOf(found)).toEqual({
      1: ["Anna Müller.pdf"],
      2: ["Ben Meyer.pdf"],
      3: ["Cem Öz.pdf"],
    });
    expect(Object.values(found.questions).flat()).toEqual([]);
    expect(found.leftOver).toEqual([]);
  });

  it("of a skipped row look taken, go to no one, and ask nothing", () => {
    const found = paired(three, new Set([1, 3]));
    expect(found.leftOver).toEqual(["Ben Meyer.pdf"]);
    expect(Object.values(found.questions).flat()).toEqual([]);
  });

  it("ask about people without a file, until someone decides", () => {
    const files = filesOf("Anna Müller.pdf");
    expect(paired(files).questions.missing).toEqual([2, 3]);
    expect(paired({ ...files, withoutFile: "skip" }).questions.missing).toEqual([]);
    expect(paired(NO_FILES).questions.missing).toEqual([]);
  });

  it("say who is without one, but not of someone whose question is open", () => {
    const twins = {
      columns: ["Name", "Email"],
      rows: [...list.rows, { id: 4, cells: ["Ben Meyer", "ben2@example.com"] }],
    };
    const files = filesOf("Anna Müller.pdf", "Ben Meyer.pdf");
    const { unclear, missing } = paired(files, new Set([1, 2, 3, 4]), twins).questions;
    expect(unclear).toMatchObject([{ hash: "Ben Meyer.pdf", rows: [2, 4] }]);
    expect(missing).toEqual([3]);
  });

  it("chosen by hand keep their names: whose they say they are", () => {
    const given = (row: number, ...files: string[]) =>
      [row, { files, who: "" }] as [number, { files: string[]; who: string }];
    const namedFor = (...pairs: [number, { files: string[]; who: string }][]) => [
      ...paired({ ...three, byHand: new Map(pairs) }).namedFor,
    ];
    expect(namedFor(given(2, "Anna Müller.pdf"))).toEqual([["2 Anna Müller.pdf", 1]]);
    expect(namedFor(given(1, "Anna Müller.pdf"), given(3, "Anna Müller.pdf"))).toEqual([
      ["3 Anna Müller.pdf", 1],
    ]);
    expect(namedFor(given(2, "Ben Meyer.pdf"))).toEqual([]);
    const other = { ...filesOf("letter.pdf"), byHand: new Map([given(2, "letter.pdf")]) };
    expect([...paired(other).namedFor]).toEqual([]);
    expect([...paired(three).namedFor]).toEqual([]);
    const only = filesOf("Anna Müller.pdf");
    const toBen = { ...only, byHand: new Map([given(2, "Anna Müller.pdf")]) };
    expect([...paired(toBen).namedFor]).toEqual([["2 Anna Müller.pdf", 1]]);
  });

  it("chosen by hand are no one else's", () => {
    const byHand = new Map([
      [2, { files: ["Anna Müller.pdf"], who: "Ben Meyer, ben@example.com" }],
    ]);
    const found = paired({ ...three, byHand });
    expect(namesOf(found)).toEqual({ 2: ["Anna Müller.pdf"], 3: ["Cem Öz.pdf"] });
    expect(found.questions.missing).toEqual([1]);
    expect(found.leftOver).toEqual(["Ben Meyer.pdf"]);
  });

  it("chosen by hand ask when the row becomes another person's", () => {
    const [first, ...others] = list.rows;
    const byHand = new Map([
      [1, { files: ["Anna Müller.pdf"], who: whoOf(list, first?.cells ?? [], "Email") }],
    ]);
    expect(paired({ ...three, byHand }).questions.changed).toEqual([]);
    const rows = [{ id: 1, cells: ["Dana Ek", "dana@example.com"] }, ...others];
    const found = paired({ ...three, byHand }, all, { ...list, rows });
    expect(namesOf(found)[1]).toEqual(["Anna Müller.pdf"]);
    expect(found.questions.changed).toEqual([
      {
        row: 1,
        files: ["Anna Müller.pdf"],
        before: "Anna Müller, anna@example.com",
        now: "Dana Ek, dana@example.com",
      },
    ]);
  });

  it("that were paired leave a row that becomes another person's", () => {
    const rows = list.rows.map((row) =>
      row.id === 1 ? { id: 1, cells: ["Dana Ek", "dana@example.com"] } : row,
    );
    const found = paired(three, all, { ...list, rows });
    expect(namesOf(found)[1]).toBeUndefined();
    expect(found.questions.missing).toEqual([1]);
    expect(found.leftOver).toEqual(["Anna Müller.pdf"]);
  });

  it("that go to several people need someone's word", () => {
    const named: PairedList = {
      columns: ["File", "Email"],
      rows: list.rows.map(({ id }) => ({ id, cells: ["rules.pdf", `${id}@example.com`] })),
    };
    const files = filesOf("rules.pdf");
    expect(paired(files, all, named).questions.shared).toEqual([
      { hash: "rules.pdf", rows: [1, 2, 3] },
    ]);
    const shared = new Set(["rules.pdf"]);
    expect(paired({ ...files, shared }, all, named).questions.shared).toEqual([]);
  });

  it("that name someone else wait for a decision about this file and this row", () => {
    const proofs = new Map<string, FileProof>([
      ["1 Anna Müller.pdf", { kind: "names_others", others: [2] }],
      ["2 Ben Meyer.pdf", { kind: "names_person" }],
    ]);
    const open = paired(three, all, list, proofs).questions.unproven;
    expect(open).toEqual([
      { row: 1, hash: "Anna Müller.pdf", proof: { kind: "names_others", others: [2] } },
    ]);
    const accepted = new Set(["1 Anna Müller.pdf"]);
    expect(paired({ ...three, accepted }, all, list, proofs).questions.unproven).toEqual([]);
    const other = new Set(["2 Anna Müller.pdf"]);
    expect(
      paired({ ...three, accepted: other }, all, list, proofs).questions.unproven,
    ).toHaveLength(1);
  });

  it("can be paired in another way, which stays chosen", () => {
    const numbered: PairedList = {
      columns: ["Name", "No."],
      rows: list.rows.map(({ id, cells }) => ({ id, cells: [cells[0] ?? "", `10${id}`] })),
    };
    const files = filesOf("101.pdf", "102.pdf", "Cem Öz.pdf");
    const best = filesOfRows(numbered, files, all, null);
    expect(best.pairing.by).toEqual(["No."]);
    expect(best.otherWays).toEqual([["Name"]]);
    const chosen = filesOfRows(numbered, { ...files, by: ["Name"] }, all, null);
    expect(namesOf(chosen)).toEqual({ 3: ["Cem Öz.pdf"] });
    expect(chosen.otherWays).toEqual([["No."]]);
  });

  it("of rows that are gone are free again", () => {
    const byHand = new Map([[9, { files: ["Anna Müller.pdf"], who: "" }]]);
    expect(namesOf(paired({ ...three, byHand }))[1]).toEqual(["Anna Müller.pdf"]);
  });
});

describe("a choice by hand", () => {
  const annas: PairedList = {
    columns: ["Name", "First name"],
    rows: [
      { id: 1, cells: ["Anna Schmidt", "Anna"] },
      { id: 2, cells: ["Anna Müller", "Anna"] },
      { id: 3, cells: ["Ben Fox", "Ben"] },
    ],
  };
  const who = "Anna Müller, Anna";

  test.each([
    ["another file", ["scan.pdf"]],
    ["no file", []],
  ])("of %s for one Anna doesn't make a file the other's", (_, chosen) => {
    const files = filesOf("scan.pdf", "Anna.pdf");
    const byHand = new Map([[2, { files: chosen, who }]]);
    const found = paired({ ...files, byHand }, all, annas);
    expect(namesOf(found)).toEqual({ 2: chosen });
    expect(found.questions.unclear.map(({ rows }) => rows)).toEqual([[1, 2]]);
  });

  it("of a file that is gone is none: the row is asked about", () => {
    const byHand = new Map([[1, { files: ["gone.pdf"], who: "Anna Schmidt, Anna" }]]);
    expect(paired({ ...filesOf("Ben Fox.pdf"), byHand }, all, annas).questions.missing).toEqual([
      1, 2,
    ]);
  });

  it("of no file ends when the row becomes another person's", () => {
    const files = filesOf("Ben Fox.pdf");
    const of = (name: string) => new Map([[2, { files: [], who: name }]]);
    const missing = (name: string) =>
      filesOfRows(annas, { ...files, byHand: of(name) }, all, null).questions.missing;
    expect(missing(who)).toEqual([1]);
    expect(missing("Zoe Ek, Zoe")).toEqual([1, 2]);
  });

  it("leaves what is unclear about rows that aren't sent to no one, and says so", () => {
    const found = filesOfRows(annas, filesOf("Anna.pdf"), new Set([3]), null);
    expect(found.questions.unclear).toEqual([]);
    expect(found.leftOver).toEqual(["Anna.pdf"]);
  });

  test.each([
    ["swapped", { 1: "Ben Meyer card.pdf", 2: "Anna Müller card.pdf" }],
    ["confirmed", { 1: "Anna Müller card.pdf", 2: "Ben Meyer card.pdf" }],
  ])("of two files, %s, leaves the pairs of the other files as they were", (_, chosen) => {
    const files = filesOf("Anna Müller card.pdf", "Ben Meyer card.pdf", "Cem Öz card.pdf");
    const byHand = new Map(
      Object.entries(chosen).map(([row, name]) => [Number(row), { files: [name], who: "" }]),
    );
    const found = paired({ ...files, byHand });
    expect(namesOf(found)).toEqual({ 1: [chosen[1]], 2: [chosen[2]], 3: ["Cem Öz card.pdf"] });
    expect(found.questions.unclear).toEqual([]);
  });
});
