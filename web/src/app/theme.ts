import { createTheme } from "@mui/material/styles";
import { BUTTONS } from "./themeButtons.ts";
import { FIELDS } from "./themeFields.ts";
import { SURFACES } from "./themeSurfaces.ts";
import { dark, fonts, light, type Palette } from "./tokens.ts";

/** MUI's view of a palette of ours. */
function paletteOf(of: Palette) {
  const plain = (main: string) => ({ main, light: main, dark: main, contrastText: of.sheet });
  return {
    primary: {
      main: of.accent,
      light: of.accent,
      dark: of.accentStrong,
      contrastText: of.onAccent,
    },
    secondary: plain(of.ink),
    error: plain(of.failed),
    warning: plain(of.warning),
    success: plain(of.sent),
    info: plain(of.accent),
    background: { default: of.paper, paper: of.sheet },
    text: { primary: of.ink, secondary: of.inkSoft, disabled: of.inkSoft },
    divider: of.line,
  };
}

const heading = {
  fontFamily: fonts.heading,
  fontWeight: 500,
  letterSpacing: "-0.01em",
  lineHeight: 1.2,
};

/**
 * MUI in our clothes. Both themes are in one style sheet; `data-theme` on the root element decides
 * (set by src/boot.js before the first paint and by lib/themeMode.ts after it).
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
  colorSchemes: { light: { palette: paletteOf(light) }, dark: { palette: paletteOf(dark) } },
  spacing: 4,
  shape: { borderRadius: 8 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  typography: {
    fontFamily: fonts.body,
    fontSize: 15,
    htmlFontSize: 16,
    h1: { ...heading, fontSize: "1.75rem" },
    h2: { ...heading, fontSize: "1.3125rem" },
    h3: { ...heading, fontSize: "1.0625rem" },
    h4: { ...heading, fontSize: "1.0625rem" },
    h5: { ...heading, fontSize: "1.0625rem" },
    h6: { ...heading, fontSize: "1.0625rem" },
    body1: { fontSize: "0.9375rem", lineHeight: 1.55 },
    body2: { fontSize: "0.8125rem", lineHeight: 1.5 },
    subtitle1: { fontSize: "0.9375rem", fontWeight: 600 },
    subtitle2: { fontSize: "0.8125rem", fontWeight: 600 },
    caption: { fontSize: "0.8125rem" },
    button: { fontSize: "0.9375rem", fontWeight: 550, textTransform: "none", letterSpacing: 0 },
  },
  components: { ...BUTTONS, ...FIELDS, ...SURFACES },
});
