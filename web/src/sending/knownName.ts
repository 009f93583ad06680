import { namePart } from "@sendwright/core/recipients/personName";

/**
 * The part of a person's name that a variable asks for: the whole name, the first or the last; null when it asks for
 * something else, or the name does not say.
 */
export function knownName(variable: string, person: string): string | null {
  const part = namePart(variable);
  if (part === null) return null;
  const [last, first] = person.includes(",") ? person.split(",", 2).map((piece) => piece.trim()) : [];
  const words = (first && last ? `${first} ${last}` : person).trim().split(/\s+/);
  const whole = words.join(" ");
  if (part === "whole") return whole === "" ? null : whole;
  // Of one word nobody knows which name it is; as a first name it is what people write.
  if (words.length === 1) return part === "first" && whole !== "" ? whole : null;
  return (part === "first" ? (first ?? words[0]) : first && last ? last : words.at(-1)) ?? null;
}

/** Whether a variable asks for a person's name. */
export function asksForName(variable: string): boolean {
  return namePart(variable) !== null;
}
