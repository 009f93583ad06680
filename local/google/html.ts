const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML with every value escaped, except our own HTML and lists of it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Value = string | number | Html | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, i) => (i === 0 ? "" : escapedText(values[i - 1] ?? "")) + part).join(""),
  );
}

function escapedText(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("\n");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/pages/icon.svg"><link rel="stylesheet" href="/pages/style.css">
</head><body><small>Local Google</small>${body}</body></html>`.text;
}
