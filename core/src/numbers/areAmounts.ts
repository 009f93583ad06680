import type { NumberForm } from "../contract/templates.ts";
import { isBlank } from "../isBlank.ts";
import { formsOf, readAmount } from "./amount.ts";

/**
 * How numbers are written, and whether at least one of them has a currency or decimals; null if a
 * value isn't a number, or there is none. Blanks don't count.
 */
export function numbersIn(
  values: readonly string[],
): { form: NumberForm; areAmounts: boolean } | null {
  const filled = values.filter((value) => !isBlank(value));
  const form = filled.some((value) => formsOf(value) === "comma") ? "comma" : "point";
  const amounts = filled.map((value) => readAmount(value, form));
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return {
    form,
    areAmounts: amounts.some((amount) => amount?.around.isCurrency || (amount?.decimals ?? 0) > 0),
  };
}

/** Whether values look like amounts, whose total probably means something. */
export function areAmounts(values: readonly string[]): boolean {
  return numbersIn(values)?.areAmounts === true;
}
