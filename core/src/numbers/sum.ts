import type { NumberForm } from "../contract/templates.ts";
import { shortened } from "../shortened.ts";
import { type Amount, formsOf, inWords, readAmount } from "./amount.ts";

/** The total as text, or a clause that says why there is none. */
export type Sum = { text: string } | { problem: string };

/**
 * Adds up values exactly and writes the total as they are written: with their currency, its place
 * as in the first value that has it, the mark between thousands if one of them has it, the most
 * decimals that one of them has, and the minus sign of the first negative one. Blank values aren't
 * numbers: leave them out. Without a form, these values must show how they are written.
 */
export function sumOf(values: readonly string[], given?: NumberForm): Sum {
  const form = given ?? formIn(values);
  if (form === null) return { problem: openProblem(values) };
  const amounts = readAmounts(values, form);
  if ("problem" in amounts) return amounts;
  let decimals = 0;
  for (const amount of amounts) decimals = Math.max(decimals, amount.decimals);
  let total = 0n;
  for (const amount of amounts) total += scaled(amount, decimals);
  return { text: totalText(total, decimals, amounts, form) };
}

/** Says why values written in this notation can't be added up; null if they can. */
export function sumProblem(values: readonly string[], form: NumberForm): string | null {
  const amounts = readAmounts(values, form);
  return "problem" in amounts ? amounts.problem : null;
}

/** The amounts of one unit or currency, at least one of them. */
function readAmounts(values: readonly string[], form: NumberForm): Amount[] | { problem: string } {
  const amounts: Amount[] = [];
  for (const value of values) {
    const amount = readAmount(value, form);
    if (amount === null) return { problem: notAddableMessage(value, form) };
    amounts.push(amount);
  }
  const [first] = amounts;
  if (first === undefined) return { problem: "there is no value" };
  const other = amounts.findIndex(({ around: { unit } }) => unit !== first.around.unit);
  return other === -1 ? amounts : { problem: twoUnits(values, amounts, other) };
}

/** How values are written that no column is known of; null if they could be two numbers. */
function formIn(values: readonly string[]): NumberForm | null {
  const found = new Set(values.map(formsOf));
  if (found.has("point")) return "point";
  if (found.has("comma")) return "comma";
  return found.has("open") ? null : "point";
}

function openProblem(values: readonly string[]): string {
  const value = values.find((one) => formsOf(one) === "open") ?? "";
  return `“${shortened(value)}” could be ${inWords(value, "point")} or ${inWords(value, "comma")}`;
}

/** An amount as an integer of units with so many decimals. */
function scaled({ digits, decimals, around }: Amount, to: number): bigint {
  const units = BigInt(digits + "0".repeat(to - decimals));
  return around.minus === null ? units : -units;
}

/** Why a value isn't added in this notation: `“free” isn't a number`. */
export function notAddableMessage(value: string, form: NumberForm): string {
  const quoted = `“${shortened(value)}”`;
  if (formsOf(value) === "none") return `${quoted} isn't a number`;
  return `${quoted} isn't written like ${form === "point" ? "1,234.50" : "1.234,50"}`;
}

/** `“€ 5” has €, but “12” has no currency`. */
function twoUnits(values: readonly string[], amounts: readonly Amount[], other: number): string {
  const isMoney = [amounts[0], amounts[other]].some((amount) => amount?.around.isCurrency);
  const [one, two] = [0, other].map((at) => {
    const { prefix = "", suffix = "" } = amounts[at]?.around ?? {};
    const has = `${prefix} ${suffix}`.trim();
    return `“${shortened(values[at] ?? "")}” has ${has || `no ${isMoney ? "currency" : "unit"}`}`;
  });
  return `${one}, but ${two}`;
}

function totalText(
  total: bigint,
  decimals: number,
  amounts: readonly Amount[],
  form: NumberForm,
): string {
  const isNegative = total < 0n;
  const digits = (isNegative ? -total : total).toString().padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  const { prefix = "", suffix = "", unit } = amounts[0]?.around ?? {};
  const mark = amounts.find((amount) => amount.mark !== "")?.mark ?? "";
  const shown = amounts.find(({ grouping }) => grouping !== "unknown")?.grouping;
  const isIndian = shown === undefined ? unit === "INR" : shown === "indian";
  const whole = withMarks(digits.slice(0, cut), mark, isIndian ? 2 : 3);
  const dash = amounts.find(({ around }) => around.dash !== "")?.around.dash ?? "";
  const end = decimals === 0 ? dash : (form === "point" ? "." : ",") + digits.slice(cut);
  const negative = isNegative ? amounts.find(({ around }) => around.minus !== null) : null;
  const minus = negative?.around.minus;
  if (!minus) return `${prefix}${whole}${end}${suffix}`;
  return `${minus.start}${prefix}${minus.before}${whole}${end}${minus.after}${suffix}${minus.end}`;
}

/** The last three digits are a group of their own, in India, too. */
function withMarks(digits: string, mark: string, size: number): string {
  if (mark === "") return digits;
  const groups = [digits.slice(-3)];
  for (let end = digits.length - 3; end > 0; end -= size)
    groups.push(digits.slice(Math.max(0, end - size), end));
  return groups.reverse().join(mark);
}
