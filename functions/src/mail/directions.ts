const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const BLOCK = /<(p|h[1-3]|li|blockquote|td|th|caption|ul|ol)((?: [^>]*)?)>/g;

/**
 * Puts `dir="auto"` on each block of an email with its values, so that Hebrew and Arabic are read from their own side,
 * including names. An email without such letters stays as it is, and so does any element that sets a direction.
 */
export function withDirections(html: string): string {
  if (!RIGHT_TO_LEFT.test(html)) return html;
  return html.replace(BLOCK, (tag, name: string, rest: string) =>
    / dir=/.test(rest) ? tag : `<${name} dir="auto"${rest}>`,
  );
}
