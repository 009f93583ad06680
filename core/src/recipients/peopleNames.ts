import type { RowResult } from "../contract/sends.ts";
import { nameWords } from "./nameWords.ts";
import { asksForName, bareName, type NamePart, namePart, saysWho } from "./personName.ts";

/** Characters; anything longer isn't a name. */
const MAX_LENGTH = 100;

/**
 * A function that finds a person's name in their values, or returns "". The values are aligned with
 * the variables of the list (null for one that has nothing to do with the person).
 */
export function personNames(
  variables: readonly (string | null)[],
): (values: readonly string[]) => string {
  const parts = variables.map((variable) => (variable === null ? null : namePart(variable)));
  const isDivided = parts.includes("first") && !parts.includes("last");
  const isBare = variables.map((one) => isDivided && one !== null && BARE.test(bareName(one)));
  return (values) => {
    const find = (fits: (at: number) => boolean) =>
      values.find((value, at) => isName(value) && fits(at));
    const said = (part: NamePart) => find((at) => parts[at] === part && !isBare[at]);
    const first = said("first");
    const bare = find((at) => isBare[at] === true);
    const isWhole = first !== undefined && bare !== undefined && sharesWord(first, bare);
    return (
      said("whole") ??
      (isWhole
        ? bare
        : [first, said("last") ?? bare].filter((name) => name !== undefined).join(" "))
    );
  };
}

/** Beside a first name, mostly a last name: "Vorname" and "Name". */
const BARE = /^(name|nom)$/;

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
    ].filter((name) => name !== "");
    if (names.length < 2) return names;
    const words = names.map(nameWords);
    const isPart = (own: readonly string[], at: number) =>
      words.some((other, i) => i !== at && isIn(own, other) && (i < at || !isIn(other, own)));
    return names.filter((_, at) => !isPart(words[at] ?? [], at));
  };
}

/** A person in a sentence: "Anna Berger (anna@x.org)", or only the address. */
export function namedPerson({ recipient, name = "" }: Pick<RowResult, "recipient" | "name">) {
  return name === "" ? recipient : `${name} (${recipient})`;
}

function isIn(words: readonly string[], other: readonly string[]): boolean {
  return words.every((word) => other.includes(word));
}

function sharesWord(name: string, other: string): boolean {
  const words = nameWords(other);
  return nameWords(name).some((word) => words.includes(word));
}

/** A number, an address and an answer aren't anyone's name. */
function isPerson(value: string): boolean {
  return isName(value) && /\p{L}/u.test(value) && !value.includes("@") && !ANSWER.test(value);
}

function isName(value: string): boolean {
  return value !== "" && value.length <= MAX_LENGTH;
}
