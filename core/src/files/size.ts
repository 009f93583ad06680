const UNITS = ["Bytes", "KB", "MB", "GB", "TB"] as const;

/** A number of bytes for people: `0 Bytes`, `1.50 KB`, `5.00 MB`, up to TB (rule: sizes). */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // 1,023.995 KB would be written "1024.00 KB", so a number that rounds up to the next unit is shown in it.
  while (unit < UNITS.length - 1 && size >= (unit === 0 ? 1024 : 1023.995)) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(2)} ${UNITS[unit]}`;
}
