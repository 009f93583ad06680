/** The part of a person's name that a variable asks for. */
export type NamePart = "whole" | "first" | "last";

/** Names that headers and placeholders use for the parts of a person's name. */
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
/**
 * Headers of columns that say who a person is, though no placeholder with such a name asks for a
 * name.
 */
const PERSON =
  /(first|last|given|fore|sur|family|full|vor|nach|familien)name|^(first|last|given|family)$|prenom|apellido|cognome|^nom$|^(the|their|your|of)?(child|kid|pupil|student|kind|schuler|schulerin|teilnehmer|teilnehmerin|participant|attendee|visitor|besucher|guest|gast|member|mitglied|customer|client|kunde|kundin|employee|mitarbeiter|mitarbeiterin|patient|patientin|volunteer|applicant|bewerber|bewerberin|tenant|mieter|mieterin|donor|spender|spenderin|player|person|eleve|enfant|alumno|alumna)s?(s?name)?$/;

/** A header's letters. */
export function bareName(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

/**
 * The part of a person's name that a variable asks for by its name, null if it asks for something
 * else.
 */
export function namePart(variable: string): NamePart | null {
  const bare = bareName(variable);
  return PARTS.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/**
 * The value of a name variable for this person. Null if the variable asks for something else, or if
 * the name doesn't show that part.
 */
export function knownName(variable: string, person: string): string | null {
  const part = namePart(variable);
  if (part === null || UNSURE.test(person)) return null;
  const pieces = person
    .replace(/\s+/g, " ")
    .split(",")
    .map((piece) => piece.trim());
  const [last, first] = pieces.filter((piece) => piece !== "");
  if (last === undefined) return null;
  const names = first === undefined ? namesIn(last) : { whole: `${first} ${last}`, first, last };
  return names[part];
}

/** A single word could be either name; people usually write their first name. */
function namesIn(whole: string): Record<NamePart, string | null> {
  const words = whole.split(" ");
  return { whole, first: words[0] ?? null, last: words.length > 1 ? (words.at(-1) ?? null) : null };
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
