import { stylesOf, unwrap } from "./styles.ts";

const DEEPEST_LEVEL = 8;
/** "1.", "a)", "(iv)": the marker of an item in a numbered list. */
const NUMBER = /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i;

/** Makes lists of Word's paragraphs that only look like them. */
export function wordLists(body: HTMLElement): void {
  let list: Element | null = null;
  for (const line of body.querySelectorAll("[style*=mso-list]")) {
    const level = /level(\d)/.exec(stylesOf(line).get("mso-list") ?? "")?.[1];
    if (level === undefined) continue;
    const marker = [...line.querySelectorAll("[style*=mso-list]")].find((part) =>
      (stylesOf(part).get("mso-list") ?? "").startsWith("ignore"),
    );
    const mark = marker?.textContent?.replaceAll("\u00a0", " ").trim() ?? "";
    marker?.remove();
    if (!list || list !== line.previousElementSibling) {
      list = body.ownerDocument.createElement("ol");
      line.before(list);
    }
    const item = body.ownerDocument.createElement("li");
    setLevel(item, NUMBER.test(mark) ? "ordered" : "bullet", Number(level) - 1);
    item.append(...line.childNodes);
    list.append(item);
    line.remove();
  }
}

/** Gives every item its kind and its level, as Quill has them, wherever its program wrote them down. */
export function listLevels(body: HTMLElement): void {
  for (const item of body.querySelectorAll("li:not([data-list])")) {
    const declared = item.getAttribute("aria-level") ?? item.getAttribute("data-aria-level");
    setLevel(item, item.closest("ol, ul")?.tagName === "OL" ? "ordered" : "bullet", levelOf(item, declared, body));
    // An item is a line; its content is not.
    for (const line of item.querySelectorAll(":scope > p, :scope > div")) {
      if (line.nextElementSibling?.matches("p, div")) line.append(body.ownerDocument.createElement("br"));
      unwrap(line);
    }
  }
}

function levelOf(item: Element, declared: string | null, body: HTMLElement): number {
  if (declared !== null && /^\d+$/.test(declared)) return Number(declared) - 1;
  let level = -1;
  for (let parent = item.parentElement; parent && parent !== body; parent = parent.parentElement) {
    if (parent.matches("ol, ul")) level++;
  }
  return Math.max(0, level);
}

function setLevel(item: Element, kind: "ordered" | "bullet", level: number): void {
  item.setAttribute("data-list", kind);
  item.removeAttribute("class");
  if (level > 0) item.setAttribute("class", `ql-indent-${Math.min(level, DEEPEST_LEVEL)}`);
}
