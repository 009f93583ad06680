import { expect, it } from "vitest";
import { wordChanges } from "./wordChanges.ts";

/** "same [-removed-] {+added+}" */
const marked = (from: string, to: string) =>
  wordChanges(from, to)
    .map(({ kind, text }) =>
      kind === "same" ? text : kind === "removed" ? `[-${text}-]` : `{+${text}+}`,
    )
    .join("");

it.each([
  ["a b c", "a b c", "a b c"],
  ["", "", ""],
  ["", "new", "{+new+}"],
  ["old", "", "[-old-]"],
  ["Dear Ada, term begins", "Dear Bo, term begins", "Dear [-Ada,-]{+Bo,+} term begins"],
  ["one two three", "zero one three four", "{+zero +}one [-two -]three{+ four+}"],
  ["Hello {{Full Name}}!", "Hello {{First Name}}!", "Hello [-{{Full Name}}!-]{+{{First Name}}!+}"],
  ["a\nb", "a\nc\nb", "a\n{+c\n+}b"],
  ["{{", "{{ x", "{{{+ x+}"],
  ["Your invoice", "Your invoice for May", "Your invoice{+ for May+}"],
  ["Thank you.", "Thank you. Bye.", "Thank you.{+ Bye.+}"],
  ["Thank you. Bye.", "Bye.", "[-Thank you. -]Bye."],
  ["Dear Ann,\nbye", "Dear Ann,\n\nbye", "Dear Ann,\n{+\n+}bye"],
  ["red and blue", "two or three", "[-red and blue-]{+two or three+}"],
  [" a ", "a", "[- -]a[- -]"],
])("%j → %j", (from, to, changes) => {
  expect(marked(from, to)).toBe(changes);
});

it("loses no word: what isn't added is the one text, what isn't removed the other", () => {
  const texts = [
    "a b a b c a",
    "b a c a b b",
    "x ".repeat(3_000),
    Array.from({ length: 2_500 }, (_, i) => `w${i}`).join(" "),
    Array.from({ length: 2_500 }, (_, i) => `v${i}`).join(" "),
  ];
  for (const from of texts)
    for (const to of texts) {
      const without = (kind: string) =>
        wordChanges(from, to)
          .filter((stretch) => stretch.kind !== kind)
          .map(({ text }) => text)
          .join("");
      expect([without("added") === from, without("removed") === to]).toEqual([true, true]);
    }
});
