import fc from "fast-check";
import { expect, test } from "vitest";
import type { Variable } from "../contract/templates.ts";
import { addressKey, parseRecipient } from "../recipients/recipients.ts";
import { checked, listOfRows, variablesOf } from "../testing/csvCheck.ts";
import { elsewhereOf } from "../testing/others.ts";
import { applyChange, type ListChange } from "./change.ts";
import { filledList, type List, textIn } from "./list.ts";
import { severalQuestion } from "./severalQuestion.ts";
import { listOfUpload, uploadOf } from "./upload.ts";

/** As written, valid or not; families share mailboxes within rows, across them and columns. */
const PIECES = [
  "a@x.org",
  "A@X.org",
  "Ann <a@x.org>",
  "b@x.org",
  '"Li, Bo" <b@x.org>',
  "c@y.org",
  "d@bücher.de",
  "d@xn--bcher-kva.de",
  "e@z.org",
  "f@z.org",
  "g@@z",
  "h@z",
];
const SEPARATORS = [", ", "; ", "\n", " ::: ", " "];
const HEADERS = ["Email", "Second", "Third", "Name"];

const cell = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.constantFrom("", " ", "none", "-") },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...SEPARATORS),
      )
      .map(([pieces, separator]) => pieces.join(separator)),
  },
);
const family = fc.record({
  cells: fc.tuple(cell, cell, cell),
  name: fc.constantFrom("Mia", "Ben", "Zoe"),
  isSkipped: fc.boolean(),
});
const sends = fc.record({
  families: fc.array(family, { minLength: 1, maxLength: 8 }),
  columns: fc.integer({ min: 1, max: 3 }),
  out: fc.subarray(["a@x.org", "b@x.org", "c@y.org", "e@z.org"]),
  isOutFirst: fc.boolean(),
  body: fc.constantFrom("", "{{Name}}"),
  isEach: fc.boolean(),
  cc: fc.constantFrom("", "all@w.org"),
});

/** The mailboxes of a text, found without the code under test: no piece is part of another's. */
function mailboxesIn(text: string): string[] {
  let left = text;
  const found: string[] = [];
  for (const piece of PIECES.toSorted((one, other) => other.length - one.length)) {
    if (!left.includes(piece)) continue;
    left = left.split(piece).join("\u0000");
    const address = parseRecipient(piece)?.address;
    if (address !== undefined) found.push(addressKey(address));
  }
  return [...new Set(found)];
}

type Sends = typeof sends extends fc.Arbitrary<infer One> ? One : never;

function listFor({ families, columns, out, isOutFirst, isEach }: Sends, as: "each" | "cc"): List {
  const own = HEADERS.slice(0, columns);
  const skips = families.flatMap(({ isSkipped }, index) => (isSkipped ? index + 1 : []));
  const skipOthers: ListChange = {
    type: "skipOthers",
    others: elsewhereOf(...out),
  };
  const decide: ListChange = { type: "several", columns: own, as };
  const changes: ListChange[] = [
    { type: "skip", ids: skips, as: "by_hand" },
    ...(isOutFirst ? [skipOthers, decide] : [decide, skipOthers]),
    { type: "repeats", repeats: isEach ? "each" : "first" },
  ];
  const rows = families.map(({ cells, name }) => [...cells, name]);
  return changes.reduce(applyChange, listOfRows(HEADERS, rows));
}

/** What the page sends, checked again by the server: the same rows, with the same outcome. */
function delivered(list: List, variables: readonly Variable[], cc: string) {
  const filled = filledList(list);
  if (filled.rows.length === 0) return [];
  const page = checked(filled, variables, { copies: { cc, bcc: "" } });
  const { csv, ...upload } = uploadOf(filled, page, {
    variables,
    values: new Map(),
    limit: 10_000,
    cc,
  });
  const read = listOfUpload({ ...upload, content: new TextEncoder().encode(csv) });
  const copies = { cc: list.several?.as === "cc" ? "" : cc, bcc: "" };
  const server = checked(read, variables, { copies });
  const outcome = ({ rows }: typeof page) =>
    rows.map(({ n, line, address, name, verdict, values, copies: sent }, index) =>
      filled.rows[index]?.skipped === "by_hand"
        ? { n, line, verdict }
        : { n, line, address, name, verdict, values, copies: sent },
    );
  expect(outcome(server)).toEqual(outcome(page));
  return server.rows.flatMap(({ verdict, address, copies: sent, line, values }) => {
    if (verdict !== "ready" || address === null) return [];
    const people = [address, ...(sent?.cc ?? []).map((one) => one.address)].map(addressKey);
    return [{ line, values: values.join(), people }];
  });
}

/** By line: who of a row may be written to. */
function wanted({ families, columns, out }: Sends): Map<number, string[]> {
  return new Map(
    families.map(({ cells, isSkipped }, index) => [
      index + 2,
      isSkipped
        ? []
        : [...new Set(cells.slice(0, columns).flatMap(mailboxesIn))].filter(
            (key) => !out.includes(key),
          ),
    ]),
  );
}

const EVERYONE = addressKey("all@w.org");

test.each(["each", "cc"] as const)(
  "no email is lost or doubled, and no one who may be written to is missed: %s",
  (as) => {
    fc.assert(
      fc.property(sends, (given) => {
        const variables = variablesOf(given.body);
        const emails = delivered(listFor(given, as), variables, given.cc);
        const all = wanted(given);
        const byPerson = new Map<string, { lines: (number | null)[]; values: string[] }>();
        for (const { line, values, people } of emails) {
          // No one is in one email twice, and each has the copies of the send.
          expect(new Set(people).size).toBe(people.length);
          if (given.cc !== "") expect(people).toContain(EVERYONE);
          const own = people.filter((key) => key !== EVERYONE);
          if (as === "each") expect(own).toHaveLength(1);
          for (const key of own) {
            expect(all.get(line ?? 0)).toContain(key);
            const known = byPerson.get(key) ?? { lines: [], values: [] };
            byPerson.set(key, { lines: [...known.lines, line], values: [...known.values, values] });
          }
        }
        const everyone = new Set([...all.values()].flat());
        expect(new Set(byPerson.keys())).toEqual(everyone);
        for (const [key, { lines, values }] of byPerson) {
          const own = [...all].filter(([, keys]) => keys.includes(key)).map(([line]) => line);
          const texts = own.map((line) =>
            variables.length === 0 ? "" : (given.families[line - 2]?.name ?? ""),
          );
          // Everyone gets each of their texts once, or only the first.
          expect(values.toSorted()).toEqual(given.isEach ? [...new Set(texts)].sort() : [texts[0]]);
          expect(new Set(lines).size).toBe(lines.length);
        }
      }),
      { numRuns: 400 },
    );
  },
);

test("splitting and joining brings back the list, with the same question", () => {
  fc.assert(
    fc.property(sends, (given) => {
      const before = listOfRows(
        HEADERS,
        given.families.map(({ cells, name }) => [...cells, name]),
      );
      const columns = HEADERS.slice(0, given.columns);
      const open = applyChange(before, { type: "several", columns, as: null });
      const split = applyChange(open, { type: "several", columns, as: "each" });
      expect(severalQuestion(split, [])?.isOpen ?? false).toBe(false);
      expect(new Set(split.rows.map(({ id }) => id)).size).toBe(split.rows.length);
      const joined = applyChange(split, { type: "several", columns, as: null });
      expect(joined.rows).toEqual(open.rows);
      expect(severalQuestion(joined, [])).toEqual(severalQuestion(open, []));
      // An email to each and one with copies are for the same people.
      const people = (list: List) =>
        list.rows.flatMap((row) => mailboxesIn(textIn(list, row, "Email")));
      expect(people(split)).toEqual(expect.arrayContaining(people(joined)));
    }),
    { numRuns: 300 },
  );
});
