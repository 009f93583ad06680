import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { describe, expect, it } from "vitest";
import type { FoundPerson } from "../shared/stored.ts";
import { pageFragments } from "../testing/pageFragments.ts";
import { candidates } from "./addresses.ts";
import { peopleIn } from "./collect.ts";

const HIDDEN = '[hidden], [style*="display:none"]';
const isSeen = (element: Element) => element.closest(HIDDEN) === null;
const inForm = ({ address, name }: FoundPerson) =>
  address.split("@").length === 2 && !address.includes(",")
    ? formatRecipient({ address, name })
    : `${name} <${address}>`;

function peopleOf(html: string) {
  document.body.innerHTML = html;
  const { found, repeated, ...counts } = peopleIn(document.body, isSeen, () => true);
  return { people: found.map(inForm), repeated: repeated.map(inForm), ...counts };
}

describe("the people whom a page shows", () => {
  it.each(pageFragments)("$title", ({ html, people, repeated = [], hidden = 0 }) =>
    expect(peopleOf(html)).toEqual({ people, repeated, hidden, more: 0 }),
  );

  it("are read from open shadow trees, with the name in the same card", () => {
    document.body.innerHTML = "<main><x-card></x-card><x-card></x-card></main>";
    const people = ["Ann Good", "Bo Li"];
    for (const [at, host] of [...document.querySelectorAll("x-card")].entries())
      host.attachShadow({
        mode: "open",
      }).innerHTML = `<h3>${people[at]}</h3><p>p${at}@example.org</p>`;
    const { found } = peopleIn(document.body, isSeen, () => true);
    expect(found.map(inForm)).toEqual(["Ann Good <p0@example.org>", "Bo Li <p1@example.org>"]);
  });

  it("have their names from their own columns, however many rows a cell beside them spans", () => {
    const rows = Array.from(
      { length: 150 },
      (_, n) =>
        `<tr>${n === 0 ? '<td rowspan="150">Mathematics</td>' : ""}<td>Ann${n}</td><td>Good</td><td>p${n}@example.org</td></tr>`,
    ).join("");
    const headers = ["Department", "First name", "Last name", "Email"];
    const { people } = peopleOf(
      `<table><tr>${headers.map((header) => `<th>${header}</th>`).join("")}</tr>${rows}</table>`,
    );
    expect(people).toEqual(
      Array.from({ length: 150 }, (_, n) => `Ann${n} Good <p${n}@example.org>`),
    );
  });

  it("are at most a thousand; the others are counted", () => {
    const people = Array.from({ length: 1_200 }, (_, n) => `<li>p${n}@example.org</li>`).join("");
    const { found, more } = peopleIn(
      Object.assign(document.createElement("ul"), { innerHTML: people }),
      isSeen,
      () => true,
    );
    expect([found.length, more]).toEqual([1_000, 200]);
  });
});

const texts = (text: string) => candidates(text).map((one) => one.text);

describe("what looks like an address", () => {
  it.each([
    ["Write to ann@example.org.", ["ann@example.org"]],
    [
      "(ann@example.org), <bo@example.org>; 'cy@example.org'",
      ["ann@example.org", "bo@example.org", "cy@example.org"],
    ],
    ["mailto:ann@example.org?subject=x", ["ann@example.org"]],
    [
      "mailto:ann@example.org?cc=bo@x.org&amp;to=cy@x.org",
      ["ann@example.org", "bo@x.org", "cy@x.org"],
    ],
    ["a.b+c@sub.example.co.uk!", ["a.b+c@sub.example.co.uk"]],
    ["R&D@x.org", ["R&D@x.org"]],
    ["bounce+ann=example.com@lists.org", ["bounce+ann=example.com@lists.org"]],
    ["jürgen@müller.example", ["jürgen@müller.example"]],
    ["ann@example,org ann@@example.org", ["ann@example,org", "ann@@example.org"]],
    ["ann@example.org,bo@example.org", ["ann@example.org", "bo@example.org"]],
    ["@handle, ann@, https://example.org/@ann, pkg@1.2.3, pkg@^2", []],
    ["", []],
  ])("in %j", (text, found) => expect(texts(text)).toEqual(found));

  it.each(["a", "@", "a@", `${"a".repeat(300)}@`, "ann@example.org "])(
    "is found by reading each character a few times, in many %j",
    (part) => {
      const text = new CountedText(part.repeat(1_000));
      candidates(text as unknown as string);
      expect(text.read).toBeLessThan(8 * text.length);
    },
  );
});

/** A text that counts the characters read of it. */
class CountedText extends String {
  read = 0;

  override charAt(at: number): string {
    this.read += 1;
    return super.charAt(at);
  }

  override slice(start: number, end: number): string {
    this.read += end - start;
    return super.slice(start, end);
  }

  override indexOf(text: string, start = 0): number {
    const at = super.indexOf(text, start);
    this.read += (at < 0 ? this.length : at) - start;
    return at;
  }
}
