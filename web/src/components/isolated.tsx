import type { ReactNode } from "react";

const LETTER =
  "\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}";
const NAMES = new RegExp(`([${LETTER}](?:[${LETTER}\\p{M}\\p{Cf}\\s'’-]*[${LETTER}\\p{M}])?)`, "u");

/**
 * One of our sentences in which names and values that are written from right to left don't move the
 * words, numbers and addresses around them.
 */
export function isolated(sentence: ReactNode): ReactNode {
  if (typeof sentence !== "string") return sentence;
  return sentence.split(NAMES).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name, and none moves.
    at % 2 === 1 ? <bdi key={at}>{part}</bdi> : part,
  );
}
