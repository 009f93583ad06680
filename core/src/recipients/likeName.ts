/** Characters; anything longer isn't a name. */
const MAX_NAME = 100;

/** Words of links, labels and headings that stand beside an address and aren't a person. */
const NOT_NAMES = new Set([
  "mail",
  "job",
  "jobs",
  ...`about address admin administration adresse anfragen blog board careers click client contact
contacts copy customer customers department details direct directory email emails enquiries
enquiry events faculty fax feedback find for general hello help here home hours imprint
impressum info information inquiries kontakt legal link mailto management me media members
message more name newsletter notice office offices open our page phone please policy postal
press privacy questions reach read reply reservations sales schreiben see send service services
staff support team tel telefon telephone terms the this to unsubscribe us view visit web
webmaster website welcome with write you your
an bcc best betreff bien bonjour bst cc cell cheers club cordialement date datum dear from freundlichen
gesendet gmail group gruß grüße grüßen hallo hey hi hola kind liebe lieber mit mobile mobil outlook
parent parents regards saludos school sent sincerely subject thank thanks viele von warm wishes work
wrote yours`.split(/\s+/),
]);

const WORD = "[\\p{Lu}\\p{Lt}\\p{Lo}][\\p{L}\\p{M}.'’-]*";
const PARTICLE = "(?:d[aeiou]s?|del|der|den|di|la|le|ten|ter|van|von|zu|y|e|al|bin|of)";
const NAME = new RegExp(`^${WORD}(?: (?:${PARTICLE} ){0,2}${WORD}){0,4}$`, "u");
const LAST_FIRST = new RegExp(`^${WORD}(?: ${WORD}){0,2}, ${WORD}(?: ${WORD}){0,2}$`, "u");

/**
 * A text as a name: one line, without characters that reorder or hide text; "" if it can't be one
 * (no letter, an address in it, markup, more than 100 characters).
 */
export function nameText(text: string): string {
  if (text.length > 10 * MAX_NAME) return "";
  const line = text
    .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:·•|–—-]+|[\s,;:·•|–—-]+$/g, "")
    .trim();
  return line.length <= MAX_NAME && /\p{L}/u.test(line) && !/[@<>"]/.test(line) ? line : "";
}

/** Whether a text, of which nothing says what it is, reads like the name of a person. */
export function readsLikeName(text: string, words = 1): boolean {
  const all = text.split(" ");
  return (
    all.length >= words &&
    (NAME.test(text) || LAST_FIRST.test(text)) &&
    !/\.\p{L}{2}/u.test(text) &&
    all.every((word) => !NOT_NAMES.has(word.toLowerCase().replace(/[^\p{L}]/gu, "")))
  );
}

/**
 * The longest name at the end of a text, without greetings and labels before it; "" if the text
 * ends in anything else.
 */
export function nameAtEnd(text: string): string {
  const words = (LAST_WORDS.exec(text)?.[1] ?? "").split(" ");
  for (let first = 0; first < words.length; first += 1) {
    const name = words.slice(first).join(" ");
    if (readsLikeName(name)) return name;
  }
  return "";
}

const LAST_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(${WORD}(?: (?:${PARTICLE} ){0,2}${WORD}){0,4})$`,
  "u",
);

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, "");
}

/** Whether a word of the name is in the address: then a heading beside it is most likely its own. */
export function fitsAddress(name: string, address: string): boolean {
  const local = address.slice(0, address.lastIndexOf("@"));
  const parts = new Set(local.split(/[._-]/).map(plain));
  return plain(name)
    .split(" ")
    .some((word) => parts.has(word) || (word.length >= 3 && plain(local).includes(word)));
}

/**
 * Whether an address is made of nothing but this name: its words, joined words or initials, and
 * numbers. Then the name is its owner's, wherever it was found.
 */
export function isMadeOf(name: string, address: string): boolean {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const initials = words.map((word) => word.slice(0, 1));
  const known = new Set([
    ...words,
    words.join(""),
    words.toReversed().join(""),
    ...words.flatMap((word) => initials.flatMap((one) => [one + word, word + one])),
  ]);
  const parts = plain(address.slice(0, address.lastIndexOf("@")).replace(/[._+\d-]+/g, " "))
    .split(" ")
    .filter((part) => part !== "");
  const isKnown = (part: string) => known.has(part) || initials.includes(part);
  return parts.every(isKnown) && parts.some((part) => part.length > 2);
}
