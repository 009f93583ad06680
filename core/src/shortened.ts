/** One line of at most 60 characters, without invisible characters. */
export function shortened(value: string): string {
  const line = value
    .slice(0, 200)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
