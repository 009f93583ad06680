/** Characters read of a name; a page may give any amount. */
const READ = 2_000;
const NEVER = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "SELECT"]);

/** The text of an element without the content of fields in it. */
function textOf(element: Element | null): string {
  if (!element) return "";
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      NEVER.has(node.nodeName) || (node instanceof HTMLElement && node.isContentEditable)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  let text = "";
  for (let node = walker.nextNode(); node && text.length < READ; node = walker.nextNode())
    if (node instanceof Text) text += node.data.slice(0, READ);
  return text;
}

function labelled(element: Element): string {
  const ids = (element.getAttribute("aria-labelledby") ?? "").slice(0, READ).trim().split(/\s+/);
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return "";
  return ids
    .slice(0, 5)
    .map((id) => (id === "" ? "" : textOf(root.getElementById(id))))
    .join(" ");
}

function labels(element: Element): string {
  const isControl = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isControl ? [...(element.labels ?? [])].slice(0, 5).map(textOf).join(" ") : "";
}

/** The name of the frame, for a document that is one whole field. */
function ofFrame(element: Element): string {
  const isWhole = element === document.body || element === document.documentElement;
  const frame = isWhole ? window.frameElement : null;
  return frame?.getAttribute("aria-label") ?? frame?.getAttribute("title") ?? "";
}

/**
 * The name of a field as the page gives it to people: its label, else a hint in it. Never its
 * content. "" if it has none. As the page wrote it: `shownName` makes it fit to be shown.
 */
export function nameOf(element: Element): string {
  const attribute = (name: string) => element.getAttribute(name) ?? "";
  const names = [
    () => labelled(element),
    () => attribute("aria-label"),
    () => labels(element),
    () => attribute("title"),
    () => attribute("placeholder"),
    () => attribute("aria-placeholder"),
    () => ofFrame(element),
  ];
  for (const name of names) {
    const found = name().slice(0, READ);
    if (/[\p{L}\p{N}\p{S}]/u.test(found)) return found;
  }
  return "";
}
