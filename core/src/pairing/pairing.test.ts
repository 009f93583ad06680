import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import "../../../test/seed.ts";
import { pairings } from "./pairing.ts";
import type { PairedList, PersonFile } from "./types.ts";

function listOf(columns: readonly string[], ...rows: readonly (readonly string[])[]): PairedList {
  return { columns, rows: rows.map((cells, i) => ({ id: i + 1, cells })) };
}

function pairFiles(...given: Parameters<typeof pairings>) {
  return pairings(...given)[0];
}

function filesOf(...names: readonly string[]): PersonFile[] {
  return names.map((name) => ({ hash: `hash of ${name}`, name, size: 1 }));
}

/** "anna.pdf → 1" for each pair, "anna.pdf ? 1,2 reason" for each unclear file. */
function told(list: PairedList, files: readonly PersonFile[], by?: readonly string[]): string[] {
  const name = (hash: string) => files.find((file) => file.hash === hash)?.name;
  const { pairs, unclear, leftOver } = pairFiles(list, files, by);
  return [
    ...pairs.map(({ hash, row }) => `${name(hash)} → ${row}`),
    ...unclear.map(({ hash, rows, reason }) => `${name(hash)} ? ${rows.join(",")} ${reason.kind}`),
    ...leftOver.map((hash) => `${name(hash)} of no one`),
  ];
}

const staff = listOf(
  ["Name", "Personnel no.", "Email"],
  ["Anna Müller", "1017", "anna@example.com"],
  ["Ben Meyer", "1018", "ben@example.com"],
  ["Cem Öz", "101", "cem@example.com"],
);

describe("a column that names files", () => {
  const named = (...cells: string[]) => listOf(["File"], ...cells.map((cell) => [cell]));

  test.each<[string, PairedList, string[], string[]]>([
    ["without case", named("ANNA.PDF"), ["anna.pdf"], ["anna.pdf → 1"]],
    ["in either normal form", named("Mu\u0308ller.pdf"), ["Müller.pdf"], ["Müller.pdf → 1"]],
    ["without its folder", named("anna.pdf"), ["May/anna.pdf"], ["May/anna.pdf → 1"]],
    [
      "with its folder, if two files differ only there",
      named("June/anna.pdf", "May\\anna.pdf"),
      ["May/anna.pdf", "June/anna.pdf"],
      ["June/anna.pdf → 1", "May/anna.pdf → 2"],
    ],
    [
      "not at all, if two files have the name",
      named("anna.pdf", "ben.pdf"),
      ["May/anna.pdf", "June/anna.pdf", "ben.pdf"],
      ["ben.pdf → 2", "May/anna.pdf of no one", "June/anna.pdf of no one"],
    ],
    [
      "several in a cell",
      named("a.pdf; b.pdf", "c.pdf|d.pdf", "e.pdf\nf.pdf"),
      ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"],
      ["a.pdf → 1", "b.pdf → 1", "c.pdf → 2", "d.pdf → 2", "e.pdf → 3", "f.pdf → 3"],
    ],
    ["with what separates names in it", named("a; b.pdf"), ["a; b.pdf"], ["a; b.pdf → 1"]],
    [
      "one for several people",
      named("rules.pdf", "rules.pdf"),
      ["rules.pdf"],
      ["rules.pdf → 1", "rules.pdf → 2"],
    ],
    [
      "only with all others of its cell",
      named("a.pdf; b.pdf", "c.pdf;", "d.pdf"),
      ["a.pdf", "c.pdf", "d.pdf"],
      ["c.pdf → 2", "d.pdf → 3", "a.pdf of no one"],
    ],
    [
      "an ending that only one of two files has",
      named("a.pdf", "a.docx"),
      ["a.docx", "a.pdf"],
      ["a.pdf → 1", "a.docx → 2"],
    ],
  ])("names a file %s", (_, list, names, expected) => {
    expect(told(list, filesOf(...names))).toEqual(expected);
  });

  it("must name files: a value without an ending is only a value", () => {
    expect(pairFiles(named("anna", "ben"), filesOf("anna.pdf", "ben.pdf")).isByFileName).toBe(
      false,
    );
  });
});

const SEVERAL = ["1017.pdf ? 1 several_files", "1017 b.pdf ? 1 several_files"];

describe("a value in a file's name", () => {
  test.each<[string, string[], string[]]>([
    ["a whole word", ["1017.pdf"], ["1017.pdf → 1"]],
    ["not a part of one", ["21017.pdf"], ["21017.pdf of no one"]],
    ["a number inside another", ["101.pdf", "1018.pdf"], ["101.pdf → 3", "1018.pdf → 2"]],
    ["with a name beside it", ["1017 Anna Müller.pdf"], ["1017 Anna Müller.pdf → 1"]],
    ["a name in either order", ["Müller, Anna.pdf"], ["Müller, Anna.pdf → 1"]],
    ["an umlaut as two letters", ["anna_mueller.pdf"], ["anna_mueller.pdf → 1"]],
    ["an umlaut as one letter", ["OZ-CEM.PDF"], ["OZ-CEM.PDF → 3"]],
    ["another name beside it", ["1017 Lena.pdf"], ["1017 Lena.pdf ? 1 other_word"]],
    [
      "someone else's name, however many files have it",
      ["Ben 1017.pdf", "Ben 1018.pdf", "Ben 101.pdf"],
      ["Ben 1018.pdf → 2", "Ben 1017.pdf ? 1 other_word", "Ben 101.pdf ? 3 other_word"],
    ],
    [
      "words that most names have",
      ["payslip-2026-05-1017.pdf", "payslip-2026-05-1018.pdf", "payslip-2026-05-101.pdf"],
      [
        "payslip-2026-05-1017.pdf → 1",
        "payslip-2026-05-1018.pdf → 2",
        "payslip-2026-05-101.pdf → 3",
      ],
    ],
    [
      "a name that looks like an ending",
      ["1017.müller", "1018.meyer"],
      ["1017.müller → 1", "1018.meyer → 2"],
    ],
    [
      "someone else's name that looks like an ending",
      ["1017.meyer"],
      ["1017.meyer ? 1 other_word"],
    ],
    ["with a letter that no one sees", ["10\u200b17.pdf"], ["10\u200b17.pdf → 1"]],
    [
      "not a small number as a digit",
      ["101²..pdf", "101⁷.pdf"],
      ["101²..pdf ? 3 several_files", "101⁷.pdf ? 3 several_files"],
    ],
    ["two people in one file", ["1017 1018.pdf"], ["1017 1018.pdf ? 1,2 several_rows"]],
    ["one person in two files", ["1017.pdf", "1017 b.pdf"], SEVERAL],
    [
      "one person by another column, if this one is unclear",
      ["1017.pdf", "1017 b.pdf", "Müller Anna.pdf"],
      ["Müller Anna.pdf → 1", "1017.pdf of no one", "1017 b.pdf of no one"],
    ],
  ])("%s", (_, names, expected) => {
    expect(told(staff, filesOf(...names))).toEqual(expected);
  });

  it("belongs to the longer of two names", () => {
    const list = listOf(["First name"], ["Anna"], ["Anna-Lena"]);
    expect(told(list, filesOf("anna-lena.pdf", "Anna.pdf"))).toEqual([
      "anna-lena.pdf → 2",
      "Anna.pdf → 1",
    ]);
    expect(told(list, filesOf("Anna-Lena.pdf"))).toEqual(["Anna-Lena.pdf → 2"]);
  });

  it("doesn't give someone who isn't in the list to a person with a part of their name", () => {
    const list = listOf(["First name"], ["Anna"], ["Ben"]);
    expect(told(list, filesOf("Anna-Lena.pdf", "Ben.pdf"))).toEqual([
      "Ben.pdf → 2",
      "Anna-Lena.pdf ? 1 other_word",
    ]);
  });

  test.each([
    ["Anna, Anna-Lena.pdf", "First name", ["Anna", "Anna-Lena"]],
    ["17-2 and 17.pdf", "No.", ["17", "17-2"]],
  ])("is unclear if the shorter of two is in the name as well: %s", (name, header, values) => {
    const list = listOf([header], ...values.map((value) => [value]));
    expect(told(list, filesOf(name))).toEqual([`${name} ? 1,2 several_rows`]);
  });

  test.each([
    [["scan 2026-05-17", "scan 2026-05-18", "scan 2026-05-19"], "2026"],
    [["17.05.2026", "18.05.2026", "19.05.2026"], "2026"],
    [["17.05.26 scan", "18.05.26 scan", "19.05.26 scan"], "05"],
    [["report 17-2026", "report 18-2026", "report 19-2026"], "2026"],
  ])("is unclear if it may be a part of a date: %s", (names, word) => {
    const list = listOf(["No."], ["17"], ["18"], ["19"]);
    const { pairs, unclear } = pairFiles(list, filesOf(...names.map((name) => `${name}.pdf`)));
    expect(pairs).toEqual([]);
    expect(unclear.map(({ reason }) => reason)).toEqual(
      names.map(() => ({ kind: "other_word", word })),
    );
  });

  test.each<[string, (n: number) => string]>([
    ["behind a word", (n) => `${n} of 2026-05-01`],
    ["that has it, too", (n) => `2026-05-${n} no ${n}`],
  ])("may have a date %s", (_, name) => {
    const list = listOf(["No."], ["17"], ["18"], ["19"]);
    const names = [17, 18, 19].map((n) => `${name(n)}.pdf`);
    expect(pairFiles(list, filesOf(...names)).pairs).toHaveLength(3);
  });

  it("is unclear beside someone else's number, however many files have it", () => {
    const list = listOf(
      ["Last name", "Invoice"],
      ["Meyer", "INV-17"],
      ["Berg", "INV-18"],
      ["Berg", "INV-117"],
    );
    const names = ["Berg 117.pdf", "Meyer 117.pdf", "Berg 18.pdf", "x 117.pdf"];
    expect(told(list, filesOf(...names), ["Last name"])).toContain("Meyer 117.pdf ? 1 other_word");
  });

  it("isn't a number with letters that the row's doesn't have", () => {
    const invoices = listOf(
      ["Last name", "Invoice no."],
      ["Meyer", "117"],
      ["Öz", "INV-12"],
      ["Lind", "INV-13"],
    );
    const names = ["Meyer-INV-117.pdf", "Oez-INV-12.pdf", "Lind-INV-13.pdf"];
    expect(told(invoices, filesOf(...names))).toContain("Meyer-INV-117.pdf ? 1 other_word");
    // Two files have nothing in common that says nothing.
    expect(told(invoices, filesOf(...names.slice(0, 2)))).not.toContain("Meyer-INV-117.pdf → 1");
  });

  it("doesn't belong to the pupil of someone whose name others have", () => {
    const list = listOf(
      ["First name", "Teacher"],
      ["Ben", "Anna"],
      ["Anna", "Clara"],
      ["Anna", "Dora"],
    );
    const unclear = ["Clara.pdf → 2", "Anna.pdf ? 1,2,3 other_column"];
    expect(told(list, filesOf("Anna.pdf", "Clara.pdf"))).toEqual(unclear);
    expect(told(list, filesOf("Anna.pdf", "Clara.pdf"), ["Teacher"])).toEqual(unclear);
  });

  it("isn't a word that one row has in a column that doesn't say who someone is", () => {
    const list = listOf(["Name", "Room"], ["Anna Müller", "Berg"], ["Ben Meyer", "7a"]);
    expect(told(list, filesOf("Berg.pdf"))).toEqual(["Berg.pdf of no one"]);
    expect(told(list, filesOf("7a.pdf"))).toEqual(["7a.pdf → 2"]);
    const [first] = list.rows;
    const one = { ...list, rows: first ? [first] : [] };
    expect(told(one, filesOf("Berg.pdf"))).toEqual(["Berg.pdf → 1"]);
  });

  it("may be in two columns", () => {
    const list = listOf(
      ["First name", "Last name"],
      ["Anna", "Müller"],
      ["Anna", "Meyer"],
      ["Ben", "Müller"],
    );
    const pairing = pairFiles(list, filesOf("Müller Anna.pdf", "anna_meyer.pdf", "Ben Müller.pdf"));
    expect(pairing.by).toEqual(["First name", "Last name"]);
    expect(pairing.pairs.map(({ row }) => row)).toEqual([1, 2, 3]);
  });

  it("is unclear if another column says someone else", () => {
    const list = listOf(["Invoice", "Seat"], ["2001", "2003"], ["2002", "17"], ["2003", "18"]);
    const files = filesOf("2001.pdf", "2002.pdf", "2003.pdf");
    const { by, pairs, unclear } = pairFiles(list, files);
    expect(pairFiles(list, files, by)).toEqual(pairFiles(list, files));
    expect(told(list, files, ["Seat"])).toContain("2003.pdf ? 1,3 other_column");
    expect(by).toEqual(["Invoice"]);
    expect(pairs.map(({ row }) => row)).toEqual([1, 2]);
    expect(unclear).toEqual([
      {
        hash: "hash of 2003.pdf",
        rows: [3, 1],
        reason: { kind: "other_column", columns: ["Seat"] },
      },
    ]);
  });

  it("can be looked for in another column", () => {
    const files = filesOf("1017.pdf", "1018.pdf", "Cem Öz.pdf");
    expect(pairings(staff, files).map(({ by }) => by)).toEqual([["Personnel no."], ["Name"]]);
    expect(told(staff, files, ["Name"])).toEqual([
      "Cem Öz.pdf → 3",
      "1017.pdf of no one",
      "1018.pdf of no one",
    ]);
  });
});

describe("people and files with known owners", () => {
  const first = fc.constantFrom(
    ..."Anna,Anna-Lena,Lena,Jürgen,Juergen,Jurgen,Zoë,Zoe,Mia,Mia Sofie,Sofie,Ben,李".split(","),
  );
  const last = fc.constantFrom(
    ..."Müller,Mueller,Muller,Meyer,Meyer-Müller,Bauer,Baur,Lena,van der Berg,Berg,O'Neil".split(
      ",",
    ),
  );
  const number = fc.constantFrom(
    ..."7,17,117,1017,10170,2025,2026,05,INV-17,INV-17-2,INV-117".split(","),
  );
  const person = fc.record({ first, last, number });
  /** How a file of this person may be named. */
  const form = fc.constantFrom<(one: { first: string; last: string; number: string }) => string>(
    (one) => `${one.first} ${one.last}`,
    (one) => `${one.last}_${one.first}`,
    (one) => `${one.last}, ${one.first}`,
    (one) => one.number,
    (one) => `${one.number} ${one.first} ${one.last}`,
    (one) => `payslip-2025-05-${one.number}`,
    (one) => `Report ${one.first} 2026`,
    (one) => one.first,
    (one) => one.last,
    (one) => `${one.last}-${one.number}-scan`,
  );
  const spelling = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.normalize("NFD"),
    (name) => name.replaceAll("ü", "ue").replaceAll(" ", "_"),
    (name) => name.replaceAll("ü", "u").toUpperCase(),
  );

  /**
   * People of whom some are in the list, and files of any of them. Two people don't have the same
   * name and number: no program could tell their files apart.
   */
  const world = fc
    .uniqueArray(person, {
      minLength: 1,
      maxLength: 12,
      selector: (one) => one.number,
    })
    .chain((people) =>
      fc.record({
        people: fc.constant(people),
        isInList: fc.array(fc.integer({ min: 0, max: 9 }), {
          minLength: people.length,
          maxLength: people.length,
        }),
        form,
        other: form,
        owners: fc.array(
          fc.record({ owner: fc.nat(people.length - 1), isOther: fc.nat(9), spelling }),
          { minLength: 1, maxLength: 14 },
        ),
      }),
    );

  /** Words that forms add: they say nothing about anyone. */
  const added = new Set(["payslip", "report", "scan", "2025", "2026", "05"]);

  /** Written for this test: every spelling of every word, lowercase. */
  function spelled(text: string): string[][] {
    const words = text
      .normalize("NFC")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return words
      .filter((word) => word !== "")
      .map((word) =>
        [word.replaceAll("ü", "ue"), word.replaceAll("ü", "u")].map((one) =>
          one.normalize("NFD").replace(/\p{M}/gu, ""),
        ),
      );
  }

  /** Whether a name could as well be a file of this row: then no program can tell. */
  function couldBe(name: string, cells: readonly string[]): boolean {
    const own = new Set(cells.flatMap((cell) => spelled(cell).flat()));
    return spelled(name).every((word) => word.some((one) => own.has(one) || added.has(one)));
  }

  it("are never paired with someone else", () => {
    let paired = 0;
    let all = 0;
    fc.assert(
      fc.property(world, ({ people, isInList, form: main, other, owners }) => {
        const rows = people.flatMap((one, id) =>
          (isInList[id] ?? 0) < 8 ? [{ id, cells: [one.first, one.last, one.number] }] : [],
        );
        const files = owners.flatMap(({ owner, isOther, spelling: write }, i) => {
          const one = people[owner];
          if (one === undefined) return [];
          const name = write((isOther === 0 ? other : main)(one));
          return [{ hash: `${i}`, name: `${name}.pdf`, size: 1, owner }];
        });
        const distinct = files.filter(
          ({ name, owner }, i) =>
            files.findIndex((file) => file.name === name) === i &&
            !rows.some(({ id, cells }) => id !== owner && couldBe(name.slice(0, -4), cells)),
        );
        const columns = ["First name", "Last name", "Invoice no."];
        const { pairs } = pairFiles({ columns, rows }, distinct);
        all += distinct.length;
        paired += pairs.length;
        for (const { row, hash } of pairs) {
          const file = distinct.find((one) => one.hash === hash);
          expect(row, file?.name).toBe(file?.owner);
        }
      }),
      { numRuns: 1_000 },
    );
    // Misses are counted, so that "never paired" isn't met by pairing nothing.
    expect(paired / all).toBeGreaterThan(0.29);
  });
});
