import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import "../../../test/seed.ts";
import { proofKey } from "../pairing/proof.ts";
import { type ListFiles, NO_FILES } from "../pairing/rowFiles.ts";
import type { PersonFile } from "../pairing/types.ts";
import { checked, listOfRows, listOfText, variablesOf } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import { filledList, type List, type Row, withoutExcluded } from "./list.ts";
import {
  fileRowOf,
  filesOfList,
  uploadedFiles,
  withAddedFiles,
  withoutFiles,
  withRowFiles,
} from "./listFiles.ts";
import { listOfUpload, uploadOf } from "./upload.ts";

const file = (name: string, letter = name.slice(0, 1).toLowerCase()): PersonFile => ({
  hash: letter.repeat(64),
  name,
  size: 9,
});
const withFiles = (list: List, ...names: string[]): List => ({
  ...list,
  files: { ...NO_FILES, files: names.map((name) => file(name)) },
});
const namesOf = (list: List) => {
  const found = filesOfList(list);
  return list.rows.map((row) => found?.ofRow.get(fileRowOf(row))?.map(({ name }) => name) ?? []);
};

const byHand = (row: Row): Row => ({ ...row, skipped: "by_hand" });

const STAFF = "Name,Email\nAnna Bach,a@x.org\nCem Dahl,c@x.org\n";

describe("rows that were split", () => {
  const two = listOfText("Name,Email\nAnna Bach,a@x.org; b@x.org\nCem Dahl,c@x.org\n");
  const split = applyChange(withFiles(two, "Anna Bach.pdf", "Cem Dahl.pdf"), {
    type: "several",
    columns: ["Email"],
    as: "each",
  });

  it("share the row's file without a question", () => {
    expect(namesOf(split)).toEqual([["Anna Bach.pdf"], ["Anna Bach.pdf"], ["Cem Dahl.pdf"]]);
    expect(filesOfList(split)?.questions.shared).toEqual([]);
  });

  it("share what was chosen by hand, before and after", () => {
    const [first] = two.rows;
    const byHand = new Map([
      [first?.id ?? 0, { files: ["c".repeat(64)], who: "Anna Bach, a@x.org; b@x.org" }],
    ]);
    const files = { ...(split.files ?? NO_FILES), byHand };
    const chosen = applyChange(split, { type: "files", files });
    expect(namesOf(chosen).slice(0, 2)).toEqual([["Cem Dahl.pdf"], ["Cem Dahl.pdf"]]);
    expect(filesOfList(chosen)?.questions.changed).toEqual([]);
    const joined = applyChange(chosen, { type: "several", columns: ["Email"], as: "cc" });
    expect(namesOf(joined)[0]).toEqual(["Cem Dahl.pdf"]);
  });

  it("ask whose file it is if one of the addresses is corrected, not if one is skipped", () => {
    const [first, second] = split.rows;
    const byHand = new Map([
      [first?.id ?? 0, { files: ["a".repeat(64)], who: "Anna Bach, a@x.org; b@x.org" }],
    ]);
    const chosen = applyChange(split, {
      type: "files",
      files: { ...(split.files ?? NO_FILES), byHand },
    });
    const skipped = applyChange(chosen, { type: "skip", ids: [second?.id ?? 0], as: "by_hand" });
    expect(filesOfList(skipped)?.questions.changed).toEqual([]);
    const cells = [{ id: second?.id ?? 0, header: "Email", cell: "z@x.org" }];
    const corrected = applyChange(chosen, { type: "cells", cells });
    expect(filesOfList(corrected)?.questions.changed).toHaveLength(1);
  });
});

describe("a file that goes although it doesn't name its person", () => {
  const list = withFiles(listOfText(STAFF), "x.pdf");
  const [anna] = list.rows;
  const key = proofKey({ row: anna?.id ?? 0, hash: "x".repeat(64) });
  const files: ListFiles = { ...(list.files ?? NO_FILES), accepted: new Set([key]) };
  const decided = applyChange(list, { type: "files", files });
  const acceptedAfter = (header: string) =>
    applyChange(decided, {
      type: "cells",
      cells: [{ id: anna?.id ?? 0, header, cell: "other@x.org" }],
    }).files?.accepted.size;

  it.each(["Name", "Email"])("is decided about again once “%s” changes", (header) => {
    expect(acceptedAfter(header)).toBe(0);
  });

  it("stays decided if anything else changes", () => {
    const wide = applyChange(decided, { type: "columns", values: new Map([["Fee", "5"]]) });
    expect(wide.files?.accepted.size).toBe(1);
    expect(applyChange(decided, { type: "repeats", repeats: "each" }).files?.accepted.size).toBe(1);
  });
});

describe("a row without a file", () => {
  const list = withFiles(listOfText(STAFF), "Anna Bach.pdf");
  const decidedTo = (withoutFile: "send" | "skip", byHand: ListFiles["byHand"] = new Map()) => {
    const one = { ...list, files: { ...(list.files ?? NO_FILES), withoutFile, byHand } };
    return checked(withRowFiles(one, filesOfList(one)), []).rows.map(({ verdict, reason }) => [
      verdict,
      reason,
    ]);
  };

  it("is skipped with a reason, or gets the email, as you decide", () => {
    expect(decidedTo("skip")).toEqual([
      ["ready", ""],
      ["skip", "This row has no file of its own, and you skip such rows."],
    ]);
    expect(decidedTo("send")).toEqual([
      ["ready", ""],
      ["ready", ""],
    ]);
  });

  it("gets the email if it was given none by hand", () => {
    const cem = list.rows[1]?.id ?? 0;
    expect(decidedTo("skip", new Map([[cem, { files: [], who: "" }]]))[1]).toEqual(["ready", ""]);
  });
});

describe("a row of an earlier send", () => {
  const people: List = {
    ...listOfText(STAFF),
    corrects: "earlier",
    earlierFiles: new Map([[7, [{ name: "anna.pdf", size: 5 }]]]),
  };
  const corrected = {
    ...people,
    rows: people.rows.map((row, at) => ({ ...row, corrects: at === 0 ? 7 : 8 })),
  };

  it("keeps the file that it had there", () => {
    const sent = withRowFiles(corrected, filesOfList(corrected));
    expect([...uploadedFiles(sent).values()]).toEqual([{ files_of: { send: "earlier", row: 7 } }]);
  });

  it("keeps it for each of its addresses", () => {
    const [first, ...others] = corrected.rows;
    const both = {
      ...corrected,
      rows: [
        {
          ...first,
          cells:
            first?.cells.map((cell) => `${cell}`.replace(/^(\S+)@(\S+)$/, "$&; second@$2")) ?? [],
        },
        ...others,
      ],
    } as List;
    const split = applyChange(both, {
      type: "several",
      columns: [both.mapping.address ?? ""],
      as: "each",
    });
    expect(split.rows).toHaveLength(corrected.rows.length + 1);
    const of = { files_of: { send: "earlier", row: 7 } };
    expect([...uploadedFiles(withRowFiles(split, filesOfList(split))).values()]).toEqual([of, of]);
    const alone = applyChange(split, { type: "delete", ids: [split.rows[0]?.id ?? 0] });
    expect([...uploadedFiles(withRowFiles(alone, filesOfList(alone))).values()]).toEqual([of]);
  });

  it("gets a new one in its place", () => {
    const again = withFiles(corrected, "Anna Bach.pdf", "Cem Dahl.pdf");
    const found = filesOfList(again);
    expect(found?.questions.missing).toEqual([]);
    expect([...uploadedFiles(withRowFiles(again, found)).values()]).toMatchObject([
      { files: [{ name: "Anna Bach.pdf" }] },
      { files: [{ name: "Cem Dahl.pdf" }] },
    ]);
  });

  it("isn't asked about as one without a file", () => {
    const again = withFiles(corrected, "Cem Dahl.pdf");
    expect(filesOfList(again)?.questions.missing).toEqual([]);
  });

  describe("with several addresses", () => {
    const both = {
      ...corrected,
      rows: corrected.rows.map((row, at) =>
        at === 0 ? { ...row, cells: ["Anna Bach", "a@x.org; b@x.org"] } : row,
      ),
    };
    const each = applyChange(both, { type: "several", columns: ["Email"], as: "each" });
    const earlier = { files_of: { send: "earlier", row: 7 } };
    const uploaded = (list: List) => [
      ...uploadedFiles(withRowFiles(list, filesOfList(list))).values(),
    ];

    it("gives its file to each of them, also if the first one is deleted", () => {
      expect(uploaded(each)).toEqual([earlier, earlier]);
      const [first] = each.rows;
      expect(uploaded(applyChange(each, { type: "delete", ids: [first?.id ?? 0] }))).toEqual([
        earlier,
      ]);
    });

    it("isn't asked about, and gives none if it was given none by hand", () => {
      const [first] = each.rows;
      const again = withFiles(each, "Cem Dahl.pdf");
      expect(filesOfList(again)?.questions.missing).toEqual([]);
      const byHand = new Map([[first?.id ?? 0, { files: [], who: "" }]]);
      const files = { ...NO_FILES, byHand };
      expect(uploaded({ ...each, files })).toEqual([]);
    });
  });
});

describe("files that are added", () => {
  const before = withAddedFiles(NO_FILES, [file("a.pdf"), file("b.pdf")]);

  it("are there once for each content", () => {
    const after = withAddedFiles(before, [file("copy of a.pdf", "a"), file("c.pdf")]);
    expect(after.files.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
  });

  it("take the place of a file that has changed, with the decisions about it", () => {
    const [a = "", b = ""] = before.files.map(({ hash }) => hash);
    const decided: ListFiles = {
      ...before,
      byHand: new Map([
        [1, { files: [a], who: "" }],
        [2, { files: [a, b], who: "" }],
        [3, { files: [], who: "" }],
      ]),
      shared: new Set([a]),
      accepted: new Set([proofKey({ row: 1, hash: a }), proofKey({ row: 2, hash: b })]),
    };
    const after = withAddedFiles(decided, [file("a.pdf", "c")], [a]);
    expect(after.files.map(({ hash }) => hash[0])).toEqual(["b", "c"]);
    expect([...after.byHand]).toEqual([
      [2, { files: [b], who: "" }],
      [3, { files: [], who: "" }],
    ]);
    expect(after.shared.size).toBe(0);
    expect([...after.accepted]).toEqual([proofKey({ row: 2, hash: b })]);
    expect(withoutFiles(before, new Set(["z"]))).toBe(before);
  });
});

test("rows with other files aren't duplicates; on the page as on the server", () => {
  const list = withFiles(
    listOfText("Name,Email\nAnna Bach,a@x.org\nCem Dahl,a@x.org\nCem Dahl,a@x.org\n"),
    "Anna Bach.pdf",
  );
  const variables = variablesOf("Hello");
  const of = (one: List) => {
    const sent = withRowFiles(one, filesOfList(one));
    const page = checked(sent, variables);
    const writing = { variables, values: new Map(), limit: 9, files: uploadedFiles(sent) };
    const { csv, ...upload } = uploadOf(sent, page, writing);
    const server = checked(
      listOfUpload({ ...upload, content: new TextEncoder().encode(csv) }),
      variables,
    );
    const shown = (result: typeof page) => result.rows.map(({ reason }) => reason);
    expect(shown(server)).toEqual(shown(page));
    return { page, reasons: shown(page) };
  };
  const asked = of(list);
  expect(asked.reasons).toEqual(["", "Duplicate of row 1", "Duplicate of row 2"]);
  expect(asked.page.repeats).toMatchObject({ names: ["their files"], isOpen: true });
  expect(of({ ...list, repeats: "each" }).reasons).toEqual(["", "", "Duplicate of row 2"]);
});

test("what the page pairs is what the rows of the call name, whatever is skipped, excluded, sorted or split", () => {
  const NAMES = ["Anna", "Ben", "Cem", "Dana", "Eva", "Finn"];
  const row = fc.record({
    name: fc.constantFrom(...NAMES, ""),
    address: fc.constantFrom("a@x.org", "b@x.org", "c@x.org; d@x.org", "e@x.org, f@x.org", "no"),
    state: fc.constantFrom("ready", "by_hand", "already_received", "filtered", "blank"),
  });
  let sent = 0;
  const chosen = fc.record({ at: fc.nat(7), file: fc.nat(5), isNone: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 6 }),
      fc.array(chosen, { maxLength: 3 }),
      fc.constantFrom("send", "skip", undefined),
      fc.constantFrom("each", "cc", null),
      fc.integer({ min: 1, max: 9 }),
      (rows, names, hand, withoutFile, as, limit) => {
        const read = listOfRows(
          ["Name", "Email"],
          rows.map(({ name, address, state }) => (state === "blank" ? ["", ""] : [name, address])),
        );
        const files = names.map((name, at) => file(`${name}.pdf`, "abcdef"[at]));
        const byHand = new Map(
          hand.flatMap(({ at, file: n, isNone }) => {
            const id = read.rows[at]?.id;
            const hash = files[n]?.hash;
            if (id === undefined || hash === undefined) return [];
            return [[id, { files: isNone ? [] : [hash], who: "" }] as const];
          }),
        );
        const marked: List = {
          ...read,
          rows: read.rows.map((one, at) => {
            const { state } = rows[at] ?? {};
            if (state === "filtered") return { ...one, excluded: "filtered" };
            return state === "by_hand" || state === "already_received"
              ? { ...one, skipped: state }
              : one;
          }),
          ...(files.length > 0 && {
            files: { ...NO_FILES, files, byHand, ...(withoutFile && { withoutFile }) },
          }),
        };
        const split =
          as === null ? marked : applyChange(marked, { type: "several", columns: ["Email"], as });
        const found = filesOfList(split);
        const list = filledList(withRowFiles(split, found));
        const page = checked(list, [], { limit });
        const upload = uploadOf(list, page, {
          variables: [],
          values: new Map(),
          limit,
          files: uploadedFiles(list),
        });
        for (const [at, { files: named, skip }] of upload.rows.entries()) {
          const id = list.rows[at]?.id;
          const one = withoutExcluded(split).rows.find((other) => other.id === id);
          const paired = (one && found?.ofRow.get(fileRowOf(one))) ?? [];
          sent += named?.length ?? 0;
          if (skip !== undefined) expect(named).toBeUndefined();
          else expect(named?.map(({ hash }) => hash) ?? []).toEqual(paired.map(({ hash }) => hash));
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(sent).toBeGreaterThan(100);
});

describe("rows of one email", () => {
  const family = listOfText("Email,Child\nm@x.org,Anna Bach\nm@x.org,Tim Bach\ns@x.org,Cem Dahl\n");
  const questionsOf = (list: List, isJoined: boolean) => {
    const { shared, missing } = filesOfList(list, undefined, isJoined)?.questions ?? {};
    return { shared: shared?.length, missing };
  };

  it("may share a file without a question, but not with another email", () => {
    const both = (...rows: number[]) => {
      const byHand = new Map(rows.map((row) => [row, { files: [file("Bach.pdf").hash], who: "" }]));
      return { ...family, files: { ...NO_FILES, files: [file("Bach.pdf")], byHand } };
    };
    expect(questionsOf(both(1, 2), false).shared).toBe(1);
    expect(questionsOf(both(1, 2), true).shared).toBe(0);
    expect(questionsOf(both(1, 2, 3), true).shared).toBe(1);
  });

  it("aren't without a file if another of them has one", () => {
    const list = withFiles(family, "Anna Bach.pdf");
    expect(questionsOf(list, false).missing).toEqual([2, 3]);
    expect(questionsOf(list, true).missing).toEqual([3]);
    const files = { ...(list.files ?? NO_FILES), withoutFile: "skip" as const };
    const decided = { ...list, files };
    const skipped = (isJoined: boolean) =>
      withRowFiles(decided, filesOfList(decided, undefined, isJoined)).rows.map(
        (row) => row.skipped,
      );
    expect(skipped(false)).toEqual([null, "by_hand", "by_hand"]);
    expect(skipped(true)).toEqual([null, null, "by_hand"]);
    const alone = { ...list, rows: list.rows.map((row) => (row.id === 1 ? byHand(row) : row)) };
    expect(questionsOf(alone, true).missing).toEqual([2, 3]);
  });
});
