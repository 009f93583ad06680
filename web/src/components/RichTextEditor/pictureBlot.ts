import { CID, isPictureName } from "@sendwright/core/files/pictures";
import { Parchment } from "quill/core.js";

/** The attribute with the name of a picture's file. */
const NAME = "data-picture";
export const PICTURE_SELECTOR = `img[${NAME}]`;

/** For a text that can't have any: a signature. */
export const NO_PICTURES = "This text can't have pictures.";

/** A picture in the body. */
export interface BodyPicture {
  /** Its file's name. */
  name: string;
  /** Its description; blank for decoration. */
  alt: string;
  /** Pixels; null for the picture's own width. */
  width: number | null;
}

/** The picture of an element, in the editor or in a stored body; null for any other. */
export function pictureOf(element: Element): BodyPicture | null {
  const name = element.getAttribute(NAME) ?? (element.getAttribute("src") ?? "").replace(CID, "");
  const width = Number(element.getAttribute("width") ?? 0);
  return isPictureName(name)
    ? { name, alt: element.getAttribute("alt") ?? "", width: width > 0 ? width : null }
    : null;
}

/** The stored form of a picture. */
export function pictureTag({ name, alt, width }: BodyPicture): HTMLImageElement {
  const tag = document.implementation.createHTMLDocument("").createElement("img");
  tag.setAttribute("src", `${CID}${name}`);
  tag.setAttribute("alt", alt);
  if (width !== null) tag.setAttribute("width", String(width));
  return tag;
}

/** A picture in the editor. The page says where its bytes are (`showPicture`). */
export class PictureBlot extends Parchment.EmbedBlot {
  static override blotName = "picture";
  static override tagName = "IMG";

  static override create(given: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: `create` of the parent makes the element that this class names.
    const element = super.create() as HTMLElement;
    const { name, alt, width } = given as BodyPicture;
    element.setAttribute(NAME, name);
    element.setAttribute("alt", alt);
    if (width !== null) element.setAttribute("width", String(width));
    return element;
  }

  static override value(element: Element): BodyPicture | null {
    return pictureOf(element);
  }

  /** For the clipboard: another editor shows it as missing unless it has the file. */
  html(): string {
    const picture = pictureOf(this.domNode as Element);
    return picture === null ? "" : pictureTag(picture).outerHTML;
  }
}
