import { CID } from "@sendwright/core/files/pictures";

/**
 * The pictures of an email as `data:` URLs, by name: null if one is missing; absent while it loads.
 */
export type PictureSources = Readonly<Record<string, string | null>>;

const SVG = "data:image/svg+xml,";

/** A box in place of a picture. It has its own colors, because it is a picture in any theme. */
function placeholderImage(text: string, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="72"><rect x="1" y="1" width="238" height="70" rx="6" fill="#fff" stroke="${color}" stroke-dasharray="6 4"/><text x="120" y="41" fill="${color}" font-family="Arial,sans-serif" font-size="14" text-anchor="middle">${text}</text></svg>`;
  return `${SVG}${encodeURIComponent(svg)}`;
}

/** Whether an element shows a box in place of its picture. */
export function isPlaceholderImage({ src }: HTMLImageElement): boolean {
  return src.startsWith(SVG);
}

const MISSING = placeholderImage("This picture is missing", "#b3261e");
const LOADING = placeholderImage("Picture", "#5c564b");

/** Shows a picture in its element, or the box that says why not. */
export function showPicture(element: Element, name: string, sources: PictureSources): void {
  const source = sources[name];
  const shown = source ?? (source === null ? MISSING : LOADING);
  if (element.getAttribute("src") !== shown) element.setAttribute("src", shown);
  element.toggleAttribute("data-lost", source === null);
}

/** Shows the pictures of an email's HTML. */
export function showPictures(body: Element, sources: PictureSources): void {
  for (const element of body.querySelectorAll("img")) {
    const src = element.getAttribute("src") ?? "";
    if (src.startsWith(CID)) showPicture(element, src.slice(CID.length), sources);
  }
}
