import { isBlank } from "../isBlank.ts";
import { formsOf, readAmount } from "./amount.ts";

/**
 * Whether values look like amounts, whose total probably means something: numbers, at least one of
 * them with a currency or decimals. Blanks don't count.
 */
export function areAmounts(values: readonly string[]): boolean {
  const filled = values.filter((value) => !isBlank(value));
  const form = filled.some((value) => formsOf(value) === "comma") ? "comma" : "point";
  const amounts = filled.map((value) => readAmount(value, form));
  return (
    !amounts.includes(null) &&
    amounts.some((amount) => amount?.around.isCurrency || (amount?.decimals ?? 0) > 0)
  );
}
