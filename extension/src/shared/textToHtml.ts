/**
 * HTML of text as written in a plain field, as the editor writes it: a paragraph for each line,
 * blank or not.
 */
export function textToHtml(text: string): string {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .trim();
  if (escaped === "") return "";
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line.trim() === "" ? "<br>" : line}</p>`)
    .join("");
}
