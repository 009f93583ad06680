/** In a character class: spaces of any kind, zero-width and control characters. */
export const UNSEEN = "\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800";

const BLANK = new RegExp(`^[${UNSEEN}]*$`, "u");

/** Whether a reader would see nothing of a value. */
export function isBlank(value: string | undefined): boolean {
  return value === undefined || BLANK.test(value);
}
