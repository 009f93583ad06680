import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formats } from "../testing/csvCheck.ts";
import { checkOnPage, findMismatch } from "./belonging.ts";
import { applyChange } from "./change.ts";
import { filterBy } from "./filters.ts";
import { type List, NO_MAPPING, newRow } from "./list.ts";
import { emptyList } from "./read.ts";
import { sortBy } from "./sort.ts";

const FIRST =
  "Anna Bernd Chiara Dmitri Elif Fatima Goran Hannah Ivo Jürgen Karolína Lars Mehmet Noémie Olga Pål".split(
    " ",
  );
const LAST =
  "Müller Öztürk Novák Weiß García Søndergaard Łukasik O'Brien Bauer Kovács Dupont Rossi Berg Ahmed Sato Yıldız Fuchs".split(
    " ",
  );

/** So many people with different names, and the address that each would have. */
function people(
  count: number,
  style: (first: string, last: string) => string = (a, b) => `${a}.${b}`,
) {
  return Array.from({ length: count }, (_, index) => {
    const first = FIRST[index % FIRST.length] ?? "";
    const last = LAST[(index * 5 + Math.floor(index / FIRST.length)) % LAST.length] ?? "";
    return { first, last, email: `${ascii(style(first, last))}@example.org` };
  });
}

function ascii(text: string): string {
  const spelled = text
    .toLowerCase()
    .replace(/ä/g, "ae")
    .replace(/ö/g, "oe")
    .replace(/ü/g, "ue")
    .replace(/ß/g, "ss");
  return spelled
    .replace(/ø/g, "o")
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .normalize("NFD")
    .replace(/[^a-z.]/g, "");
}

function listOf(columns: readonly string[], rows: readonly (readonly string[])[]): List {
  const list = { ...emptyList(), columns };
  const filled = rows.map((cells, index) => newRow(index + 1, cells, index + 2));
  return {
    ...list,
    rows: filled,
    lastId: rows.length,
    mapping: { ...list.mapping, address: "Email" },
  };
}

const checking = { ...formats, variables: [], values: new Map<string, string>(), limit: 100 };

/** Names and addresses side by side. */
function sideBySide(names: readonly string[], emails: readonly string[], header = "Name"): List {
  return listOf(
    [header, "Email"],
    names.map((name, index) => [name, emails[index] ?? ""]),
  );
}

const whole = people(40).map(({ first, last }) => `${first} ${last}`);
const emails = people(40).map(({ email }) => email);

/** The texts with those from an index on moved down, and a blank in between. */
function lower(texts: readonly string[], from: number, by: number): string[] {
  return [...texts.slice(0, from), ...Array<string>(by).fill(""), ...texts.slice(from)].slice(
    0,
    texts.length,
  );
}

describe("names that belong to other rows", () => {
  it.each([1, 2, 3])("are found if they are %i rows too low from a row on", (by) => {
    const found = findMismatch(sideBySide(lower(whole, 13, by), emails));
    expect(found).toMatchObject({ column: "Name", off: by, from: 14 + by, to: 40, isToEnd: true });
    expect(found?.examples).toHaveLength(3);
    expect(found?.examples[0]).toEqual({
      row: 14 + by,
      name: whole[13],
      address: emails[13 + by],
      fits: emails[13],
    });
  });

  it("are numbered as the table numbers its rows, unless it shows others or another order", () => {
    const list = sideBySide(lower(whole, 13, 1), emails);
    const isMoved = (shown: List) => findMismatch(shown)?.isMoved;
    expect(isMoved(list)).toBe(false);
    expect(
      isMoved(
        applyChange(list, { type: "order", ids: list.rows.map(({ id }) => id).toReversed() }),
      ),
    ).toBe(true);
    expect(isMoved(applyChange(list, { type: "filter", ids: [list.rows[30]?.id ?? 0] }))).toBe(
      true,
    );
  });

  it.each([1, 2, 3])("are found if they are %i rows too high", (by) => {
    const found = findMismatch(
      sideBySide([...whole.slice(by), ...Array<string>(by).fill("")], emails),
    );
    expect(found).toMatchObject({ off: -by, from: 1, to: 40 - by, isToEnd: false });
  });

  it("are found in a part of the list, and the part is named", () => {
    const names = [...whole.slice(0, 10), "", ...whole.slice(10, 24), ...whole.slice(25)];
    expect(findMismatch(sideBySide(names, emails))).toMatchObject({
      off: 1,
      from: 12,
      to: 25,
      isToEnd: false,
    });
  });

  it("are found if the column was sorted alone", () => {
    const found = findMismatch(sideBySide(whole.toSorted(), emails));
    expect(found).toMatchObject({ off: null });
    for (const { row, name, fits } of found?.examples ?? []) {
      expect(whole.toSorted()[row - 1]).toBe(name);
      expect(fits).toContain(ascii(name.split(" ")[1] ?? ""));
    }
  });

  it("are found in the whole list as it was read, sorted or filtered, until someone says that it is right", () => {
    const list = sideBySide(lower(whole, 13, 1), emails);
    const found = findMismatch(list);
    const mismatchOf = (one: List) => checkOnPage(one, checking).mismatch;
    expect(mismatchOf(applyChange(list, sortBy(list, "Email", true)))).toEqual({
      ...found,
      isMoved: true,
    });
    const filtered = applyChange(
      list,
      filterBy(list, { header: "Name", test: "contains", value: "Anna" }),
    );
    expect(mismatchOf(filtered)).toEqual({ ...found, isMoved: true });
    expect(mismatchOf(applyChange(filtered, { type: "belongs" }))).toBeNull();
  });

  it("are found in a column of last names beside one of first names that fits", () => {
    const all = people(30, (first, last) => `${first[0]}.${last}`);
    const last = lower(
      all.map((one) => one.last),
      5,
      1,
    );
    const rows = all.map(({ first, email }, index) => [first, last[index] ?? "", email]);
    expect(findMismatch(listOf(["First Name", "Last Name", "Email"], rows))).toMatchObject({
      column: "Last Name",
      off: 1,
      from: 7,
    });
  });
});

/** A name that shares no word with another number's, and its address. */
function stranger(index: number) {
  const code = `${"abcdefghij"[Math.floor(index / 10)]}${"abcdefghij"[index % 10]}`;
  return { name: `${code}ora ${code}vel`, email: `${code}ora.${code}vel@example.org` };
}

const strangers = Array.from({ length: 42 }, (_, index) => stranger(index));

/**
 * The first so many rows as they are, and the names of the others ten rows further, the last ones
 * first.
 */
function partlySorted(right: number, count: number): List {
  const others = count - right;
  const own = strangers.slice(0, count);
  const names = own.map(({ name }, row) =>
    row < right ? name : (own[right + ((row - right + 10) % others)]?.name ?? ""),
  );
  return sideBySide(
    names,
    own.map(({ email }) => email),
  );
}

/**
 * The first so many rows of a list whose names are one row too low from row 4 on; row 4 has none.
 */
function firstRows(count: number): List {
  return sideBySide(lower(whole, 3, 1).slice(0, count), emails);
}

/** Names of which the first so many are one row too high. */
function beginning(count: number): List {
  const names = strangers.map(({ name }) => name);
  return sideBySide(
    [...names.slice(1, count + 1), "", ...names.slice(count + 1)],
    strangers.map(({ email }) => email),
  );
}

/**
 * Names that are one row too low from row 21 on, of which some fit the address beside them as well.
 */
function shiftedWithFamilies(families: number): List {
  const addresses = strangers.slice(0, 40).map(({ email }, row) => {
    const isFamily = row >= 25 && row < 25 + families;
    return isFamily ? `${strangers[row - 1]?.email.split("@")[0]}.${email}` : email;
  });
  return sideBySide(
    lower(
      strangers.slice(0, 40).map(({ name }) => name),
      20,
      1,
    ),
    addresses,
  );
}

/**
 * Names that are one row too low in the last 22 rows, where so many addresses belong to no one in
 * the list.
 */
function shiftedAmongOthers(others: number): List {
  const names = lower(
    strangers.map(({ name }) => name),
    19,
    1,
  );
  // The address above a name is that of its person.
  const addresses = strangers.map(({ email }, row) =>
    row >= 20 && row < 20 + others ? `zzz${"q".repeat(row)}@b.co` : email,
  );
  return sideBySide(names, addresses);
}

/**
 * Twice so many people, half of them Bauers, each name beside the address of someone else, except
 * the first. A Bauer's first name has one more owner, so only the last name says whose row is
 * meant.
 */
function bauers(count: number): List {
  const half = strangers.slice(0, count).map(({ name }) => name.split(" ") as [string, string]);
  const emailsOfBauers = half.map(([first]) => `${first}.bauer@example.org`);
  const emailsOfOthers = half.map(([first, last]) => `${first}.${last}@example.org`);
  const other = (index: number) => half[(index + 7) % count] ?? half[0];
  const namesBesideBauers = half.map(
    (own, index) => (index === 0 ? own : other(index))?.join(" ") ?? "",
  );
  const namesBesideOthers = half.map((_, index) => `${other(index)?.[0]} Bauer`);
  return sideBySide(
    [...namesBesideBauers, ...namesBesideOthers],
    [...emailsOfBauers, ...emailsOfOthers],
  );
}

describe("the least that raises the question about names", () => {
  const table: [what: string, just: List, lacking: List][] = [
    [
      "six rows off",
      sideBySide(lower(whole, 33, 1), emails),
      sideBySide(lower(whole, 34, 1), emails),
    ],
    ["six rows off at the beginning", beginning(6), beginning(5)],
    ["20 rows with a name", firstRows(21), firstRows(20)],
    [
      "at least half of the moved rows fit elsewhere",
      shiftedAmongOthers(11),
      shiftedAmongOthers(12),
    ],
    [
      "at most a quarter of the moved rows fits as it is",
      shiftedWithFamilies(4),
      shiftedWithFamilies(5),
    ],
    [
      "at most a quarter of the sorted rows fits as it is",
      partlySorted(10, 40),
      partlySorted(11, 40),
    ],
    ["at most 20 rows share the word that tells", bauers(20), bauers(21)],
  ];

  it.each(table)("is reached, and missed by one: %s", (_what, just, lacking) => {
    expect(findMismatch(just)).not.toBeNull();
    expect(findMismatch(lacking)).toBeNull();
  });
});

describe("the examples of names that belong to other rows", () => {
  it("leave out rows that fit as they are", () => {
    const names = lower(
      strangers.map(({ name }) => name),
      20,
      1,
    );
    // The names of rows 23 and 24 fit the addresses beside them and above them.
    const both = strangers.map(({ email }, row) =>
      row === 22 || row === 23 ? `${strangers[row - 1]?.email.split("@")[0]}.${email}` : email,
    );
    const { examples = [] } = findMismatch(sideBySide(names, both)) ?? {};
    expect(examples.map(({ row, fits }) => [row, both.indexOf(fits) + 1])).toEqual([
      [22, 21],
      [25, 24],
      [26, 25],
    ]);
  });

  it("have names with umlauts whose addresses are spelled without them", () => {
    const code = (index: number) => "abcdefghijklmnopqrst"[index] ?? "";
    const rows = Array.from({ length: 20 }, (_, index) => index);
    const names = rows.map((index) =>
      index === 0 ? "" : `Mü${code(index - 1)}ö Kü${code(index - 1)}hn`,
    );
    const plain = rows.map((index) => `mu${code(index)}o@example.org`);
    expect(
      findMismatch(sideBySide([...names, "Mütö"], [...plain, "other@example.org"])),
    ).toMatchObject({ off: 1 });
  });

  it("aren't prevented by names of which two letters are in the address", () => {
    const names = strangers.map((_, index) => `Zoe ${strangers[(index + 10) % 42]?.name}`);
    const zora = strangers.map(({ email }) => `zora.${email}`);
    expect(findMismatch(sideBySide(names, zora))).toMatchObject({ off: null });
  });
});

describe("an honest list", () => {
  const shuffled = (texts: readonly string[]) =>
    texts.toSorted((a, b) => ascii(a).localeCompare(ascii(b)));
  const honest: [string, List][] = [
    ["whole names", sideBySide(whole, emails)],
    ["names in another order", sideBySide(shuffled(whole), shuffled(emails))],
    [
      "numbered addresses",
      sideBySide(
        whole,
        whole.map((_, index) => `attendee${index}@example.org`),
      ),
    ],
    [
      "role addresses",
      sideBySide(
        whole,
        whole.map((_, index) => `info@firm${index}.example`),
      ),
    ],
    [
      "nicknames",
      sideBySide(
        whole,
        whole.map((_, index) => `sunny${"abcdefghij"[index % 10]}cat@example.org`),
      ),
    ],
    [
      "initials",
      sideBySide(
        whole,
        people(40, (a, b) => `${a[0]}${b[0]}`).map(({ email }) => email),
      ),
    ],
    [
      "families: children and the address of a parent",
      sideBySide(
        people(40).map(({ first }, index) => `${first} ${LAST[Math.floor(index / 3)]}`),
        Array.from(
          { length: 40 },
          (_, index) => `familie.${ascii(LAST[Math.floor(index / 3)] ?? "")}@example.org`,
        ),
      ),
    ],
    [
      "Japanese, Greek and Cyrillic names",
      sideBySide(
        whole.map(
          (_, index) => ["山田太郎", "Γιώργος Παπαδόπουλος", "Дмитрий Иванов"][index % 3] ?? "",
        ),
        whole.map(
          (_, index) => `${["yamada", "papadopoulos", "ivanov"][index % 3]}${index}@example.org`,
        ),
      ),
    ],
    [
      "blank names",
      sideBySide(
        whole.map(() => ""),
        emails,
      ),
    ],
    [
      "one name for all",
      sideBySide(
        whole.map(() => "Anna Bauer"),
        emails,
      ),
    ],
    [
      "a partner's name in a column of its own",
      listOf(
        ["Name", "Partner", "Email"],
        whole.map((name, index) => [name, whole[(index + 1) % 40] ?? "", emails[index] ?? ""]),
      ),
    ],
    ["too few rows", sideBySide(lower(whole, 3, 1).slice(0, 19), emails.slice(0, 19))],
    ["no column of addresses", { ...sideBySide(whole, emails), mapping: NO_MAPPING }],
    ["no column of names", sideBySide(lower(whole, 13, 1), emails, "City")],
  ];

  it.each(honest)("raises no question: %s", (_what, list) => {
    expect(findMismatch(list)).toBeNull();
  });

  it("raises no alarm in any order or style of addresses", () => {
    const styles = [
      (a: string, b: string) => `${a}.${b}`,
      (a: string, b: string) => `${b}${a[0]}`,
      (a: string) => a,
      (_: string, b: string) => b,
      (_: string, __: string) => "post",
    ];
    const person = fc.tuple(
      fc.constantFrom(...FIRST),
      fc.constantFrom(...LAST),
      fc.constantFrom(...styles),
    );
    void fc.assert(
      fc.property(fc.array(person, { minLength: 20, maxLength: 200 }), (rows) => {
        const names = rows.map(([first, last]) => `${first} ${last}`);
        const own = rows.map(([first, last, style]) => `${ascii(style(first, last))}@example.org`);
        expect(findMismatch(sideBySide(names, own))).toBeNull();
      }),
    );
  });
});
