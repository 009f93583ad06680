/** One theme's colors; each becomes a CSS variable (`inkSoft` → `--ink-soft`). */
export interface Palette {
  /** The page. */
  paper: string;
  /** Cards and fields. */
  sheet: string;
  /** Hairlines that only decorate. */
  line: string;
  /** Borders of controls: 3:1 against paper and sheet. */
  field: string;
  ink: string;
  inkSoft: string;
  /** Airmail blue: links, the main button, focus. */
  accent: string;
  accentStrong: string;
  onAccent: string;
  /** Airmail red: the brand only, never an error. */
  stamp: string;
  sent: string;
  warning: string;
  failed: string;
  skipped: string;
  sentTint: string;
  warningTint: string;
  failedTint: string;
  skippedTint: string;
  infoTint: string;
  text: string;
  textTint: string;
  sticky: string;
  stickyTint: string;
  dropdown: string;
  dropdownTint: string;
  datetime: string;
  datetimeTint: string;
  email: string;
  emailTint: string;
  /** The one shadow, only for what floats. */
  shadow: string;
  /** Behind a modal. */
  veil: string;
}

export const light: Palette = {
  paper: "#FAF8F4",
  sheet: "#FFFFFF",
  line: "#E4DFD5",
  field: "#8C8475",
  ink: "#1E1B16",
  inkSoft: "#5C564B",
  accent: "#1D4ED8",
  accentStrong: "#163CA8",
  onAccent: "#FFFFFF",
  stamp: "#C8352B",
  sent: "#17704A",
  warning: "#8A5A00",
  failed: "#B3261E",
  skipped: "#5F6368",
  sentTint: "#E7F4EC",
  warningTint: "#FCF3DF",
  failedTint: "#FCECEA",
  skippedTint: "#F0EFEC",
  infoTint: "#EBF0FE",
  text: "#1B40AE",
  textTint: "#E6EDFD",
  sticky: "#7A4D00",
  stickyTint: "#FBEFD2",
  dropdown: "#5B2FA0",
  dropdownTint: "#F0E8FB",
  datetime: "#0A5C57",
  datetimeTint: "#DBF2EF",
  email: "#1A6335",
  emailTint: "#E0F2E5",
  shadow: "0 1px 2px rgb(30 27 22 / 6%), 0 12px 32px rgb(30 27 22 / 14%)",
  veil: "rgb(30 27 22 / 42%)",
};

export const dark: Palette = {
  paper: "#15171B",
  sheet: "#1D2026",
  line: "#31353D",
  field: "#7A808C",
  ink: "#EDEAE3",
  inkSoft: "#A9A499",
  accent: "#8FB0FF",
  accentStrong: "#B4CAFF",
  onAccent: "#10193A",
  stamp: "#FF8A7E",
  sent: "#7CD1A6",
  warning: "#E9BF6B",
  failed: "#FFABA3",
  skipped: "#B6BAC1",
  sentTint: "#18302A",
  warningTint: "#332A18",
  failedTint: "#3A2223",
  skippedTint: "#282C33",
  infoTint: "#1F2944",
  text: "#A9C3FF",
  textTint: "#212C49",
  sticky: "#F0CC80",
  stickyTint: "#393019",
  dropdown: "#CFB8FF",
  dropdownTint: "#32284A",
  datetime: "#80D8CF",
  datetimeTint: "#173634",
  email: "#93DBA8",
  emailTint: "#1C3626",
  shadow: "0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 50%)",
  veil: "rgb(8 9 11 / 62%)",
};

export const fonts = {
  heading: '"Newsreader Variable", "Newsreader Fallback", Georgia, "Times New Roman", serif',
  body: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
};

/**
 * Everything that does not change with the theme. Sizes in rem (of 16 px) so that the reader's own
 * text size counts.
 */
const measures = {
  "font-heading": fonts.heading,
  "font-body": fonts.body,
  "font-mono": fonts.mono,
  "size-13": "0.8125rem",
  "size-15": "0.9375rem",
  "size-17": "1.0625rem",
  "size-21": "1.3125rem",
  "size-28": "1.75rem",
  "size-40": "2.5rem",
  "radius-card": "10px",
  "radius-field": "8px",
  "radius-chip": "6px",
  motion: "160ms cubic-bezier(0.2, 0, 0, 1)",
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function block(selector: string, scheme: string, values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `--${kebab(name)}:${value}`);
  return `${selector}{${scheme}${lines.join(";")}}`;
}

/**
 * The style sheet that defines every token; the build writes it into the page's head, so the first
 * paint has it.
 */
export function tokenStyles(): string {
  return [
    block(":root", "color-scheme:light;", { ...measures, ...light }),
    block('[data-theme="dark"]', "color-scheme:dark;", { ...dark }),
  ].join("");
}
