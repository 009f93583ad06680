import { pastedPeople } from "@sendwright/core/recipients/pasted";
import { formatRecipient } from "@sendwright/core/recipients/recipients";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pastedLines } from "./linkedPeople.ts";

const pasted = (html: string, plain: string) =>
  pastedLines({ getData: (type) => (type === "text/html" ? html : plain) });
const peopleOf = (html: string, plain: string) =>
  pastedPeople(pasted(html, plain)).map(({ address, name, text }) =>
    address === null ? text : formatRecipient({ address, name }),
  );
const link = (text: string, to: string) => `<a href="mailto:${to}">${text}</a>`;

it.each([
  [
    "in a list",
    `<ul><li>${link("Birgit Öztürk", "b@x.org")}</li><li>joerg@x.org</li></ul>`,
    "• Birgit Öztürk\n• joerg@x.org",
    ["Birgit Öztürk <b@x.org>", "joerg@x.org"],
  ],
  [
    "with last names first, in a line",
    `${link("Good, Ann", "a%40x.org?subject=Hi")}; ${link("Bo", "bo@x.org")}`,
    "Good, Ann; Bo",
    ['"Good, Ann" <a@x.org>', "Bo <bo@x.org>"],
  ],
  [
    "behind the same words",
    `<title>Ann</title><p>Ann Roth: j@x.org<p>Ann<p>${link("<b>An</b>n", "a@x.org")}`,
    "Ann Roth: j@x.org\n\nAnn\n\nAnn",
    ["Ann Roth <j@x.org>", "Ann <a@x.org>"],
  ],
  [
    "that names no one",
    `Ann Good (${link("Email", "a@x.org")})`,
    "Ann Good (Email)",
    ["Ann Good <a@x.org>"],
  ],
  [
    "to several people",
    link("Ann Good", "a@x.org,b@x.org?cc=c@x.org"),
    "Ann Good",
    ["a@x.org", "b@x.org", "c@x.org"],
  ],
  ["that shows another address", link("ann@x.org", "b@x.org"), "ann@x.org", ["ann@x.org"]],
  ["whose address is there", `${link("ann@x.org", "ann@x.org")}`, "ann@x.org", ["ann@x.org"]],
  ["with a typo", link("Ann Good", "ann@example"), "Ann Good", ["Ann Good <ann@example>"]],
  [
    "that the text doesn't have",
    `${link("<img>", "a@x.org")} ${link("Bo", "b@x.org")}`,
    "BO",
    ["a@x.org", "Bo <b@x.org>"],
  ],
])("takes the address of a link %s", (_, html, plain, people) => {
  expect(peopleOf(html, plain)).toEqual(people);
});

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}`).join("")}`;

it.each([
  [
    "a column behind their names",
    row("Name", "Room") +
      row(link("Ann Good", "a@x.org"), "1") +
      row("Ruth", "2") +
      row(link("Bo", "b@x.org"), "3"),
    "Name\tRoom\r\nAnn Good\t1\r\nRuth\t2\r\nBo\t3",
    "Name\tEmail\tRoom\nAnn Good\ta@x.org\t1\nRuth\t\t2\nBo\tb@x.org\t3",
  ],
  [
    "a column of their own if one has another's address",
    row("Child", "Email", "Mother") + row("Mia", "m@x.org", link("Ann Good", "a@x.org")),
    "Child\tEmail\tMother\nMia\tm@x.org\tAnn Good",
    "Child\tEmail\tMother\tEmail (link)\nMia\tm@x.org\tAnn Good\ta@x.org",
  ],
  [
    "the place of words that name no one",
    row("Name", "Contact") + row("Ann Good", link("Email", "a@x.org")),
    "Name\tContact\nAnn Good\tEmail",
    "Name\tContact\nAnn Good\ta@x.org",
  ],
  [
    "no cell of their own inside a cell of several lines",
    row("Note", "Name", "City") + row("l1<br>l2", link("Ann Good", "a@x.org"), "Rome"),
    'Note\tName\tCity\n"l1\nl2"\tAnn Good\tRome',
    'Note\tName\tEmail\tCity\n"l1\nl2"\tAnn Good\ta@x.org\tRome',
  ],
  [
    "no title if there are no headers",
    row("Ann Good", "1") + row(link("Bo Li", "b@x.org"), "2"),
    "Ann Good\t1\nBo Li\t2",
    "Ann Good\t1\nBo Li\tb@x.org\t2",
  ],
])("gives the addresses of links in a table %s", (_, rows, plain, text) => {
  expect(pasted(`<table>${rows}</table>`, plain)).toBe(text);
});

it("has everyone of a list with links, with no one else's name, in any order", () => {
  const names = ["Ann Good", "Ann", "Li, Bo", "Ruth Weiß", "Email"];
  const item = fc.record({
    name: fc.constantFrom(...names),
    kind: fc.constantFrom("link", "name", "both", "address"),
  });
  fc.assert(
    fc.property(fc.array(item), fc.constantFrom("li", "p", "div"), (items, tag) => {
      const all = [...items, { name: "Cy Roth", kind: "link" }].map(({ name, kind }, at) => {
        const address = `k${at}@x.org`;
        const isName = name !== "Email" && (kind === "link" || kind === "both");
        return {
          html: {
            link: link(name, address),
            name,
            both: `${name} ${link(address, address)}`,
            address,
          }[kind],
          plain: { link: name, name, both: `${name} ${address}`, address }[kind],
          people: kind === "name" ? [] : [formatRecipient({ address, name: isName ? name : "" })],
        };
      });
      const html = all.map((one) => `<${tag}>${one.html}</${tag}>`).join("\n");
      expect(peopleOf(html, all.map(({ plain }) => plain).join("\n"))).toEqual(
        all.flatMap(({ people }) => people),
      );
    }),
  );
});
