import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { NumberForm } from "../contract/templates.ts";
import { formsOf, readAmount } from "./amount.ts";
import { sumOf } from "./sum.ts";

/** Ways to write an amount, made without the reader. */
interface Style {
  form: NumberForm;
  mark: string;
  money: "" | "€ x" | "€x" | "x €" | "EUR x";
  minus: "-x" | "−x" | "(x)" | "x-";
}
const MARKS: Record<NumberForm, string[]> = {
  point: ["", ",", " ", "\u00a0", "'", "’"],
  comma: ["", ".", " ", "\u202f", "'", "’"],
};
const style: fc.Arbitrary<Style> = fc.constantFrom<NumberForm>("point", "comma").chain((form) =>
  fc.record({
    form: fc.constant(form),
    mark: fc.constantFrom(...MARKS[form]),
    money: fc.constantFrom("", "€ x", "€x", "x €", "EUR x"),
    minus: fc.constantFrom("-x", "−x", "(x)", "x-"),
  }),
);

/** A number of `units` / 10 ^ `decimals`. */
const exact = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  decimals: fc.nat({ max: 8 }),
});
type Exact = { units: bigint; decimals: number };
const small = fc.record({
  units: fc.bigInt({ min: -99_999n, max: 99_999n }),
  decimals: fc.nat({ max: 3 }),
});
const amounts = fc.array(fc.oneof(exact, small), { minLength: 1, maxLength: 12 });

function written({ units, decimals }: Exact, { form, mark, money, minus }: Style): string {
  const scale = 10n ** BigInt(decimals);
  const size = units < 0n ? -units : units;
  let whole = "";
  let rest = size / scale;
  for (; rest >= 1000n && mark !== ""; rest /= 1000n)
    whole = `${mark}${(rest % 1000n).toString().padStart(3, "0")}${whole}`;
  whole = `${rest}${whole}`;
  const end = (size % scale).toString().padStart(decimals, "0");
  const number = decimals === 0 ? whole : `${whole}${form === "point" ? "." : ","}${end}`;
  const signed = units < 0n ? minus.replace("x", number) : number;
  return money === "" ? signed : money.replace("x", signed);
}

function rational(all: readonly Exact[]): Exact {
  const decimals = Math.max(...all.map((one) => one.decimals));
  const units = all.map((one) => one.units * 10n ** BigInt(decimals - one.decimals));
  return { units: units.reduce((sum, one) => sum + one, 0n), decimals };
}

test("a sum is that of the rationals, with the most decimals, in the same notation", () => {
  void fc.assert(
    fc.property(amounts, style, (all, how) => {
      const values = all.map((one) => written(one, how));
      const expected = rational(all);
      // Values without a mark give no mark to their sum.
      const mark = values.some((value) => how.mark !== "" && value.includes(`${how.mark}`))
        ? how.mark
        : "";
      const isGrouped = all.some(({ units, decimals }) => {
        const size = (units < 0n ? -units : units) / 10n ** BigInt(decimals);
        return mark !== "" && size >= 1000n;
      });
      const text = written(expected, { ...how, mark: isGrouped ? mark : "" });
      expect(sumOf(values, how.form)).toEqual({ text });
      expect(values.map(formsOf)).not.toContain(how.form === "point" ? "comma" : "point");
    }),
  );
});

test("in any order, the sum is the same number", () => {
  const shuffled = amounts.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  const styles = fc.array(style, { minLength: 12, maxLength: 12 });
  void fc.assert(
    fc.property(shuffled, styles, (lists, hows) => {
      const numbers = lists.map((all) => {
        const values = all.map((one, at) =>
          written(one, { ...(hows[at] as Style), form: "point", mark: ",", money: "x €" }),
        );
        const sum = sumOf(values, "point");
        if (!("text" in sum)) throw new Error(sum.problem);
        const { digits, decimals, around } = readAmount(sum.text, "point") ?? {};
        return [digits, decimals, around?.minus === null];
      });
      expect(numbers[0]).toEqual(numbers[1]);
    }),
  );
});

test("no value that isn't a number is added", () => {
  const noise = fc
    .array(
      fc.oneof(
        fc.constantFrom("1", "12", "0", ".", ",", "'", " ", "-", "(", ")", "+", "€", "EUR", "km"),
        fc.constantFrom("/", ":", "e", "x", "–", "−", "%", "２", "٣", "²", "free", "\u200b", "\n"),
        fc.string({ unit: "binary", maxLength: 2 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));
  /** One group of digits, with marks between them, and a known currency or unit around it. */
  const looksLikeOne = (text: string) =>
    /^[^\d]*\d[\d.,'’\s]*[^\d]*$/u.test(text) && !/[/:²٣]|free|\d\s*[ex]\s*\d/u.test(text);
  void fc.assert(
    fc.property(noise, fc.constantFrom<NumberForm>("point", "comma"), (value, form) => {
      const sum = sumOf(["1", value], form);
      if (!("text" in sum)) {
        expect(sum.problem).toMatch(/^“.*”/s);
        return;
      }
      // The only texts without a unit that can be added to 1.
      const seen = value
        .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
        .normalize("NFKC")
        .trim();
      expect(looksLikeOne(seen)).toBe(true);
      expect(seen).toMatch(/^[-+(−–]?\s*[.,]?\d[\d.,'’\s]*(?:[.,][-–—]{1,2})?[)\-−–]?\s*\)?$/u);
    }),
  );
});

test("1,000 long values are added up exactly", () => {
  const values = Array.from(
    { length: 1_000 },
    (_, n) => `${"9".repeat(n + 1)}.${"1".repeat(n + 1)}`,
  );
  const sum = sumOf(values, "point");
  const expected = rational(
    values.map((value) => ({
      units: BigInt(value.replace(".", "")),
      decimals: value.split(".")[1]?.length ?? 0,
    })),
  );
  const digits = expected.units.toString();
  const cut = digits.length - expected.decimals;
  expect(sum).toEqual({ text: `${digits.slice(0, cut)}.${digits.slice(cut)}` });
});
