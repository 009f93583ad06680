const EMOJI_SIGNS = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]{1,64}$/u;
const HAS_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

function isEmoji(text: string): boolean {
  return EMOJI_SIGNS.test(text) && HAS_EMOJI.test(text);
}

const NAMES = [
  "data-emoji",
  "data-plain-text",
  "alt",
  "aria-label",
  "data-stringify-emoji",
  "title",
];
const MARKED =
  '[data-emoji], [data-stringify-type="emoji"], [itemtype*="Emoji"], [class*="emoji" i]';
/** A picture that is named after its characters: `1f468-200d-1f4bb.png`, `emoji_u1f600.svg`. */
const FILE =
  /(?:^|[/_])(?:emoji_)?u?([\da-f]{4,5}(?:[-_][\da-f]{4,5}){0,9})(?:@\dx)?\.(?:png|svg|gif|webp)$/i;
const LAST_SIGN = 0x10ffff;

/**
 * The emoji that a picture stands for, or its name (`:party:`) where there is no such character; ""
 * if it is a picture.
 */
function emojiOf(element: Element): string {
  const names = NAMES.map((name) => (element.getAttribute(name) ?? "").trim());
  const own = names.find(isEmoji);
  if (own !== undefined) return own;
  const address = (element.getAttribute("src") ?? "").split(/[?#]/, 1)[0] ?? "";
  const isMarked = element.matches(MARKED) || /emoji/i.test(address.slice(0, 200));
  if (!isMarked) return "";
  const codes = FILE.exec(address.slice(-120))?.[1]
    ?.split(/[-_]/)
    .map((hex) => Number.parseInt(hex, 16));
  const drawn = codes?.every((code) => code <= LAST_SIGN) ? String.fromCodePoint(...codes) : "";
  return isEmoji(drawn) ? drawn : (names.find((name) => name !== "" && name.length <= 64) ?? "");
}

/**
 * Makes text of the pictures that programs draw emoji with. `isOurs` says which pictures are the
 * editor's.
 */
export function emojiAsText(body: HTMLElement, isOurs: (image: Element) => boolean): void {
  for (const image of body.querySelectorAll("img")) {
    const emoji = isOurs(image) ? "" : emojiOf(image);
    if (emoji !== "") image.replaceWith(emoji);
  }
  for (const element of body.querySelectorAll('[role="img"][aria-label]')) {
    const label = element.getAttribute("aria-label") ?? "";
    if (element.textContent?.trim() === "" && isEmoji(label)) element.replaceWith(label);
  }
}

/** Writes the quotation marks that a browser shows around `<q>`. */
export function quotesAsText(body: HTMLElement): void {
  for (const quote of body.querySelectorAll("q")) {
    const isInner = quote.parentElement?.closest("q") != null;
    quote.prepend(isInner ? "\u2018" : "\u201c");
    quote.append(isInner ? "\u2019" : "\u201d");
  }
}
