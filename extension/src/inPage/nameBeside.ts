import { fitsAddress, nameText, readsLikeName } from "@sendwright/core/recipients/likeName";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { candidates, mailtoText } from "./addresses.ts";
import {
  childrenOf,
  closest,
  elementBefore,
  parentElementOf,
  parentOf,
  queryAll,
  shadowRootOf,
  tagNameOf,
  textContentOf,
} from "./dom.ts";
import { nameInRow, type TableCache } from "./tableNames.ts";
import { type IsSeen, isBlock, visibleLines } from "./visibleText.ts";

/** An address in a page: in a text, or in a link to it. */
export interface Mention {
  address: string;
  node: Text | HTMLAnchorElement;
  /** The text around the address, and its place there. */
  text: string;
  start: number;
  end: number;
  /** Whether there are others in the same text or link. */
  isOneOfMany: boolean;
}

/** How far a card around an address is looked for (elements). */
const MAX_LEVELS = 6;
const MARKED = "[itemscope], [typeof], .vcard, .h-card";
const HEADINGS = '[class*="name" i], h1, h2, h3, h4, h5, h6, strong, b, dt, figcaption, legend';

/** Finds the names of a page's people; keeps what it has learned about the page's tables and cards. */
export class NameFinder {
  readonly #isSeen: IsSeen;
  readonly #tables: TableCache = new WeakMap();
  readonly #counts = new WeakMap<Element, number>();

  constructor(isSeen: IsSeen) {
    this.#isSeen = isSeen;
  }

  /**
   * The name of the person whose address this is, from the place that says it most clearly: written
   * with the address, marked up as a person, in the same row, the link's text, the same line, the
   * card around it. "" if none does: no name is better than another person's.
   */
  nameOf(mention: Mention): string {
    const { address, node } = mention;
    const element = node instanceof Element ? node : parentOf(node);
    if (!element) return "";
    // A link to several people says nothing about each.
    if (node instanceof Element && mention.isOneOfMany) return writtenName(mention);
    return (
      writtenName(mention) ||
      this.#markedName(element) ||
      nameInRow(element, address, this.#isSeen, this.#tables) ||
      this.#linkedName(element, address) ||
      this.#nameInLine(element, address) ||
      this.#nameInCard(element, address)
    );
  }

  #textOf(element: Element | null | undefined): string {
    if (!element || !this.#isSeen(element)) return "";
    return nameText(visibleLines(element, this.#isSeen)[0] ?? "");
  }

  /** Of microdata or RDFa about a person (schema.org), and of an hCard. */
  #markedName(element: Element): string {
    const item = closest(
      element,
      '[itemtype*="Person" i], [typeof~="Person" i], [typeof$=":Person" i], .vcard, .h-card',
    );
    if (!item) return "";
    const own = (selector: string) =>
      this.#textOf(
        queryAll(item, selector).find((one) => {
          const around = parentElementOf(one);
          return around !== null && closest(around, MARKED) === item;
        }),
      );
    return (
      own('[itemprop~="name"], [property$="name" i]:not([property$="Name"]), .fn, .p-name') ||
      [
        own('[itemprop~="givenName"], [property$="givenName"], .given-name, .p-given-name'),
        own('[itemprop~="familyName"], [property$="familyName"], .family-name, .p-family-name'),
      ]
        .filter((part) => part !== "")
        .join(" ")
    );
  }

  #linkedName(element: Element, address: string): string {
    const link = closest(element, "a[href]");
    if (!link || !keysIn(mailtoText(link)).has(addressKey(address))) return "";
    const text = this.#textOf(link);
    return readsLikeName(text) ? text : "";
  }

  /** The name before the address in its line, behind it, or in the line above. */
  #nameInLine(element: Element, address: string): string {
    const block = blockAround(element);
    const lines = visibleLines(block, this.#isSeen);
    const key = addressKey(address);
    const at = lines.findIndex((line) => line.includes(address) && keysIn(line).has(key));
    const line = lines[at] ?? "";
    const [place] = candidates(line);
    if (!place || keysIn(line).size > 1) return "";
    const before = nameBefore(line.slice(0, place.start));
    if (readsLikeName(before, 2)) return before;
    const behind = nameBehind(line.slice(place.end));
    if (readsLikeName(behind, 2)) return behind;
    if (before !== "" || behind !== "") return "";
    const above = nameText(lines[at - 1] ?? "") || this.#term(block);
    return readsLikeName(above, 2) ? above : "";
  }

  /** The term that a description in a list is about. */
  #term(block: Element): string {
    if (tagNameOf(block) !== "DD") return "";
    let before = elementBefore(block);
    while (before && tagNameOf(before) === "DD") before = elementBefore(before);
    return before && tagNameOf(before) === "DT" ? this.#textOf(before) : "";
  }

  /**
   * The heading of the largest part of the page that has only this address. Alone on its page it
   * must fit the address, because it may be a heading of anything.
   */
  #nameInCard(element: Element, address: string): string {
    let card = element;
    let around = parentOf(card);
    for (let level = 0; around && level < MAX_LEVELS && this.#count(around) === 1; level += 1) {
      card = around;
      around = parentOf(card);
    }
    const isOneOfMany =
      around !== null &&
      [...childrenOf(around)].some((other) => other !== card && this.#count(other) > 0);
    for (const heading of queryAll(shadowRootOf(card) ?? card, HEADINGS)) {
      const name = this.#textOf(heading);
      if (readsLikeName(name, 2) && (isOneOfMany || fitsAddress(name, address))) return name;
    }
    return "";
  }

  /** How many addresses an element has: none, one, or several (2). */
  #count(element: Element): number {
    const known = this.#counts.get(element);
    if (known !== undefined) return known;
    const inside = shadowRootOf(element) ?? element;
    const keys = keysIn(textContentOf(inside));
    for (const link of queryAll(inside, 'a[href^="mailto:" i]')) {
      if (keys.size > 1) break;
      for (const key of keysIn(mailtoText(link))) keys.add(key);
    }
    for (const own of element instanceof HTMLAnchorElement ? keysIn(mailtoText(element)) : [])
      keys.add(own);
    const count = Math.min(keys.size, 2);
    this.#counts.set(element, count);
    return count;
  }
}

function blockAround(element: Element): Element {
  let block = element;
  let around = parentElementOf(block);
  while (around && !isBlock(block)) {
    block = around;
    around = parentElementOf(block);
  }
  return block;
}

/** The label before an address in its line: a word of its own, not the end of "Ismail". */
const LABEL = /[\s,;:·•|–—-]*(?:(?<![\p{L}\p{M}\p{N}])(?:e-?mail|mail|kontakt|contact))?[\s:]*$/iu;

/** The name in "Ann Good, email: (" before an address. */
function nameBefore(text: string): string {
  return nameText(text.replace(/[<([]+\s*$/, "").replace(LABEL, ""));
}

/** The name in ") (Ann Good), Sales" behind an address. */
function nameBehind(text: string): string {
  const [, name = ""] = /^[\s>)\]]*[([]?([^)\]]*)/.exec(text) ?? [];
  return nameText(name);
}

function keysIn(text: string): Set<string> {
  return new Set(candidates(text).map((one) => addressKey(one.text)));
}

/** The name in `Ann Good <ann@example.org>`, also in a link. */
function writtenName({ text, start, end }: Mention): string {
  if (text.charAt(start - 1) !== "<" || text.charAt(end) !== ">") return "";
  const before = text.slice(Math.max(0, start - 200), start - 1);
  const [, quoted, bare = ""] = /"([^"<>@]+)"\s*$|([^<>@,;:"\n]+)$/.exec(before) ?? [];
  return nameText(quoted ?? bare);
}
