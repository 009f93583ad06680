const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Whether a reader would see nothing of a value: only spaces of any kind, zero-width and control
 * characters.
 */
export function isBlank(value: string | undefined): boolean {
  return value === undefined || BLANK.test(value);
}
