/**
 * The largest of any count of numbers; 0 if none is larger. `Math.max(...numbers)` throws once the
 * arguments don't fit on the stack, from about 100,000.
 */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}
