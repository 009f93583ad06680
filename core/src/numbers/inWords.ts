import type { NumberForm } from "../contract/templates.ts";
import { readAmount } from "./amount.ts";

/**
 * What an open value (1,234) is in a notation, so that anyone sees the difference: "1 thousand 234"
 * or "1 and 234 thousandths".
 */
export function inWords(value: string, form: NumberForm): string {
  const { units = 0n, decimals = 0 } = readAmount(value, form) ?? {};
  const digits = units < 0n ? -units : units;
  const [first, rest] = [digits / 1000n, digits % 1000n];
  if (decimals === 0) return rest === 0n ? `${first} thousand` : `${first} thousand ${rest}`;
  return rest === 0n ? `${first}` : `${first} and ${rest} thousandths`;
}
