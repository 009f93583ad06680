/** The limits on listed addresses and on text read; a page may have any amount of either. */
const MAX_ADDRESSES = 1_000;
const MUCH = 2_000_000;

/**
 * Characters that end an address on either side; the extension's page checks the rest with the
 * contract's parser.
 */
const OUTSIDE = /[\s<>()[\]{},;:"'`|\\@]/;
const NEVER = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "OPTION"]);

/**
 * What looks like an address in a text. Linear: it looks outward from each @, never further than an
 * address is long.
 */
export function candidates(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && !OUTSIDE.test(text.charAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && end - at < 254 && !OUTSIDE.test(text.charAt(end))) end += 1;
    const address = text.slice(start, end).replace(/^\.+|[.!?…]+$/g, "");
    if (/^[^@]+@[^@]+\.[^@.]{2,}$/.test(address)) found.push(address);
  }
  return found;
}

function isSeen(element: Element | null): boolean {
  return (
    element?.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) === true
  );
}

/** Whether a text node has a size on the page. */
function hasRoom(node: Text): boolean {
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
    (node) => (NEVER.has(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text || node instanceof HTMLAnchorElement) yield node;
    if (node instanceof Element && node.shadowRoot) yield* walk(node.shadowRoot);
  }
}

function linked(link: HTMLAnchorElement): string {
  if (link.protocol !== "mailto:") return "";
  try {
    return decodeURIComponent(link.pathname);
  } catch {
    return link.pathname;
  }
}

/**
 * The addresses that a person can see in this document, each once; `more` counts those beyond the
 * first thousand.
 */
export function collect(): { found: string[]; more: number } {
  const found = new Map<string, string>();
  const others = new Set<string>();
  let read = 0;
  for (const node of walk(document.body ?? document)) {
    if (read > MUCH) break;
    const text = node instanceof Text ? node.data : linked(node);
    read += text.length;
    if (!text.includes("@")) continue;
    const isVisible =
      node instanceof Text ? isSeen(node.parentElement) && hasRoom(node) : isSeen(node);
    if (!isVisible) continue;
    for (const address of candidates(text)) {
      const key = address.toLowerCase();
      if (found.has(key)) continue;
      if (found.size < MAX_ADDRESSES) found.set(key, address);
      else if (others.size < 100_000) others.add(key);
    }
  }
  return { found: [...found.values()], more: others.size };
}
