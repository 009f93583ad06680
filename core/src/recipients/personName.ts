import type { RowResult } from "../contract/sends.ts";

/** The part of a person's name that a variable asks for. */
export type NamePart = "whole" | "first" | "last";

/** Headers and placeholders for the parts of a name, in the most written languages of Europe. */
const PARTS: readonly [RegExp, NamePart][] = [
  [/^(full|your|contact|recipient|display|guest)?name$|^(nom|nombre)complet[eo]?$/, "whole"],
  [/^(first|given|fore)name$|^vorname$|^prenom$|^nombre$/, "first"],
  [/^(last|family|sur)name$|^nachname$|^apellidos?$|^cognome$/, "last"],
];
/**
 * An address in place of a name, a title before it, or a company's form or another suffix behind
 * it.
 */
const UNSURE =
  /@|^\s*(dr|prof|mr|mrs|ms|herr|frau)\b|[\s,](inc|ltd|llc|corp|gmbh|ag|kg|jr|sr|ph\.?d|md|mba)\.?\s*$/i;
/** Characters; anything longer isn't a name. */
const MAX_LENGTH = 100;

/**
 * Headers of columns that say who a person is, though no placeholder with such a name asks for a
 * name.
 */
const PERSON =
  /(first|last|given|fore|sur|family|full|vor|nach|familien)name|^(first|last|given|family)$|prenom|apellido|cognome|^nom$|^(the|their|your|of)?(child|kid|pupil|student|kind|schuler|schulerin|teilnehmer|teilnehmerin|participant|guest|gast|member|mitglied|player|person|eleve|enfant|alumno|alumna)s?(s?name)?$/;

function bareName(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

/**
 * The part of a person's name that a variable asks for by its name, null if it asks for something
 * else.
 */
function namePart(variable: string): NamePart | null {
  const bare = bareName(variable);
  return PARTS.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/**
 * The part of a person's name that a variable asks for: the whole name, the first or the last. Null
 * if it asks for something else, or if the name doesn't show it.
 */
export function knownName(variable: string, person: string): string | null {
  const part = namePart(variable);
  if (part === null || UNSURE.test(person)) return null;
  const [last, first] = person.includes(",")
    ? person.split(",", 2).map((piece) => piece.trim())
    : [];
  const words = (first && last ? `${first} ${last}` : person).trim().split(/\s+/);
  const whole = words.join(" ");
  if (part === "whole") return whole === "" ? null : whole;
  // A single word could be either name; people usually write their first name.
  if (words.length === 1) return part === "first" && whole !== "" ? whole : null;
  return (part === "first" ? (first ?? words[0]) : first && last ? last : words.at(-1)) ?? null;
}

export function asksForName(variable: string): boolean {
  return namePart(variable) !== null;
}

/**
 * Whether a column with this header says who a row is about: a name or a part of it, of a pupil or
 * a guest.
 */
export function saysWho(header: string): boolean {
  return asksForName(header) || PERSON.test(bareName(header));
}

/**
 * A function that finds a person's name in their values, or returns "". The values are aligned with
 * the variables of the list (null for one that has nothing to do with the person).
 */
export function personNames(
  variables: readonly (string | null)[],
): (values: readonly string[]) => string {
  const parts = variables.map((variable) => (variable === null ? null : namePart(variable)));
  return (values) => {
    const said = (part: NamePart) => values.find((value, i) => parts[i] === part && isName(value));
    return (
      said("whole") ?? [said("first"), said("last")].filter((name) => name !== undefined).join(" ")
    );
  };
}

/** Headers of columns that say who gets an email about someone else. */
const PARENT = /^(parent|guardian|mother|father|eltern|mutter|vater)/iu;
/** A part of someone's name, but it doesn't say whose. */
const BARE_PART = /^(first|last|given|family|nom)$/;
/** Answers in a column such as "Member" or "Guest". */
const ANSWER = /^(yes|no|true|false|ja|nein|oui|non|s[ií])$/iu;

/**
 * A function that names the people of a row by its values: first who gets the email (`recipient`, or
 * "" if only the values can say), then those whom it is about: "Anna Berger", "Mia". The values are
 * aligned with the variables, as in `personNames`.
 */
export function peopleNames(
  variables: readonly (string | null)[],
): (values: readonly string[], recipient: string) => string[] {
  const nameIn = personNames(variables);
  const isWho = variables.map(
    (variable) =>
      variable !== null &&
      saysWho(variable) &&
      !asksForName(variable) &&
      !BARE_PART.test(bareName(variable)),
  );
  const isParent = variables.map((variable) => variable !== null && PARENT.test(variable));
  return (written, given) => {
    const values = written.map((value) => (isPerson(value) ? value : ""));
    const parent = values.find((value, at) => isParent[at] && value !== "") ?? "";
    const about = given === "" && parent !== "" ? nameIn(values) : "";
    const names = [
      given || parent || nameIn(values),
      about,
      ...values.filter((_, at) => isWho[at]),
    ];
    const isPart = (name: string, at: number) =>
      names.some((other, i) => i !== at && isIn(name, other) && (i < at || !isIn(other, name)));
    return names.filter((name, at) => name !== "" && !isPart(name, at));
  };
}

/** A person in a sentence: "Anna Berger (anna@x.org)", or only the address. */
export function namedPerson({ recipient, name = "" }: Pick<RowResult, "recipient" | "name">) {
  return name === "" ? recipient : `${name} (${recipient})`;
}

/** Accents, and the points of Hebrew and Arabic. The vowel signs of other scripts make another name. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]/g;
/** Letters whose stroke isn't an accent of its own. */
const STROKES: Record<string, string> = { Ø: "O", Ł: "L", Đ: "D" };

/** The words of a name, by which a search finds it whatever the case and the accents. */
export function nameWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(ACCENTS, "").toUpperCase();
  const folded = plain.replace(/[ØŁĐ]/g, (letter) => STROKES[letter] ?? letter);
  return [...new Set(folded.match(/[\p{L}\p{N}\p{M}]+/gu))];
}

function isIn(name: string, other: string): boolean {
  return other.toLowerCase().includes(name.toLowerCase());
}

/** A number, an address and an answer aren't anyone's name. */
function isPerson(value: string): boolean {
  return isName(value) && /\p{L}/u.test(value) && !value.includes("@") && !ANSWER.test(value);
}

function isName(value: string): boolean {
  return value !== "" && value.length <= MAX_LENGTH;
}
