import { addressKey } from "@sendwright/core/recipients/recipients";
import type { FoundPerson, PagePeople } from "../shared/stored.ts";
import { candidates, mailtoText } from "./addresses.ts";
import { bodyOf, closest, parentOf, shadowRootOf } from "./dom.ts";
import { type Mention, NameFinder } from "./nameBeside.ts";
import { type IsSeen, isRead } from "./visibleText.ts";

/** The limits on listed addresses and on text read; a page may have any amount of either. */
const MAX_ADDRESSES = 1_000;
const MUCH = 2_000_000;
/** The parts of a page in which one person appears once. */
const RECORDS = "tr, [role=row], li, dd, article, [itemscope], .vcard, .h-card";

const seesElement: IsSeen = (element) =>
  Element.prototype.checkVisibility.call(element, {
    opacityProperty: true,
    visibilityProperty: true,
    contentVisibilityAuto: true,
  });

/** Whether a text node has a size on the page, and isn't in a part of it that is folded. */
function hasRoom(node: Text): boolean {
  const around = parentOf(node);
  if (around instanceof HTMLDetailsElement && !around.open) return false;
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(({ width, height }) => width > 1 && height > 1);
}

/**
 * Yields every text node and every link of a tree, and of the open shadow trees in it, in the order
 * of the page.
 */
function* walk(root: Node): Generator<Text | HTMLAnchorElement> {
  const walker = document.createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => (isRead(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT),
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node instanceof HTMLAnchorElement) yield node;
    const shadow = node instanceof Element ? shadowRootOf(node) : null;
    if (shadow) yield* walk(shadow);
  }
}

function mentionsIn(node: Text | HTMLAnchorElement): Mention[] {
  const text = node instanceof Text ? node.data : mailtoText(node);
  if (!text.includes("@")) return [];
  const found = candidates(text);
  return found.map(({ text: address, start, end }) => ({
    address,
    node,
    text,
    start,
    end,
    isOneOfMany: found.length > 1,
  }));
}

/** The row or entry of the page that a node is in; null for none. */
function recordOf(node: Node): Element | null {
  for (let around = parentOf(node); around; ) {
    const record = closest(around, RECORDS);
    if (record) return record;
    const root = Node.prototype.getRootNode.call(around);
    around = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** The people in a part of a page; `isSeen` says what of it a person can see. */
export function peopleIn(root: Node, isSeen: IsSeen, hasSize: (node: Text) => boolean): PagePeople {
  const finder = new NameFinder(isSeen);
  const found = new Map<string, FoundPerson & { record: Element | null }>();
  const repeated: FoundPerson[] = [];
  const unseen = new Set<string>();
  const others = new Set<string>();
  let read = 0;
  for (const node of walk(root)) {
    if (read > MUCH) break;
    const mentions = mentionsIn(node);
    read += node instanceof Text ? node.data.length : 0;
    const [first] = mentions;
    if (!first) continue;
    const element = node instanceof Text ? parentOf(node) : node;
    const isVisible =
      element !== null && isSeen(element) && (!(node instanceof Text) || hasSize(node));
    const record = recordOf(node);
    for (const mention of mentions) {
      const { address } = mention;
      const key = addressKey(address);
      const known = found.get(key);
      if (!isVisible) unseen.add(key);
      else if (!known && found.size < MAX_ADDRESSES)
        found.set(key, { address, name: finder.nameOf(mention), record });
      else if (!known && others.size < 100_000) others.add(key);
      else if (known && known.record === record) known.name ||= finder.nameOf(mention);
      else if (known && repeated.length < MAX_ADDRESSES) {
        const name = finder.nameOf(mention);
        // The same person in the next row is one person; another name may be another person.
        known.name ||= record === null || known.record === null ? name : "";
        if (record !== null && known.record !== null) repeated.push({ address, name });
      }
    }
  }
  const hidden = [...unseen].filter((key) => !found.has(key) && !others.has(key)).length;
  return {
    found: [...found.values()].map(({ address, name }) => ({ address, name })),
    repeated,
    hidden,
    more: others.size,
  };
}

/** The people that a person can see in this document. */
export function collect(): PagePeople {
  return peopleIn(bodyOf(document) ?? document, seesElement, hasRoom);
}
