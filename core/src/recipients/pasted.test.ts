import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASTES } from "../testing/pastes.ts";
import { repairedRecipient } from "./faults.ts";
import { fitsAddress } from "./likeName.ts";
import { splitRecipients } from "./list.ts";
import { linesWithoutAddress, pastedPeople, pastedText } from "./pasted.ts";
import { formatRecipient, type RecipientText } from "./recipients.ts";

const peopleIn = (pieces: readonly RecipientText[]) =>
  pieces.flatMap(({ address, name }) =>
    address === null ? [] : formatRecipient({ address, name }),
  );
const typosIn = (pieces: readonly RecipientText[]) =>
  pieces.flatMap(({ address, text }) =>
    address === null ? [[text, repairedRecipient(text)] as const] : [],
  );

describe("a pasted text", () => {
  it.each(PASTES)("has its people and typos: $what", ({ text, people, typos = [] }) => {
    const pieces = pastedPeople(text);
    expect(peopleIn(pieces)).toEqual(people);
    expect(typosIn(pieces)).toEqual(typos);
  });

  it.each(PASTES)("is the same people when a field of addresses reads it: $what", (paste) => {
    const { text, people, typos = [] } = paste;
    const written = pastedText(text);
    if (people.length + typos.length === 0) {
      expect(written).toBe(text);
      return;
    }
    const pieces = splitRecipients(written);
    expect(peopleIn(pieces)).toEqual(people);
    expect(typosIn(pieces).map(([, repair]) => repair)).toEqual(typos.map(([, repair]) => repair));
    // Pasted again, nothing changes.
    expect(pastedText(written)).toBe(written);
  });

  it("takes no end of a cell in a sheet for the address of someone else", () => {
    const of = (cell: string) => pastedPeople(`Name\tEmail\nAnn Good\t${cell}\nBo\tbo@x.org`)[0];
    expect(of("ann good@example.org")).toMatchObject({
      text: "ann good@example.org",
      address: null,
    });
    expect(of("ann.m. good@example.org")?.address).toBeNull();
    for (const cell of ["ann ann.good@example.org", "Ann Good ann@example.org", "Ann <a@x.org>"])
      expect(of(cell)?.address).toMatch(/^a/);
  });

  it("takes no part of another address in a cell for a name", () => {
    const people = pastedPeople("joann@x.org, Ann <ann@x.org>\t1");
    expect(people.map(({ name }) => name)).toEqual(["", "Ann"]);
  });

  it.each([
    ["Dear Ursula von der Leyen <u@x.org>", "Ursula von der Leyen"],
    ["Dear von der Leyen <u@x.org>", ""],
    ["Ludwig von Mises, mises@x.org", "Ludwig von Mises"],
    ["Ludwig von Mises (lmises@x.org)", "Ludwig von Mises"],
    ["Dear Hermann zur Linden <h@x.org>", "Hermann zur Linden"],
    ["Dear Hanna vom Berg <h@x.org>", "Hanna vom Berg"],
    ["Dear Dirk te Riele <d@x.org>", "Dirk te Riele"],
    ["Dear Sophie in 't Veld <s@x.org>", "Sophie in 't Veld"],
    ["Dear Karl von und zu Berg <k@x.org>", "Karl von und zu Berg"],
    ["Dear Ylva ov Riks <y@x.org>", ""],
    ["please write to Ann <ann@x.org>", "Ann"],
    ["10:15 Amy Good <amy@x.org>", "Amy Good"],
    ["10:15 pm Hatice Ak <hatice@x.org>", "Hatice Ak"],
    ["*Ann Good* <ann@x.org>", "Ann Good"],
    ["_Ann Good_ ann@x.org", "Ann Good"],
    ["[Ann Good](mailto:ann@x.org?subject=Hi)", "Ann Good"],
    ["please ask Bob and Ann Good <ann@x.org>", "Ann Good"],
    ["Email von Ann Good (ann@x.org)", "Ann Good"],
    ["Nachricht von Ann Good (ann@x.org)", "Ann Good"],
    ["Jimmy Page, jimmy.page@x.org", "Jimmy Page"],
    ["Mark Read: mread@x.org", "Mark Read"],
    ["An Jansen (an.jansen@x.org)", "An Jansen"],
    ["Anna An (anna.an@x.org)", "Anna An"],
    ["Paget Page (paget.page@x.org)", "Paget Page"],
    ["tom.to@x.org (Tom To)", "Tom To"],
    ["To Tom, tom.to@x.org", "To Tom"],
    ["Page Page, page.page@x.org", ""],
    ["steve.jobs@x.org (Steve Jobs)", "Steve Jobs"],
    ["Thomas More, tmore@x.org", "Thomas More"],
    ["Rosa Link, rlink@x.org", "Rosa Link"],
    ["Steve Jobs (s@x.org)", ""],
    ["Jobs, jobs@x.org", ""],
    ["Acme Jobs, jobs@x.org", ""],
    ["Read More, read@x.org", ""],
    ["Johnnie K. To (j@x.org)", "Johnnie K. To"],
    ["Facebook Page: page@x.org", ""],
    ["Care Home (home@x.org)", ""],
    ["Best, Ann\nann@x.org", ""],
    ["Acme Support, acme.support@x.org", ""],
  ])("reads a name whatever small words it has: %s", (text, name) => {
    expect(pastedPeople(text).map((person) => person.name)).toEqual([name]);
  });

  it.each([
    ["Ann Good\nagood@x.org\nBo Lee\nblee@x.org\nCat Moe", ["Ann Good", "Bo Lee"]],
    ["Participants\nAnn Good\nann.good@x.org\nBo Lee\nblee@x.org", ["Ann Good", "Bo Lee"]],
    ["Ruth Good\nruth@x.org\nAnn Roth ann@x.org", ["", "Ann Roth"]],
  ])("reads a name above an address made of its words: %j", (text, names) => {
    expect(pastedPeople(text).map((person) => person.name)).toEqual(names);
  });

  it.each([
    ["Müller & Sohn", "_info@x.com"],
    ["Anna – Sales", "sal-@x.com"],
    ["Anna & Bo", "x..y@x.com"],
  ])("has no name that shares only a gap with an address: %s, %s", (name, address) => {
    expect(fitsAddress(name, address)).toBe(false);
  });

  const name = fc.constantFrom(
    ...[
      "",
      "Ann Good",
      "Good, Ann",
      "O'Neil",
      "山田 太郎",
      "ann good",
      "Class 4b",
      "Ann & Bo",
      "a@b",
    ],
  );
  const item = fc.constantFrom("", "Ruth Weiß", "Li, Bo", "Ann");
  const mark = fc.constantFrom("", "- ", "• ", "3. ");
  const between = fc.constantFrom(" ", ", ", ": ", " – ");

  it("gives no address the name of another line of a list, in any order", () => {
    const alone = fc.record({ name: item, isAddress: fc.boolean(), mark });
    fc.assert(
      fc.property(fc.array(alone), fc.nat(9), mark, between, (items, place, ...[sign, gap]) => {
        const lines = items.map(({ name, isAddress, mark }, at) =>
          isAddress
            ? { text: `${mark}k${at}@x.org`, people: [`k${at}@x.org`], names: [] }
            : { text: mark + name, people: [], names: name === "" ? [] : [name] },
        );
        const text = `${sign}Cy Roth${gap}q@x.org`;
        const listed = lines.toSpliced(place, 0, {
          text,
          people: ["Cy Roth <q@x.org>"],
          names: [],
        });
        const pasted = listed.map((line) => line.text).join("\n");
        expect(peopleIn(pastedPeople(pasted))).toEqual(listed.flatMap(({ people }) => people));
        expect(linesWithoutAddress(pasted)).toEqual(listed.flatMap(({ names }) => names));
      }),
    );
  });

  it.each([
    ["ann@x.org\nRuth Weiß\nbo@x.org\nLi Roth", ["ann@x.org", "bo@x.org"]],
    ["Ruth Weiß\nann77@x.org\nLi Roth\nAnna Good\nbo@x.org", ["ann77@x.org", "bo@x.org"]],
    ["Ruth Weiß\na@x.org\nLi Roth\n<b@x.org>", ["Ruth Weiß <a@x.org>", "Li Roth <b@x.org>"]],
    ["Name: Ruth Weiß\na@x.org, b@x.org\nc@x.org", ["a@x.org", "b@x.org", "c@x.org"]],
    ["From: Ruth Weiß\nSent: Monday\nTo: bo@x.org", ["bo@x.org"]],
    ["Li Roth <l@x.org>\nRuth Weiß\nruth.weiß@x.org", ["Li Roth <l@x.org>"]],
    [
      "Li Roth <l@x.org>\nRuth Good\nruth.good@x.org",
      ["Li Roth <l@x.org>", "Ruth Good <ruth.good@x.org>"],
    ],
    ["Li Roth <l@x.org>\nRuth Good\nruth@x.org", ["Li Roth <l@x.org>", "ruth@x.org"]],
  ])("takes names above their addresses only in pairs: %j", (text, people) => {
    expect(peopleIn(pastedPeople(text))).toEqual(people);
  });

  it.each([
    ["Name\tEmail\nAnn\ta@x.org\nRuth Weiß\t", ["Ruth Weiß"]],
    ["Kind regards,\n\nRuth Weiß\nAnn Good\n+1 555\nE: b@x.org", ["Ruth Weiß", "Ann Good"]],
    ["1. ruth, no email yet\n2. b@x.org", ["ruth, no email yet"]],
    ["Ruth Weiß\n<a@x.org>", []],
    ["Name: Ruth Weiß\nEmail: a@x.org", []],
  ])("names the lines without an address: %j", (text, lines) => {
    expect(linesWithoutAddress(text)).toEqual(lines);
  });

  const address = fc
    .emailAddress()
    .filter((one) => one.length < 60 && /^[\w.]+@/.test(one) && !one.includes("=?"));

  it("has everyone of a well-written list, with their names, with any separators", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ address, name }), { minLength: 1 }),
        fc.constantFrom(", ", "; ", ";", "\n", "\r\n", ",\n"),
        (people, separator) => {
          const texts = people.map(formatRecipient);
          expect(pastedPeople(texts.join(separator)).map(({ address }) => address)).toEqual(
            people.map((one) => one.address),
          );
        },
      ),
    );
  });
});
