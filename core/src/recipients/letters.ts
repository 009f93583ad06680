import { lazily } from "../lazily.ts";

/** The scripts that people write domains in (UAX 31, tables 5 and 7). */
const SCRIPTS =
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Ethiopic Han Hiragana Katakana Bopomofo Hangul Cherokee Canadian_Aboriginal Tifinagh Yi Nko Vai Javanese Balinese Sundanese Lisu Ol_Chiki Adlam";

/** Scripts that are written together (UTS 39, "Highly Restrictive"). */
const TOGETHER = ["Latin Han Hiragana Katakana", "Latin Han Bopomofo", "Latin Han Hangul"];

const sets = lazily(() => {
  const lettersOf = (names: string) => names.split(" ").map((name) => `\\p{scx=${name}}`);
  const only = (names: string) =>
    new RegExp(`^[${lettersOf(names).join("")}\\p{scx=Common}\\p{scx=Inherited}]*$`, "u");
  return {
    allowed: [...SCRIPTS.split(" "), ...TOGETHER].map(only),
    scripts: SCRIPTS.split(" ").map((name) => ({
      name: name.replace("_", " "),
      // A digit or mark that several scripts share belongs to none of them.
      has: new RegExp(`(?=\\p{L}|\\p{N}|\\p{M})\\p{scx=${name}}`, "u"),
    })),
  };
});

/** The script of a character, such as "Cyrillic"; null if several have it, or none that we know. */
export function scriptOf(character: string): string | null {
  if (/[\p{scx=Common}\p{scx=Inherited}]/u.test(character)) return null;
  return sets().scripts.find(({ has }) => has.test(character))?.name ?? null;
}

/** A character of another script than the rest of its label, and both scripts. */
export interface MixedScript {
  character: string;
  script: string;
  others: string;
}

const ASCII = /^[\0-\x7f]*$/;

/**
 * The character that makes a label one of mixed scripts by Unicode's rules (UTS 39, "Highly
 * Restrictive"); null if it is in one script, or in scripts that are written together, as in
 * Japanese.
 */
export function mixedScript(label: string): MixedScript | null {
  if (ASCII.test(label) || sets().allowed.some((allowed) => allowed.test(label))) return null;
  const letters = [...label].flatMap((character) => {
    const script = scriptOf(character);
    return script === null ? [] : { character, script };
  });
  const others = letters.some(({ script }) => script === "Latin") ? "Latin" : letters[0]?.script;
  const odd = letters.find(({ script }) => script !== others);
  return others === undefined || odd === undefined ? null : { ...odd, others };
}

/**
 * After each ASCII letter: those that look like it (Unicode's confusables.txt, and a few Cyrillic
 * ones).
 */
const LOOKALIKES =
  "aɑαа bɓƃƀҍѣв cᴄсȼҫ dԁɗɖƌđ eꬲеҽɇҿ fꬵꞙẝքƒᵮ gɡᶃƍցɠǥ hһհɦꚕħћн iıɪɩιіꙇɨᵻᵼ jϳјɉ kƙкκ lӏǀłɭƚɫ mм nոռɳƞηᵰ oᴏᴑꬽοσоօøꬾɵꝋөѳθ pρрƥᵽ qԛգզʠ rꭇꭈᴦгɽɼɍғᵲ sꜱƽѕʂᵴ tƭŧᵵтτ uꞟᴜꭎꭒʋυսᵾ vᴠνѵ wɯᴡѡԝաѽꝡ xх yɣᶌʏỿꭚγуүƴɏұ zᴢʐƶȥᵶ";

const plainOf = lazily(
  () =>
    new Map(
      LOOKALIKES.split(" ").flatMap(([plain = "", ...others]) =>
        others.map((other) => [other, plain] as const),
      ),
    ),
);

/**
 * A text with ASCII letters in place of those that look like them; marks above and below letters
 * go.
 */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text;
  const marks = /\p{M}/gu;
  return [...text.normalize("NFD").replace(marks, "")]
    .map((character) => plainOf().get(character) ?? character)
    .join("");
}
