/** What an element's `style` says, by property, in lower case. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  const declarations = (element.getAttribute("style") ?? "").split(";").map((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    return [
      property,
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ] as const;
  });
  return new Map(declarations.filter(([property]) => property !== ""));
}

/** Excel's formats of cells and of text within them: `.xl65 {font-weight:700}`. */
const EXCEL_RULE = /^\s*\.((?:xl|font)\d+)\s*\{([^}]*)\}/gm;

/** Writes what Excel keeps in a style sheet into the elements' own styles, which win. */
export function takeExcelStyles(document: Document): void {
  for (const sheet of document.querySelectorAll("style")) {
    for (const [, name = "", rule = ""] of (sheet.textContent ?? "").matchAll(EXCEL_RULE)) {
      for (const element of document.getElementsByClassName(name)) {
        element.setAttribute("style", `${rule};${element.getAttribute("style") ?? ""}`);
      }
    }
  }
}
