import type { Page } from "@playwright/test";

/** A surface and where its lines begin, in pixels from the left of the window. */
export interface Edges {
  surface: string;
  /** For each edge, the first words of the lines that begin there. */
  edges: Record<number, string[]>;
}

/** The place of one line in the window, and its first words. */
interface Line {
  left: number;
  top: number;
  right: number;
  bottom: number;
  word: string;
}

interface Surface {
  title: string;
  left: number;
  width: number;
  lines: Line[];
}

/**
 * Where the lines of each surface in the window or in its uppermost dialog begin. A surface
 * has a border or a color of its own: the page, a card, a notice, a framed list. A line begins with
 * a text, a field, a button with a border, or a surface in it. Content that is centered or at the
 * right end isn't counted. Nor is the content of a table, an email or a toolbar: each has an order
 * of its own.
 */
export async function edgesOf(page: Page): Promise<Edges[]> {
  const surfaces = await page.evaluate(readSurfaces);
  return surfaces.map((surface) => ({ surface: surface.title, edges: edgesAmong(surface) }));
}

/** How far apart two edges look like one. */
const SAME = 1.5;

/** The edges of a surface's left half. */
function edgesAmong({ left, width, lines }: Surface): Edges["edges"] {
  const edges: Edges["edges"] = {};
  for (const line of lines) {
    if (line.left > left + width / 2 || lines.some((other) => isBefore(other, line))) continue;
    const known = Object.keys(edges).find((edge) => Math.abs(Number(edge) - line.left) <= SAME);
    const edge = known === undefined ? Math.round(line.left * 10) / 10 : Number(known);
    edges[edge] = [...(edges[edge] ?? []), line.word];
  }
  return edges;
}

/** Whether something is in the same line of the window, before another. */
function isBefore(other: Line, line: Line): boolean {
  const overlap = Math.min(other.bottom, line.bottom) - Math.max(other.top, line.top);
  return other.left < line.left - SAME && other.right <= line.left + 2 && overlap > 3;
}

/** Runs in the page. */
function readSurfaces(): Surface[] {
  /** The parts that are one line, whatever is in them. */
  const CONTROLS = "input, select, textarea, hr, iframe, meter, svg, img";
  const GROUPS =
    "[role=grid], [role=toolbar], [role=tablist], [role=group]:has(> [role=spinbutton]), .ql-container, thead, td";
  const FIELDS = ".MuiInputBase-root, .MuiPickersInputBase-root, .MuiPickersOutlinedInput-root";
  const BUTTONS = "button, a, [role=button], label, span";

  const styleOf = (part: Element) => getComputedStyle(part);
  const boxOf = (part: Element) => part.getBoundingClientRect();
  const textOf = ({ nodeValue }: Node) => (nodeValue ?? "").trim();
  const isColor = (color: string) => color !== "transparent" && !/, 0\)$/.test(color);
  const hasLook = ({ borderLeftWidth, borderLeftColor, backgroundColor }: CSSStyleDeclaration) =>
    (Number.parseFloat(borderLeftWidth) > 0 && isColor(borderLeftColor)) ||
    isColor(backgroundColor);

  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(
    (part) => boxOf(part).width > 0 && part.closest("[aria-hidden=true]") === null,
  );
  const root = dialogs.at(-1) ?? document.body;

  const linesOf = new Map<Element, Line[]>();
  const add = (surface: Element, box: DOMRect, word: string) => {
    const { left, top, right, bottom } = box;
    if (box.width < 2 || box.height < 2 || right <= 0) return;
    const lines = linesOf.get(surface) ?? [];
    lines.push({ left, top, right, bottom, word });
    linesOf.set(surface, lines);
  };

  const isUnseen = (part: Element, style: CSSStyleDeclaration) =>
    style.display === "none" ||
    style.visibility === "hidden" ||
    style.opacity === "0" ||
    style.clipPath.startsWith("inset(50%") ||
    part.matches("[inert], script, style, .unseen");
  /** Bars that stay in the window, but not dialogs. */
  const isFixed = (part: Element, style: CSSStyleDeclaration) =>
    style.position === "fixed" &&
    part !== root &&
    !part.contains(root) &&
    !part.matches(".MuiModal-root, .MuiModal-root *");
  const isCentered = (part: Element, { display, justifyContent }: CSSStyleDeclaration) =>
    (part.matches("svg") && boxOf(part).width > 32) ||
    (display === "flex" && /end|center/.test(justifyContent) && !part.matches(BUTTONS));
  /** Whether a part is a further column of a desk, which has an edge of its own. */
  const isColumn = (part: Element) => {
    const desk = part.parentElement;
    if (desk === null || boxOf(part).left <= boxOf(desk).left + 120) return false;
    const { display, gridTemplateColumns } = styleOf(desk);
    return display === "grid" && gridTemplateColumns.split(" ").length > 1;
  };
  /** The name of a part that is one line; null if its content has lines of its own. */
  const wordOf = (part: Element) => {
    const label = part.getAttribute("aria-label");
    if (part.matches(CONTROLS)) return `<${part.tagName}> ${label ?? part.id}`;
    if (part.matches(GROUPS)) return `${part.tagName} ${nameOf(part)}`;
    if (!part.matches(FIELDS)) return null;
    return `field ${part.querySelector("input, [role=combobox]")?.id ?? ""}`;
  };
  const nameOf = (part: Element) =>
    (part.getAttribute("aria-label") ?? part.textContent ?? part.tagName).trim().slice(0, 24);

  /** The text of each block: its inline parts are one line. */
  const texts = new Map<Element, { surface: Element; box: DOMRect; word: string }>();
  const addText = (node: Text, part: Element, surface: Element) => {
    const isInButton = part.closest("button, a") !== null;
    if (/center|end|right/.test(styleOf(part).textAlign) && !isInButton) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const block = blockOf(part);
    const known = texts.get(block);
    if (known) known.box = around(known.box, box);
    else texts.set(block, { surface, box, word: textOf(node).slice(0, 24) });
  };
  const blockOf = (part: Element): Element => {
    const isInline = styleOf(part).display.startsWith("inline");
    return isInline && part.parentElement && !part.matches("button, a[data-variant]")
      ? blockOf(part.parentElement)
      : part;
  };
  const around = (one: DOMRect, other: DOMRect) => {
    const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
    const [right, bottom] = [Math.max(one.right, other.right), Math.max(one.bottom, other.bottom)];
    return new DOMRect(left, top, right - left, bottom - top);
  };

  const visit = (part: Element, surface: Element) => {
    const style = styleOf(part);
    if (isUnseen(part, style) || isFixed(part, style) || isCentered(part, style)) return;
    const box = boxOf(part);
    const word = wordOf(part);
    if (word !== null) return add(surface, box, word);
    const isButton = part.matches(BUTTONS);
    const isFramed = part !== root && part !== document.body && hasLook(style);
    let own = part.matches("footer") ? part : surface;
    if (own !== part && isFramed && (box.width > 120 || isButton)) {
      // One as wide as its surface has no edge of its own.
      if (box.width <= 120 || box.width < boxOf(surface).width - 20)
        add(surface, box, `[${nameOf(part)}]`);
      if (isButton || box.height < 30) return;
      own = part;
    }
    if (isColumn(part)) own = part;
    for (const node of part.childNodes) {
      if (node instanceof Element) visit(node, own);
      else if (node instanceof Text && textOf(node) !== "") addText(node, part, own);
    }
  };
  visit(root, root);
  for (const { surface, box, word } of texts.values()) add(surface, box, word);

  const titleOf = (surface: Element) => {
    if (surface === root) return "page";
    const heading = surface.querySelector("h1, h2, h3, legend")?.textContent;
    const title = heading ?? surface.getAttribute("aria-label") ?? surface.textContent ?? "";
    return title.trim().slice(0, 30);
  };
  return [...linesOf].map(([surface, lines]) => {
    const { left, width } = boxOf(surface);
    return { title: titleOf(surface), left, width, lines };
  });
}

/** The different looks of the buttons in a page's main part that are only words: color and weight. */
export function looksOfTextButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = document.querySelectorAll(
      "main :is([data-variant=text][data-size=small]:not(:disabled), h2 ~ button)",
    );
    const looks = [...buttons].map((button) => {
      const { color, fontWeight } = getComputedStyle(button);
      return `${color} ${fontWeight}`;
    });
    return [...new Set(looks)];
  });
}
