/** HTML of text as written in a plain field: a paragraph for each block, a break for each line. */
export function textToHtml(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== "")
    .map((block) => `<p>${block.replaceAll("\n", "<br>")}</p>`)
    .join("");
}
