/**
 * Reads elements by their prototypes' own functions: a form has its fields as properties, so that
 * `form.children` is the field of that name, also in an isolated world.
 */
function getter<T>(prototype: object, name: string): (node: Node) => T {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (node) => (get ? get.call(node) : Reflect.get(node, name)) as T;
}

export const childNodesOf = getter<NodeListOf<ChildNode>>(Node.prototype, "childNodes");
export const childrenOf = getter<HTMLCollection>(Element.prototype, "children");
export const tagNameOf = getter<string>(Element.prototype, "tagName");
export const elementBefore = getter<Element | null>(Element.prototype, "previousElementSibling");
export const parentElementOf = getter<Element | null>(Node.prototype, "parentElement");

/** A form named `body` would be in its place otherwise. */
export const bodyOf = getter<HTMLElement | null>(Document.prototype, "body");

export function closest(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

/** All elements that match in an element or a shadow tree. */
export function queryAll(root: Element | ShadowRoot, selector: string): Element[] {
  const { prototype } = root instanceof Element ? Element : DocumentFragment;
  return [...prototype.querySelectorAll.call(root, selector)];
}

/** The open shadow tree of an element; a closed one, too, where Chrome lets us in. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = getter<ShadowRoot | null>(Element.prototype, "shadowRoot")(element);
  if (open || !(element instanceof HTMLElement)) return open;
  return globalThis.chrome?.dom?.openOrClosedShadowRoot(element) ?? null;
}

/** The element around a node, out of its shadow tree, too. */
export function parentOf(node: Node): Element | null {
  const parent = parentElementOf(node);
  if (parent) return parent;
  const root = Node.prototype.getRootNode.call(node);
  return root instanceof ShadowRoot ? root.host : null;
}

/** The text in an element or a shadow tree, seen or not. */
export function textContentOf(root: Element | ShadowRoot): string {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = "";
  while (texts.nextNode()) text += (texts.currentNode as Text).data;
  return text;
}
