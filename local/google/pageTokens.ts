import { tokenStyles } from "../../web/src/app/tokens.ts";

/** The product's own tokens as a style sheet; where its page knows a chosen theme, these pages follow the system's. */
export function pageTokens(): string {
  const [light, dark] = tokenStyles().split('[data-theme="dark"]');
  return `${light}@media (prefers-color-scheme:dark){:root${dark}}`;
}
