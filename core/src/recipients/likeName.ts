/** A text with more characters isn't a name. */
const MAX_NAME = 100;

/** Words of links, labels, greetings and headings that are no one's name. */
const NOT_NAMES = new Set(
  `about address admin administration adresse anfragen bcc betreff blog board bonjour bst careers
cc cell cheers click client club contact contacts copy cordialement customer customers datum
department details direct directory email emails enquiries enquiry events faculty fax feedback
find for freundlichen general gesendet gmail group gruß grüße grüßen hallo hello help here hey
hi hola hours impressum imprint info information inquiries kontakt legal mail
mailto management me media members message mit mobil mobile name newsletter notice office
offices open our outlook parents phone please policy postal privacy questions reach
regards reply reservations sales saludos school schreiben send sent service services
sincerely staff subject support team tel telefon telephone terms thank thanks the this
unsubscribe us viele view visit warm web webmaster website welcome wishes with write wrote you
your yours`.split(/\s+/),
);
/** Such words that some people are called, too; not if they are mostly roles, as "sales". */
const SOMETIMES_NAMES = new Set(
  `an best bien date dear from home job jobs kind liebe lieber link more page parent press read see
to von work`.split(/\s+/),
);

const WORD = "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}.'’-]*";
/** Small words within a name, as in "Ursula von der Leyen". */
const PARTICLE =
  "(?:a[fv]|abu|al|auf|bin|bint|d[aeiou]s?|del(?:l[aeo])?|de[ir]|degli|den|e|el|ibn|i|in ['’]t|l[aeo]s?|of|op|te[nr]?|van|van ['’]t|vo[nm]|von und zu|y|zu[mr]?|['’]t)";
const WORDS = `${WORD}(?: (?:${PARTICLE} ){0,2}${WORD}){0,4}`;
const NAME = new RegExp(`^${WORDS}$`, "u");
const LAST_WORDS = new RegExp(`(?<![\\p{L}\\p{N}'’-])(${WORDS})$`, "u");
const LAST_FIRST = new RegExp(`^${WORD}(?: ${WORD}){0,2}, ${WORD}(?: ${WORD}){0,2}$`, "u");
/** "A message von Ann Good", but not "Ludwig von Mises". */
const FROM_SOMEONE = new RegExp(` vo[nm] ${WORD} ${WORD}`, "u");
const ENDS_WITH_PARTICLE = new RegExp(`(?:^| )${PARTICLE} $`, "u");
/** A capitalized word and a short small one before the last word of a text: "Ylva ov " Riks. */
const WORD_AND_SMALL = new RegExp(`(?:^| )(${WORD}) ([\\p{Ll}'’]{1,3}) $`, "u");
const JOINING = /^(?:and|et|is|ist|or|ou|und)$/;

/**
 * Returns a text as a name, if it can be one: one line, without characters that reorder or hide text.
 * Returns "" otherwise (no letter, an address in it, markup, more than 100 characters).
 */
export function nameText(text: string): string {
  if (text.length > 10 * MAX_NAME) return "";
  const line = text
    .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:·•|*_~–—-]+|[\s,;:·•|*_~–—-]+$/g, "")
    .trim();
  return line.length <= MAX_NAME && /\p{L}/u.test(line) && !/[@<>"]/.test(line) ? line : "";
}

/**
 * Whether a text reads like the name of a person, although nothing says that it is one. It must have
 * at least `least` words. The address beside it may confirm an unusual name: steve.jobs@example.org.
 */
export function readsLikeName(text: string, least = 1, address = ""): boolean {
  const words = text.split(" ");
  return (
    words.length >= least &&
    (NAME.test(text) || LAST_FIRST.test(text)) &&
    !FROM_SOMEONE.test(text) &&
    !/\.\p{L}{2}/u.test(text) &&
    words.every((_, at) => mayBeOfName(words, at, address))
  );
}

/** Whether the word at a position of a text can be a part of a name. */
function mayBeOfName(words: readonly string[], at: number, address: string): boolean {
  const word = words[at] ?? "";
  const bare = word.toLowerCase().replace(/[^\p{L}]/gu, "");
  if (NOT_NAMES.has(bare)) return false;
  if (!SOMETIMES_NAMES.has(bare) || /^\p{Ll}/u.test(word)) return true;
  const text = words.join(" ");
  // "Johnnie K. To"
  if (/^\p{Lu}\p{Ll}+ \p{Lu}\. \S+$/u.test(text) && at === words.length - 1) return true;
  // The address has this word and another one: "Jimmy Page" in jpage@example.org.
  const others = words.toSpliced(at, 1).join(" ");
  return (
    isAddressMadeOf(text, address) && ![word, others].some((part) => isAddressMadeOf(part, address))
  );
}

/**
 * Returns the longest name at the end of a text, without greetings and labels before it: "Ann Good"
 * in "Email von Ann Good". Returns "" if there is none, or only its end: "Leyen" in "Dear von der
 * Leyen".
 */
export function nameAtEnd(text: string): string {
  const found = LAST_WORDS.exec(text);
  const words = (found?.[1] ?? "").split(" ");
  const first = words.findIndex((_, at) => readsLikeName(words.slice(at).join(" ")));
  if (first === -1) return "";
  const name = words.slice(first).join(" ");
  const isOneWord = words.length - first === 1;
  return isOneWord && endsInName(text.slice(0, text.length - name.length)) ? "" : name;
}

/** Whether a text ends in the beginning of a name: "Dear von der ", "Ylva ov ". */
function endsInName(before: string): boolean {
  if (ENDS_WITH_PARTICLE.test(before)) return true;
  const [, word = "", small = ""] = WORD_AND_SMALL.exec(before) ?? [];
  return word !== "" && !JOINING.test(small) && mayBeOfName([word], 0, "");
}

/** The words of a text in lowercase letters and numbers, without accents. */
function wordsOf(text: string): string[] {
  return plain(text)
    .split(" ")
    .filter((word) => word !== "");
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, "");
}

/**
 * Whether a word of a name is in an address. Then the name is probably that of the address's owner,
 * also in a column whose header doesn't say so.
 */
export function fitsAddress(name: string, address: string): boolean {
  const local = localPartOf(address);
  const parts = wordsOf(local.replace(/[._-]/g, " "));
  const isPart = (word: string) => parts.includes(word);
  // "Mia" in miagood@example.org; a shorter word can be there by chance.
  const isInside = (word: string) => word.length >= 3 && plain(local).includes(word);
  return wordsOf(name).some((word) => isPart(word) || isInside(word));
}

/**
 * Whether an address is made of nothing but this name: its words, joined words or initials, and
 * numbers. "Ann Good" makes agood@, ann.good7@ and goodann@. Then the name is that of the address's
 * owner, wherever we found it.
 */
export function isAddressMadeOf(name: string, address: string): boolean {
  const words = wordsOf(name);
  const initials = words.map((word) => word.slice(0, 1));
  const known = new Set([
    ...words,
    ...initials,
    words.join(""),
    words.toReversed().join(""),
    ...words.flatMap((word) => initials.flatMap((one) => [one + word, word + one])),
  ]);
  const parts = wordsOf(localPartOf(address).replace(/[._+\d-]+/g, " "));
  return parts.every((part) => known.has(part)) && parts.some((part) => part.length > 2);
}

function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@"));
}
