import type { NumberForm } from "../contract/templates.ts";
import { readAmount } from "./amount.ts";

/**
 * What an open value (1,234) is in a notation, so that anyone sees the difference: "1 thousand 234"
 * or "1 and 234 thousandths".
 */
export function inWords(value: string, form: NumberForm): string {
  const { digits = "", decimals = 0 } = readAmount(value, form) ?? {};
  const [first, rest] = [Number(digits.slice(0, -3)), Number(digits.slice(-3))];
  if (decimals === 0) return rest === 0 ? `${first} thousand` : `${first} thousand ${rest}`;
  return rest === 0 ? `${first}` : `${first} and ${rest} thousandths`;
}
