import { judgeAddress } from "@sendwright/core/recipients/judge";
import {
  addressKey,
  formatRecipient,
  pieceKey,
  type RecipientText,
  recipientText,
} from "@sendwright/core/recipients/recipients";
import type { FoundPerson } from "../shared/stored.ts";

/** Someone on a page, as the person may have corrected them. */
export interface CollectedPerson extends RecipientText {
  /** Their place on the page. */
  id: number;
}

/** Someone who can't be added, and why. */
export interface SkippedPerson {
  id: number;
  /** As on the page. */
  text: string;
  why: string;
  /** The text with the only address that can be meant; null if that can't be told. */
  repair: string | null;
}

interface CollectedPeople {
  people: CollectedPerson[];
  /** Texts that aren't addresses. */
  invalid: SkippedPerson[];
  /** People whose address someone above has. */
  repeated: SkippedPerson[];
}

/** A person as one text; the address may be wrong. */
function written({ address, name }: FoundPerson): string {
  const { address: bare } = recipientText(address);
  if (bare !== null) return formatRecipient({ address: bare, name });
  return name === "" ? address : `${name} <${address}>`;
}

/** The part of a text in which its address should be, and what is before that. */
function addressPart(text: string): { name: string; address: string } {
  const [, name = "", inside] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? [];
  return inside === undefined ? { name: "", address: text } : { name, address: inside };
}

function faultIn(id: number, text: string): SkippedPerson {
  const { name, address } = addressPart(text);
  const { fault, repair, recipient } = judgeAddress(address);
  const why =
    recipient !== null ? "the name can't be read" : (fault ?? "it isn't an email address");
  return {
    id,
    text,
    why,
    repair: repair === null ? null : `${name}${name && "<"}${repair}${name && ">"}`,
  };
}

/**
 * Sorts the people of a page, judged as everywhere (core's `judgeAddress`): those who can be added,
 * and who can't and why. `corrected`: by their place, the texts that the person wrote instead.
 */
export function sorted(
  found: readonly FoundPerson[],
  repeatedOnPage: readonly FoundPerson[],
  corrected: ReadonlyMap<number, string>,
): CollectedPeople {
  const people = new Map<string, CollectedPerson>();
  const [invalid, repeated]: [SkippedPerson[], SkippedPerson[]] = [[], []];
  for (const [id, person] of [...found, ...repeatedOnPage].entries()) {
    const piece = recipientText(corrected.get(id) ?? written(person));
    const first = people.get(pieceKey(piece));
    if (piece.address === null) invalid.push(faultIn(id, piece.text));
    else if (first === undefined) people.set(addressKey(piece.address), { ...piece, id });
    else {
      const why =
        first.name === "" || first.name === piece.name
          ? "already above"
          : `already above as ${first.name}`;
      repeated.push({ id, text: piece.text, why, repair: null });
    }
  }
  return { people: [...people.values()], invalid, repeated };
}

/** The people whose name or address has this text. */
export function matching(people: readonly CollectedPerson[], sought: string): CollectedPerson[] {
  const words = sought.trim().toLowerCase();
  return people.filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(words));
}
