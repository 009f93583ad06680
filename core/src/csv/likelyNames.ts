/** A language of names. */
interface Language {
  /** Beyond A to Z. */
  letters: string;
  /** Where they can't be. */
  not?: RegExp;
  /** Letters that are common in its names. */
  hint?: RegExp;
  /** Few people write it. */
  isRare?: true;
}

const LANGUAGES = {
  de: { letters: "äöüßé" },
  fr: { letters: "àâçèéêëîïôùûüœ", not: /(?<![aeiou])[ëï]/u },
  es: { letters: "áéíñóúü" },
  ca: { letters: "àçèéíïòóúü" },
  // `õ` is before an e only, `ã` before an o or e, or at the end.
  pt: { letters: "àáâãçéêíóôõú", not: /õ(?!e)|ã(?![oe]|s?(?!\p{L}))/u },
  it: { letters: "àèéìòù", not: /[àèìòù](?=\p{L})/u },
  da: { letters: "æøåéöü", not: /æ(?!\p{L})/u },
  sv: { letters: "åäöé" },
  is: { letters: "áðéíóúýþæö", not: /(?<!\p{L})ð|\p{L}þ(?![óör])/u, isRare: true },
  nl: { letters: "éèëïöü", not: /(?<![aeiou])[ëï]/u },
  // `õ` is in the first syllable only.
  et: { letters: "äöõüšž", not: /[aeiouäöüõ]\p{L}*õ/u },
  sq: { letters: "çë" },
  hu: { letters: "áéíóöőúüű", hint: /gy|sz|zs|cs|ny|ly/u },
  pl: { letters: "ąćęłńóśźż", hint: /sz|cz|rz|sk[ia]|wicz/u },
  cs: { letters: "áčďéěíňóřšťúůýž", hint: /ov[áa]|sk[ýá]/u },
  sk: { letters: "áäčďéíľĺňóôŕšťúýž", hint: /ov[áa]|sk[ýá]/u },
  hr: { letters: "čćđšž", hint: /ić(?!\p{L})/u },
  sl: { letters: "čšž" },
  ro: { letters: "ăâîşţșț", hint: /escu|eanu/u },
  tr: { letters: "çğıöşüâîû" },
  lt: { letters: "ąčęėįšųūž", hint: /ienė|[aiy]tė|utė|auskas|ičius/u, isRare: true },
  lv: { letters: "āčēģīķļņšūž", hint: /iņ[ša]|[oe]vs|kaln/u, isRare: true },
  ru: { letters: "абвгдеёжзийклмнопрстуфхцчшщъыьэюя" },
  uk: { letters: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя" },
  be: { letters: "абвгдеёжзійклмнопрстуўфхцчшыьэюя" },
  bg: { letters: "абвгдежзийклмнопрстуфхцчшщъьюя" },
  sr: { letters: "абвгдђежзијклљмнњопрстћуфхцчџш" },
  mk: { letters: "абвгдѓежзѕијклљмнњопрстќуфхцчџш", isRare: true },
} satisfies Record<string, Language>;
type LanguageCode = keyof typeof LANGUAGES;

const WESTERN: readonly LanguageCode[] = [
  "de",
  "fr",
  "es",
  "ca",
  "pt",
  "it",
  "da",
  "sv",
  "is",
  "nl",
  "et",
  "sq",
];
const CENTRAL: readonly LanguageCode[] = ["hu", "pl", "cs", "sk", "hr", "sl", "ro", "sq", "de"];
const BALTIC: readonly LanguageCode[] = ["lt", "lv", "et", "de"];
const CYRILLIC: readonly LanguageCode[] = ["ru", "uk", "be", "bg", "sr", "mk"];
/** The languages that people write in an encoding; those of Western Europe for any other. */
const WRITTEN_IN: Readonly<Record<string, readonly LanguageCode[]>> = {
  "windows-1250": CENTRAL,
  "iso-8859-2": CENTRAL,
  "iso-8859-16": CENTRAL,
  "windows-1254": ["tr", "de"],
  "windows-1257": BALTIC,
  "iso-8859-13": BALTIC,
  "iso-8859-4": BALTIC,
  "windows-1251": CYRILLIC,
  "iso-8859-5": CYRILLIC,
  "x-mac-cyrillic": CYRILLIC,
  "koi8-r": CYRILLIC,
  "koi8-u": CYRILLIC,
  ibm866: CYRILLIC,
};

const HIGH = /[^\0-\x7f]/g;
const HIGH_LETTER = /(?![\0-\x7f])[\p{sc=Latin}\p{sc=Cyrillic}]/u;
/** A letter by itself of a script that isn't Latin, Cyrillic or East Asian. */
const OTHER_LETTER =
  /^(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}])[\p{Lo}\p{Lu}]$/u;
/**
 * Words of one letter. Any other, as in "5 Ä" and "Ann ñ Good", is a sign of another encoding,
 * unless it's an initial.
 */
const WORDS = new Set("àèéòåæöùâаиуксоявйъі");
const RUN = /[\p{L}\p{M}]+/gu;
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u3000-\u30ff\uff00-\uffef]/u;
const NO_TEXT = /[\ufffd\u0080-\u009f\ue000-\uf8ff]/g;

/**
 * How much some words, read in an encoding, look like names: about 1 for each byte above ASCII,
 * below 0 for nonsense.
 */
export function likelyNames(words: readonly string[], encoding: string): number {
  const languages = (WRITTEN_IN[encoding] ?? WESTERN).map((name): Language => LANGUAGES[name]);
  const sum = words.reduce(
    (total, text) => total + signScore(text) + lettersScore(text, languages),
    0,
  );
  return sum + 0.15 * inOneLanguage(words.join("\n"), languages);
}

/** Signs where names have none, as in "M³ller". */
function signScore(text: string): number {
  const none = text.match(NO_TEXT)?.length ?? 0;
  if (none > 0) return -2 * none;
  let score = 0;
  for (const found of text.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\0-\x7f]|[§¶¡¿«»]/gu)) {
    const beside = `${text[found.index - 1] ?? ""}${text[found.index + 1] ?? ""}`;
    const isAmount = /\d\s?[€£¥°]|[€£¥]\s?\d/.test(text) && /[€£¥°]/.test(found[0]);
    const isSign = found[0] === "€" || found[0] === "°";
    score -= isAmount ? -1 : /[\p{L}]/u.test(beside) ? 1.5 : isSign ? -0.5 : 0.3;
  }
  for (const found of text.matchAll(/[‚ƒ„…†‡ˆ‰‹‘’“”•–—˜›¨ª¯´¸º·]/g)) {
    const [before = "", after = ""] = [text[found.index - 1], text[found.index + 1]];
    const isWithin = /\p{L}/u.test(before) && /\p{L}/u.test(after);
    const isBetween = /[–—•]/.test(found[0]) && before.trim() + after.trim() === "";
    const isOf = /^’s(?!\p{L})/u.test(text.slice(found.index));
    score += isWithin && !/[’–]/.test(found[0]) ? -1.5 : isBetween || isOf ? 1 : 0.3;
  }
  return score;
}

function lettersScore(text: string, languages: readonly Language[]): number {
  if (text.search(NO_TEXT) !== -1) return 0;
  const high =
    lower(text)
      .match(/[\p{sc=Latin}\p{sc=Cyrillic}]/gu)
      ?.join("")
      .match(HIGH) ?? [];
  let score =
    high.length === 0
      ? 0
      : Math.max(...languages.map((language) => fit(lower(text), high, language)));
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const isAlone = run.length === 1 && run !== text.trim() && HIGH_LETTER.test(run);
    const isInitial = text[index + 1] === ".";
    const word = index === 0 && /^ \p{L}/u.test(text.slice(1)) ? lower(run) : run;
    // `£5` and `5½` are letters in other scripts' encodings.
    const isSign = OTHER_LETTER.test(run) && !isInitial;
    score += isSign || (isAlone && !isInitial && !WORDS.has(word)) ? -1.5 : runScore(run);
  }
  return score;
}

function lower(text: string): string {
  return text.replaceAll("İ", "ı").toLowerCase();
}

/** How many of the letters a language has, those of no language counting a little. */
function fit(
  text: string,
  high: readonly string[],
  { letters, not, hint, isRare }: Language,
): number {
  const own = high.reduce((sum, letter) => sum + (letters.includes(letter) ? 1 : 0.2), 0);
  return own * (not?.test(text) ? 0.5 : isRare ? 0.9 : 1) + (hint?.test(text) ? 0.3 : 0);
}

/**
 * How many letters of all words the language has that has most of them: a list is mostly in one.
 */
function inOneLanguage(text: string, languages: readonly Language[]): number {
  const high = lower(text).match(HIGH) ?? [];
  return Math.max(
    ...languages.map(({ letters }) => high.filter((letter) => letters.includes(letter)).length),
  );
}

/**
 * What speaks against a run of letters; for scripts without a table of languages, also what speaks
 * for it.
 */
function runScore(run: string): number {
  const high = run.match(HIGH)?.length ?? 0;
  if (high === 0) return 0;
  if (/^\p{M}/u.test(run)) return -high;
  if (EAST_ASIAN.test(run)) return eastAsianScore(run, high);
  const isLatin = /\p{sc=Latin}/u.test(run);
  if (isLatin && /(?!\p{sc=Latin})\p{L}/u.test(run)) return -2.5 * high;
  const hasWrongCase =
    /\p{Ll}\p{Lu}/u.test(run) && !/^(?:Mc|Mac|De|Le|La|Van|Di|Du)\p{Lu}/u.test(run);
  const wrong = hasWrongCase ? 1.2 * high : 0;
  const hasCase = /\p{Lu}|\p{Ll}/u.test(run);
  const beginsSmall = hasCase && !/^\p{Lu}/u.test(run) ? 0.4 * high : 0;
  if (/\p{sc=Cyrillic}/u.test(run))
    return -wrong - beginsSmall - (/^\p{Lu}{2,}$/u.test(run) ? 0.2 * high : 0);
  if (/\p{sc=Greek}/u.test(run)) return (isGreekWord(run) ? 1.1 : 0.3) * high - wrong - beginsSmall;
  if (/\p{sc=Hebrew}/u.test(run)) return (/[ךםןףץ]\p{L}|[כמנצ]$/u.test(run) ? 0.3 : 1.05) * high;
  if (!isLatin) return 0.9 * high - wrong;
  // Words of Latin letters have more plain ones than others.
  if (high > 1 && high > run.length * 0.7) return -1.5 * high;
  return -0.25 * consonantsInARow(run) - wrong;
}

/** A Greek word has one accent, and few letters can end it. */
function isGreekWord(word: string): boolean {
  const accents = word.normalize("NFD").match(/\u0301/g)?.length ?? 0;
  return accents <= 1 && /[αεηιουωάέήίόύώϊϋΐΰςνρ]$/iu.test(word);
}

/** How many more than three: `Jźrgen` has one more, `Jürgen` none. */
function consonantsInARow(run: string): number {
  const plain = run.normalize("NFD").toLowerCase().replace(/\p{M}/gu, "");
  const rows = plain.match(/[^aeiouyæøœıаеиоуыэюяіїє]{4,}/gu) ?? [];
  return rows.reduce((sum, row) => sum + row.length - 3, 0);
}

/** Syllables of Korean names, and characters that Chinese and Japanese family names begin with. */
const KOREAN = new Set(
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지나원천방공현함변염추도소석선설마길연명기반라왕금옥인제모은용예경봉태형호음빈동시범승수영준혜재미희숙아름상철훈환균식욱웅일자순란애향덕만복규근광병대창학찬건관교국극나누단담달",
);
const FAMILY = new Set(
  "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段" +
    "佐鈴高田伊渡山中小加吉佐松井木清斎斉森池橋石前岡長藤後近村遠青坂西福太三岩野上原菊千久市平川水大内今安河北南新工横宮柴酒谷須関和荒永本矢土",
);

/** By bytes: a character has two. Rare characters are those of another encoding. */
function eastAsianScore(run: string, high: number): number {
  const kana = run.match(/[\u3040-\u30fa\u30fc-\u30ff]/g)?.length ?? 0;
  const halfKana = run.match(/[\uff61-\uff9f]/g)?.length ?? 0;
  const hangul = run.match(/\p{sc=Hangul}/gu) ?? [];
  const han = run.match(/\p{sc=Han}/gu)?.length ?? 0;
  if (hangul.length > 0 && hangul.length < run.length) return -high;
  if (/[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u30fc]/u.test(run)) return -high;
  const korean = hangul.reduce((sum, syllable) => sum + (KOREAN.has(syllable) ? 1.05 : 0.6), 0);
  const family = han > 0 && FAMILY.has(run[0] ?? "") ? 0.4 : 0;
  // One character by itself, as in "25 癈" for "25 °C", is no name.
  const ofHan = run.length === 1 ? 0.4 * han : 0.85 * han;
  return 2 * (kana * 1.1 + korean + ofHan + family) - 1.5 * halfKana;
}
