import type { FormatCallback } from "html-to-text";
import { type HtmlNode, isBlock, isTag, type Tag, tagsOf, textOfNode } from "./normalize/dom.ts";

/** The signs that Unicode has, each pair as ordinary character and raised one. */
const SUPERSCRIPTS = signs(
  "0⁰ 1¹ 2² 3³ 4⁴ 5⁵ 6⁶ 7⁷ 8⁸ 9⁹ +⁺ -⁻ −⁻ –⁻ =⁼ (⁽ )⁾ aᵃ bᵇ cᶜ dᵈ eᵉ fᶠ gᵍ hʰ iⁱ jʲ kᵏ lˡ mᵐ nⁿ oᵒ pᵖ rʳ sˢ tᵗ uᵘ vᵛ wʷ xˣ yʸ zᶻ Aᴬ Bᴮ Dᴰ Eᴱ Gᴳ Hᴴ Iᴵ Jᴶ Kᴷ Lᴸ Mᴹ Nᴺ Oᴼ Pᴾ Rᴿ Tᵀ Uᵁ Vⱽ Wᵂ βᵝ γᵞ δᵟ φᵠ χᵡ",
);
const SUBSCRIPTS = signs(
  "0₀ 1₁ 2₂ 3₃ 4₄ 5₅ 6₆ 7₇ 8₈ 9₉ +₊ -₋ −₋ –₋ =₌ (₍ )₎ aₐ eₑ hₕ iᵢ jⱼ kₖ lₗ mₘ nₙ oₒ pₚ rᵣ sₛ tₜ uᵤ vᵥ xₓ βᵦ γᵧ ρᵨ φᵩ χᵪ",
);
/** Signs that are small or high anyway. */
const AS_THEY_ARE = /^[®™℠©*†‡§°ºª′″'",[\]]$/;
const ONE_WORD = /^(?:\S|[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*)$/u;

function signs(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs.split(" ").map((pair) => {
      const [plain = "", sign = ""] = pair;
      return [plain, sign];
    }),
  );
}

/** Raised text: 10³; with `^` if Unicode doesn't have all its signs: x^q, x^(a/b). */
export const superscript: FormatCallback = scriptWith(SUPERSCRIPTS, "^");

/** Lowered text: H₂O; with `_` if Unicode doesn't have all its signs: V_Q, V_(B C). */
export const subscript: FormatCallback = scriptWith(SUBSCRIPTS, "_");

function scriptWith(known: ReadonlyMap<string, string>, mark: string): FormatCallback {
  return (element, walk, builder) => {
    const tag = element as unknown as Tag;
    const signOf = (character: string) =>
      known.get(character) ?? (AS_THEY_ARE.test(character) ? character : undefined);
    const text = textOfNode(tag).trim();
    const hasSigns = [...text.replace(/\s/g, "")].every((character) => signOf(character));
    // x²ⁿ isn't x^(2ⁿ).
    if (hasSigns && tagsOf(tag, "sup", "sub").length === 0) {
      builder.pushWordTransform((word) =>
        [...word].map((character) => signOf(character) ?? character).join(""),
      );
      walk(element.children ?? [], builder);
      builder.popWordTransform();
      return;
    }
    // Without a text that it belongs to, it is only small.
    const [before, after] = !followsText(tag)
      ? ["", ""]
      : ONE_WORD.test(text) && tag.children.length === 1
        ? [mark, ""]
        : [`${mark}(`, ")"];
    builder.addInline(before, { noWordTransform: true });
    walk(element.children ?? [], builder);
    builder.addInline(after, { noWordTransform: true });
  };
}

/** Whether a tag follows a letter or another visible character of its line. */
function followsText(tag: Tag): boolean {
  let node: HtmlNode = tag;
  while (!node.prev || textOfNode(node.prev) === "") {
    if (isTag(node.prev, "br", "img")) return false;
    if (node.prev) node = node.prev;
    else if (isTag(node.parent) && !isBlock(node.parent)) node = node.parent;
    else return false;
  }
  return !isBlock(node.prev) && /\S$/u.test(textOfNode(node.prev));
}
