/** Declared values by property, in lower case. */
function declared(text: string): [property: string, value: string][] {
  return text.split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1);
    return property === ""
      ? []
      : [[property, value.trim().toLowerCase()] as const as [string, string]];
  });
}

/** The values in an element's `style` by property, in lower case. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  return new Map(declared(element.getAttribute("style") ?? ""));
}

/** Excel's formats of cells and of text within them: `.xl65 {font-weight:700}`. */
const EXCEL_CLASS = /^\.(?:xl|font)\d+$/;
/** Selectors that are read: `p`, `.MsoNormal`, `p.MsoNormal`. */
const SELECTOR = /^[a-z]*\d?(?:\.[\w-]+)?$/i;

/** The style sheets of a clipboard, as far as Office writes them. */
export class SheetStyles {
  readonly #rules = new Map<string, string>();
  /** Of elements that are written alike, as most in a document are. */
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  constructor(document: Document) {
    for (const sheet of document.querySelectorAll("style")) {
      for (const rule of (sheet.textContent ?? "").split("}")) {
        const [before = "", declarations] = rule.split("{");
        if (declarations === undefined) continue;
        const comment = before.lastIndexOf("*/");
        const selectors = (comment < 0 ? before : before.slice(comment + 2)).replace("<!--", "");
        for (const selector of selectors.split(",")) {
          const name = selector.trim().toLowerCase();
          if (name !== "" && SELECTOR.test(name)) this.#rules.set(name, declarations);
        }
      }
    }
  }

  /** An element's values from the sheets and its own style. */
  of(element: Element): ReadonlyMap<string, string> {
    const tag = element.localName;
    const own = element.getAttribute("style") ?? "";
    const key = `${tag}\0${element.getAttribute("class") ?? ""}\0${own}`;
    const known = this.#known.get(key);
    if (known) return known;
    const names = [...element.classList].map((name) => `.${name.toLowerCase()}`);
    const rules = [tag, ...names, ...names.map((name) => tag + name)].map(
      (name) => this.#rules.get(name) ?? "",
    );
    const all = new Map([...rules, own].flatMap(declaredInOrder));
    this.#known.set(key, all);
    return all;
  }

  /** Writes what Excel keeps in a style sheet into the elements' own styles, which win. */
  takeExcelStyles(document: Document): void {
    if (![...this.#rules.keys()].some((name) => EXCEL_CLASS.test(name))) return;
    for (const element of document.querySelectorAll("[class]")) {
      const rules = [...element.classList].flatMap((name) => {
        const selector = `.${name}`;
        return EXCEL_CLASS.test(selector) ? (this.#rules.get(selector) ?? []) : [];
      });
      if (rules.length === 0) continue;
      element.setAttribute("style", [...rules, element.getAttribute("style") ?? ""].join(";"));
    }
  }
}

/** A shorthand behind a side's own margin replaces it. */
function declaredInOrder(text: string): [string, string][] {
  return declared(text).flatMap(([property, value]): [string, string][] => {
    if (property !== "margin") return [[property, value]];
    const [top = "", , bottom = top] = value.split(/\s+/);
    return [
      ["margin-top", top],
      ["margin-bottom", bottom],
    ];
  });
}
