import type { Page } from "@playwright/test";

/** A surface and where its lines begin, in pixels from the left of the window. */
export interface Edges {
  surface: string;
  /** By edge: what begins there. */
  edges: Record<number, string[]>;
}

/** How far apart two edges look like one. */
const SAME = 1.5;

/**
 * Where the lines of each surface in the window or in its uppermost dialog begin. A surface is what
 * has a border or a color of its own: the page, a card, a notice, a framed list. A line begins with
 * a text, a field, a button with a border, or a surface in it. What is centered, at the right end,
 * or in a table, an email or a bar of tools has its own order.
 */
export function edgesOf(page: Page): Promise<Edges[]> {
  return page.evaluate((same) => {
    interface Line {
      left: number;
      top: number;
      right: number;
      bottom: number;
      word: string;
    }
    const isBox = (part: Element) => part.matches("input, select, textarea, hr, iframe, meter");
    const isOwn = (part: Element) =>
      part.matches(
        "[role=grid], [role=toolbar], [role=tablist], [role=group]:has(> [role=spinbutton]), .MuiTabs-root, svg, .ql-container, thead, td, iframe",
      );
    const styleOf = (part: Element) => getComputedStyle(part);
    const hasColor = (color: string) => color !== "transparent" && !/, 0\)$/.test(color);
    const isSurface = (part: Element) => {
      const style = styleOf(part);
      const { width } = part.getBoundingClientRect();
      return (
        width > 120 &&
        ((Number.parseFloat(style.borderLeftWidth) > 0 && hasColor(style.borderLeftColor)) ||
          hasColor(style.backgroundColor))
      );
    };
    const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(
      (part) =>
        part.getBoundingClientRect().width > 0 && part.closest("[aria-hidden=true]") === null,
    );
    const root = dialogs.at(-1) ?? document.body;
    const linesOf = new Map<Element, Line[]>();
    const add = (surface: Element, box: DOMRect, word: string) => {
      if (box.width < 2 || box.height < 2 || box.right <= 0) return;
      const { left, top, right, bottom } = box;
      const lines = linesOf.get(surface) ?? [];
      lines.push({ left, top, right, bottom, word });
      linesOf.set(surface, lines);
    };
    const blocks = new Map<Element, { surface: Element; box: DOMRect; word: string }>();
    const visit = (part: Element, surface: Element) => {
      const style = styleOf(part);
      if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0")
        return;
      if (style.clipPath.startsWith("inset(50%") || part.matches("[inert], script, style, .unseen"))
        return;
      if (/^(fixed)$/.test(style.position) && part !== root && !part.contains(root)) {
        if (!part.matches(".MuiModal-root, .MuiModal-root *")) return;
      }
      const box = part.getBoundingClientRect();
      const name = () =>
        (part.getAttribute("aria-label") ?? part.textContent ?? part.tagName).trim().slice(0, 24);
      // A drawing is in the middle of its place.
      if (part.matches("svg") && box.width > 32) return;
      if (isBox(part) || part.matches("svg, img"))
        return add(surface, box, `<${part.tagName}> ${part.getAttribute("aria-label") ?? part.id}`);
      const isButton = part.matches("button, a, [role=button], label, span");
      if (style.display === "flex" && /end|center/.test(style.justifyContent) && !isButton) return;
      if (isOwn(part)) return add(surface, box, `${part.tagName} ${name()}`);
      if (
        part.matches(".MuiInputBase-root, .MuiPickersInputBase-root, .MuiPickersOutlinedInput-root")
      )
        return add(surface, box, `field ${part.querySelector("input, [role=combobox]")?.id ?? ""}`);
      let own = surface;
      if (part.matches("footer")) own = part;
      else if (part !== root && part !== document.body && isSurface(part)) {
        if (box.width < surface.getBoundingClientRect().width - 20)
          add(surface, box, `[${name()}]`);
        if (isButton || box.height < 30) return;
        own = part;
      } else if (
        isButton &&
        (hasColor(style.backgroundColor) ||
          (Number.parseFloat(style.borderLeftWidth) > 0 && hasColor(style.borderLeftColor)))
      )
        return add(surface, box, `[${name()}]`);
      // The columns of a desk have an edge each.
      const parent = part.parentElement && styleOf(part.parentElement);
      if (
        parent?.display === "grid" &&
        parent.gridTemplateColumns.split(" ").length > 1 &&
        part.parentElement &&
        box.left > part.parentElement.getBoundingClientRect().left + 120
      )
        own = part;
      for (const node of part.childNodes) {
        if (node instanceof Element) visit(node, own);
        else if (node instanceof Text && (node.nodeValue ?? "").trim() !== "") {
          if (/center|end|right/.test(style.textAlign) && part.closest("button, a") === null)
            continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const text = range.getBoundingClientRect();
          let block: Element = part;
          while (
            styleOf(block).display.startsWith("inline") &&
            block.parentElement &&
            !block.matches("button, a.MuiButton-root")
          )
            block = block.parentElement;
          const known = blocks.get(block);
          if (known === undefined)
            blocks.set(block, {
              surface: own,
              box: text,
              word: (node.nodeValue ?? "").trim().slice(0, 24),
            });
          else {
            const left = Math.min(known.box.left, text.left);
            const top = Math.min(known.box.top, text.top);
            known.box = new DOMRect(
              left,
              top,
              Math.max(known.box.right, text.right) - left,
              Math.max(known.box.bottom, text.bottom) - top,
            );
          }
        }
      }
    };
    visit(root, root);
    for (const { surface, box, word } of blocks.values()) add(surface, box, word);
    const titleOf = (surface: Element) =>
      surface === root
        ? "page"
        : (
            surface.querySelector("h1, h2, h3, legend")?.textContent ??
            surface.getAttribute("aria-label") ??
            surface.textContent ??
            ""
          )
            .trim()
            .slice(0, 30);
    return [...linesOf].map(([surface, lines]) => {
      const place = surface.getBoundingClientRect();
      const edges: Record<number, string[]> = {};
      for (const line of lines) {
        const isBehind = lines.some(
          (other) =>
            other !== line &&
            other.left < line.left - same &&
            other.right <= line.left + 2 &&
            Math.min(other.bottom, line.bottom) - Math.max(other.top, line.top) > 3,
        );
        if (isBehind || line.left > place.left + place.width / 2) continue;
        const known = Object.keys(edges).find((edge) => Math.abs(Number(edge) - line.left) <= same);
        const edge = known === undefined ? Math.round(line.left * 10) / 10 : Number(known);
        edges[edge] = [...(edges[edge] ?? []), line.word];
      }
      return { surface: titleOf(surface), edges };
    });
  }, SAME);
}

/** The different looks of the buttons in a page's main part that are only words: color and weight. */
export function looksOfTextButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = document.querySelectorAll(
      "main :is(.MuiButton-text.MuiButton-sizeSmall:not(:disabled), h2 ~ button)",
    );
    const looks = [...buttons].map((button) => {
      const { color, fontWeight } = getComputedStyle(button);
      return `${color} ${fontWeight}`;
    });
    return [...new Set(looks)];
  });
}
