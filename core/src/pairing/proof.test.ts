import { describe, expect, it, test } from "vitest";
import { type FileProof, needsDecision, proofKey, proveFiles } from "./proof.ts";
import type { FileText, PairedList } from "./types.ts";

const list: PairedList = {
  columns: ["First name", "Last name", "Personnel no.", "Email"],
  rows: [
    { id: 1, cells: ["Anna", "Müller", "PN-1017", "anna@example.com"] },
    { id: 2, cells: ["Ben", "Meyer", "PN-1018", "Ben.Meyer@Example.com"] },
    { id: 3, cells: ["Cem", "Öz", "PN-1019", "cem@example.com"] },
    { id: 4, cells: ["Dana", "Ek", "PN-1020", "dana@example.com"] },
    { id: 5, cells: ["Eva", "Fox", "PN-1021", "eva@example.com"] },
  ],
};
const identity = { list, address: "Email", by: ["Personnel no."] };

/** The proofs of files with these texts, the n-th paired with row n. */
function proofsOf(...texts: (string | null | FileText)[]): (FileProof | undefined)[] {
  const read = texts.map((one) =>
    typeof one === "object" && one !== null ? one : { text: one, pages: null },
  );
  const pairs = read.map((_, i) => ({ row: i + 1, hash: `${i}` }));
  const found = proveFiles(identity, pairs, new Map(read.map((one, i) => [`${i}`, one]))).proofs();
  return pairs.map((pair) => found.get(proofKey(pair)));
}

describe("a file", () => {
  test.each<[string, string]>([
    ["first and last name", "Pay slip for Anna Müller, May"],
    ["the names turned round", "MÜLLER, ANNA"],
    ["two letters for an umlaut", "Anna Mueller"],
    ["a mark of its own for an umlaut", "Anna Mu\u0308ller"],
    ["a line break between the names", "Anna\n   Müller"],
    ["the address", "sent to ANNA@example.com."],
    ["the number that paired it", "Personnel no. PN-1017"],
  ])("names its person by %s", (_, text) => {
    expect(proofsOf(text)).toEqual([{ kind: "names_person" }]);
  });

  it("reads a ligature as its letters", () => {
    const one = { columns: ["Name"], rows: [{ id: 1, cells: ["Steffi Fink"] }] };
    const text = { text: "Ste\ufb03 \ufb01nk, Steffi \ufb01nk", pages: 1 };
    const pair = { row: 1, hash: "a" };
    const found = proveFiles(
      { list: one, address: null, by: [] },
      [pair],
      new Map([["a", text]]),
    ).proofs();
    expect(found.get(proofKey(pair))).toEqual({ kind: "names_person" });
  });

  test.each<[string, string]>([
    ["one word", "Dear Anna, your teacher, Ms Müllersson"],
    ["two words apart", "Anna and her aunt, Ms Müller"],
    ["a part of a number", "PN-10177, 1017"],
    ["another Müller", "Muller Anne"],
    ["an amount", "PN-1017,50 and PN-1017.5"],
    ["a longer number", "PN-1017-3, 30-PN-1017, 3/PN-1017"],
    ["nothing", ""],
  ])("isn't proven by %s", (_, text) => {
    expect(proofsOf(text)).toEqual([{ kind: "names_no_one" }]);
  });

  test.each<[string, string]>([
    ["in curly marks", "“eva@example.com”"],
    ["after a bullet", "•eva@example.com"],
    ["after an equals sign", "mail=eva@example.com"],
    ["beside another address", "info@example.com/eva@example.com"],
    ["before three dots", "eva@example.com…"],
    ["in wide letters", "ｅｖａ＠example.com"],
    ["with a soft hyphen", "Ben Mey\u00ader"],
    ["parted by a line break", "Ben Mey-\n  er"],
    ["with a number that may be a longer one's", "PN-1018-2"],
  ])("names someone else %s", (_, text) => {
    const others = [text.includes("1018") || text.includes("Ben") ? 2 : 5];
    expect(proofsOf(text)).toEqual([{ kind: "names_others", others }]);
  });

  test.each(["mother@example.com", "father@example.com", "van der Berg, Jan", "Jan van der Berg"])(
    "names a person of two columns by %s",
    (text) => {
      const columns = ["First name", "Last name", "Email"];
      const jan = ["Jan", "van der Berg", "mother@example.com; Father <father@example.com>"];
      const family = {
        columns,
        rows: [
          { id: 1, cells: ["Anna", "Fox", ""] },
          { id: 2, cells: jan },
        ],
      };
      const pair = { row: 1, hash: "a" };
      const texts = new Map([["a", { text, pages: 1 }]]);
      const found = proveFiles({ list: family, address: "Email", by: [] }, [pair], texts).proofs();
      expect(found.get("1 a")).toEqual({ kind: "names_others", others: [2] });
    },
  );

  it("with everyone's pages must be decided about, also if everyone are three", () => {
    const three = {
      columns: ["Name"],
      rows: ["Anna Fox", "Ben Ek", "Cem Oz"].map((name, i) => ({ id: i, cells: [name] })),
    };
    const pairs = ["a", "b", "c"].map((hash, row) => ({ row, hash }));
    const text = "Anna Fox, Ben Ek, Cem Oz";
    const texts = new Map(pairs.map(({ hash }) => [hash, { text, pages: 3 }]));
    const found = proveFiles({ list: three, address: null, by: [] }, pairs, texts).proofs();
    expect([...found.values()].map(({ kind }) => kind)).toEqual(Array(3).fill("names_others_too"));
  });

  it("that names someone else must be decided about", () => {
    const [one, two, three] = proofsOf("Ben Meyer", "PN-1018 and Anna Müller", "cem@example.com");
    expect(one).toEqual({ kind: "names_others", others: [2] });
    expect(two).toEqual({ kind: "names_others_too", others: [1] });
    expect(three).toEqual({ kind: "names_person" });
    expect([one, two, three].map((proof) => proof && needsDecision(proof))).toEqual([
      true,
      true,
      false,
    ]);
  });

  describe("signed by someone in the list", () => {
    const people = ["Ann Ek", "Bea Ek", "Cem Ek", "Dan Ek", "Eva Ek", "Fay Ek", "Gus Ek"];
    const names = [...people, "Hal Ek", "Ida Ek", "Jan Ek", "Kim Ek", "Ben Meyer"];
    const school = {
      columns: ["Name"],
      rows: names.map((name, at) => ({ id: at + 1, cells: [name] })),
    };
    /** By file, the n-th for person n: what it proves about its person. */
    const kindsOf = (...texts: string[]) => {
      const pairs = texts.map((_, at) => ({ row: at + 1, hash: `${at}` }));
      const read = new Map(texts.map((text, at) => [`${at}`, { text, pages: 1 }]));
      const found = proveFiles({ list: school, address: null, by: [] }, pairs, read).proofs();
      return pairs.map((pair) => found.get(proofKey(pair))?.kind);
    };
    const BEN = "Ben Meyer";
    const signed = people.map((name) => `${name}\n${BEN}`);

    it.each([1, 2, 3, 4, 5, 6])("isn't taken for a signature in %i files", (files) => {
      for (let naming = 1; naming <= files; naming += 1) {
        const texts = people.slice(0, files).map((name, at) => (at < naming ? signed[at] : name));
        expect(kindsOf(...texts.map((text) => text ?? ""))).toEqual(
          texts.map((_, at) => (at < naming ? "names_others_too" : "names_person")),
        );
      }
    });

    it("is a signature in nearly all of seven files or more, and proves none of them", () => {
      expect(kindsOf(...signed)).toEqual(Array(7).fill("names_person"));
      const many = names.slice(0, 10).map((name) => `${name}\n${BEN}`);
      expect(kindsOf(...many.slice(0, 9), "Jan Ek")).toEqual(Array(10).fill("names_person"));
      const some = [...many.slice(0, 8), "Ida Ek", "Jan Ek"];
      expect(kindsOf(...some).filter((kind) => kind === "names_others_too")).toHaveLength(8);
    });

    it("is someone else's name in a file that doesn't name its person", () => {
      expect(kindsOf(...signed.slice(0, 6), BEN)).toEqual([
        ...Array(6).fill("names_person"),
        "names_others",
      ]);
      expect(kindsOf(...people.map(() => BEN))).toEqual(Array(7).fill("names_others"));
    });

    it("doesn't hide another person", () => {
      expect(kindsOf(...signed.slice(0, 6), `Ann Ek\n${BEN}`).at(-1)).toBe("names_others");
      expect(kindsOf(...signed.slice(0, 6), `Gus Ek, Ann Ek\n${BEN}`).at(-1)).toBe(
        "names_others_too",
      );
    });
  });

  it("with everyone's pages must be decided about, even if each file has them", () => {
    const everyone = "Anna Müller, Ben Meyer, Cem Öz, Dana Ek, Eva Fox";
    const others = proofsOf(everyone, everyone, everyone, everyone);
    expect(others.map((proof) => proof?.kind)).toEqual(Array(4).fill("names_others_too"));
  });

  it("that couldn't be read is not checked, unless it is much longer than others", () => {
    const pages = (count: number) => ({ text: null, pages: count });
    const found = proofsOf(null, pages(2), pages(2), pages(6), pages(5));
    expect(found).toEqual([
      { kind: "not_checked" },
      { kind: "not_checked" },
      { kind: "not_checked" },
      { kind: "long", pages: 6 },
      { kind: "not_checked" },
    ]);
    expect(needsDecision({ kind: "long", pages: 6 })).toBe(true);
  });

  it("of one of two people with the same name names that person", () => {
    const twins = {
      columns: ["Name"],
      rows: [
        { id: 1, cells: ["Anna Meyer"] },
        { id: 2, cells: ["Anna Meyer"] },
      ],
    };
    const pair = { row: 2, hash: "a" };
    const texts = new Map([["a", { text: "Anna Meyer", pages: 1 }]]);
    expect(
      proveFiles({ list: twins, address: null, by: [] }, [pair], texts).proofs().get("2 a"),
    ).toEqual({
      kind: "names_person",
    });
  });
});

describe("a text", () => {
  /** Texts that count how often they are read. */
  function counted(...given: readonly string[]) {
    const reads = given.map(() => 0);
    const texts = given.map(
      (text, i): FileText => ({
        get text() {
          reads[i] = (reads[i] ?? 0) + 1;
          return text;
        },
        pages: 1,
      }),
    );
    return { reads, texts: new Map(texts.map((text, i) => [`${i}`, text])) };
  }

  const ofRow = (id: number, ...cells: string[]) => ({
    ...identity,
    list: { ...list, rows: list.rows.map((row) => (row.id === id ? { id, cells } : row)) },
  });

  it("is read again only if it may name someone who is new in the list", () => {
    const { reads, texts } = counted("Anna Müller", "Ben Meyer", "Gül Berg", "PN-1030", "g@b.org");
    const pairs = [...texts.keys()].map((hash, i) => ({ row: i + 1, hash }));
    const kinds = (one: Parameters<typeof proveFiles>[0]) =>
      [...proveFiles(one, pairs, texts).proofs().values()].map(({ kind }) => kind);
    const named = ["names_person", "names_person"];
    const before = [...named, "names_no_one", "names_no_one", "names_no_one"];
    expect([kinds(identity), reads]).toEqual([before, [1, 1, 1, 1, 1]]);
    expect([kinds(identity), reads]).toEqual([before, [1, 1, 1, 1, 1]]);
    const berg = ofRow(3, "Gül", "Berg", "PN-1019", "cem@example.com");
    expect(kinds(berg)).toEqual([...named, "names_person", "names_no_one", "names_no_one"]);
    expect(reads).toEqual([1, 1, 2, 1, 1]);
    const numbered = ofRow(4, "Dana", "Ek", "PN-1030", "g@b.org");
    expect(kinds(numbered)).toEqual([...named, "names_no_one", "names_person", "names_others"]);
    expect(reads).toEqual([1, 1, 2, 2, 2]);
    expect([kinds(identity), reads]).toEqual([before, [1, 1, 2, 2, 2]]);
    expect(kinds(berg)).toEqual([...named, "names_person", "names_no_one", "names_no_one"]);
  });

  it("can be read before its proof, one text after the other, if it has to be", () => {
    const { reads, texts } = counted("Anna Müller", "Ben Meyer", "Gül Berg");
    const pairs = [...texts.keys()].map((hash, i) => ({ row: i + 1, hash }));
    const first = proveFiles(identity, pairs, texts);
    expect(first.unread()).toEqual([...texts.values()]);
    for (const text of first.unread()) first.read(text);
    expect(first.unread()).toEqual([]);
    reads.fill(0);
    const kinds = [...first.proofs().values()].map(({ kind }) => kind);
    expect(kinds).toEqual(["names_person", "names_person", "names_no_one"]);
    expect(reads).toEqual([0, 0, 0]);
    const berg = ofRow(3, "Gül", "Berg", "PN-1019", "cem@example.com");
    expect(proveFiles(berg, pairs, texts).unread()).toEqual([texts.get("2")]);
    const unreadable = new Map([["0", { text: null, pages: null }]]);
    expect(proveFiles(identity, pairs, unreadable).unread()).toEqual([]);
  });

  it("that names several lists them in their order in the list, whatever was read before", () => {
    const { texts } = counted("Cem Öz, Ben Meyer");
    const pairs = [{ row: 1, hash: "0" }];
    const others = { kind: "names_others", others: [2, 3] };
    proveFiles(ofRow(2, "Someone", "Else", "1", "x@example.com"), pairs, texts).proofs();
    expect([...proveFiles(identity, pairs, texts).proofs().values()]).toEqual([others]);
  });
});
