import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressesInCell } from "../list/severalAddresses.ts";
import { judgeAddress } from "./judge.ts";
import { splitRecipients } from "./list.ts";
import { readMailto } from "./mailto.ts";
import { pastedPeople, pastedText } from "./pasted.ts";
import type { RecipientText } from "./recipients.ts";

const ANN = { to: "ann@example.org", copies: "", subject: "", body: "" };

it.each([
  ["MAILTO:ann@example.org,bo@example.org", { ...ANN, to: "ann@example.org, bo@example.org" }],
  ["mailto:?to=ann%40example.org&subject=A%20b", { ...ANN, subject: "A b" }],
  [
    "mailto:a+b@x.org?subject=1+1&body=One%0D%0ATwo&cc=cy@x.org&amp;BCC=di%40x.org",
    { to: "a+b@x.org", copies: "cy@x.org, di@x.org", subject: "1+1", body: "One\nTwo" },
  ],
  ["mailto:ann@example.org?subject=100%&body=x=y", { ...ANN, subject: "100%", body: "x=y" }],
  [
    "mailto:ann@example.org?subject=100%%20of%20%7B%7BName%7D%7D&body=%E4%20%C3%A4",
    { ...ANN, subject: "100% of {{Name}}", body: "%E4 \u00e4" },
  ],
  [
    "mailto:ann@example.org?subject=A%0D%0ABcc:%20eve@x.org",
    { ...ANN, subject: "A Bcc: eve@x.org" },
  ],
  ["https://example.org/?mailto:x", null],
])("reads %j", (link, found) => expect(readMailto(link)).toEqual(found));

const addressesOf = (pieces: readonly RecipientText[]) =>
  pieces.flatMap(({ address, text }) => address ?? (text.includes("@") ? `not read: ${text}` : []));
const listed = (text: string) => addressesOf(splitRecipients(text));

/** Everything that reads the addresses of a text. */
const READERS: Record<string, (text: string) => string[]> = {
  "a typed list": listed,
  "a paste": (text) => addressesOf(pastedPeople(text)),
  "a paste into a list": (text) => listed(pastedText(text)),
};

describe.each(Object.entries(READERS))("everyone whom a link names is read in %s", (_, read) => {
  const WORDS =
    "subject=Hi%20there|subject=a=b|subject=Q&A|subject=R&amp;D|body=Ask%20eve%40x.org%0Aor%20me".split(
      "|",
    );
  const name = fc.constantFrom(..."ann bo.li cy+1 o'neil d_e".split(" "));
  const person = name.map((one) => `${one}@example.org`);
  const written = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.replace("@", "%40"),
    encodeURIComponent,
  );
  const field = fc.oneof(
    fc.record({ field: fc.constantFrom("to", "cc", "bcc", "Cc"), person, written }),
    fc.record({ words: fc.constantFrom(...WORDS) }),
  );
  const link = fc.record({
    path: fc.array(fc.record({ person, written }), { maxLength: 2 }),
    fields: fc.array(field, { maxLength: 4 }),
    and: fc.constantFrom("&", "&amp;"),
  });
  const around = fc.constantFrom(
    ["", ""],
    ["<", ">"],
    ["(", ")"],
    ["Write to ", "."],
    ["zoe@example.org, ", "; yan@example.org"],
    ["Ann Good <", ">"],
  );

  it("wherever it is, and no one else is", () =>
    fc.assert(
      fc.property(link, around, ({ path, fields, and }, [before = "", after = ""]) => {
        const people = path.map((one) => one.written(one.person)).join(",");
        const query = fields
          .map((one) => ("words" in one ? one.words : `${one.field}=${one.written(one.person)}`))
          .join(and);
        const text = `${before}mailto:${people}${query && "?"}${query}${after}`;
        const named = [...path, ...fields].flatMap((one) => ("person" in one ? one.person : []));
        const beside = `${before} ${after}`.match(/\w+@\w+\.org/g) ?? [];
        expect(new Set(read(text))).toEqual(new Set([...named, ...beside]));
      }),
      { seed: 20_260_101, numRuns: 2_000 },
    ));

  it.each([
    "ann@example.org?cc=bo@example.org",
    "mailto:ann@example.org?subject=x;bo@example.org",
    "mailto:ann@example.org?subject=x,mailto:bo@example.org?body=y",
    "mailto:ann@example.org?subject=x&bo@example.org",
    "ann@[IPv6:2001:db8::1], bo@example.org",
  ])("in %s", (text) =>
    expect(read(text).map((address) => address.split("@")[0])).toEqual(["ann", "bo"]),
  );
});

it("a cell has the address of its link, or the several", () => {
  const alone = [
    "mailto:ann%40example.org",
    "<mailto:?to=ann@example.org&subject=Hi>",
    "mailto:ann@example.org?subject=Q&A",
    "mailto:ann@example.org?subject=R&amp;D",
    "mailto:ann@example.org?subject=Hi, a; b",
    "ann@example.org?subject=Hi there",
    "<ann@example.org?subject=Q&A>",
    "Ann <mailto:ann@example.org?subject=Hello World>",
  ];
  for (const link of alone)
    expect(judgeAddress(link), link).toMatchObject({ recipient: { address: "ann@example.org" } });
  const link = "mailto:?to=ann%40example.org&cc=bo%40example.org";
  expect(addressesOf(addressesInCell(link))).toEqual(["ann@example.org", "bo@example.org"]);
  const refused = { recipient: null, fault: "there's more than one @", repair: null };
  expect(judgeAddress(link)).toMatchObject(refused);
});
