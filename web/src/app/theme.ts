import { type Components, extendTheme, type Theme } from "@mui/material/styles";
import { BUTTONS, FIELDS } from "./themeControls.ts";
import { dark, fonts, light, type Palette } from "./tokens.ts";

const FLOATING = {
  backgroundColor: "var(--sheet)",
  backgroundImage: "none",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-card)",
  boxShadow: "var(--shadow)",
};

/** Shows the beginning of a dialog, even if the button with the focus is at its end. */
function beginAtTop(dialog: HTMLElement): void {
  for (const part of dialog.querySelectorAll(".MuiDialog-paper, .MuiDialogContent-root"))
    part.scrollTop = 0;
}

/** The look of menus and dialogs. */
const SURFACES: Components<Omit<Theme, "components">> = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: "none" } },
  },
  MuiMenu: { styleOverrides: { paper: FLOATING, list: { padding: 6 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: "var(--radius-chip)",
        // MUI has another height for wide windows.
        "&&": { minHeight: "max(36px, var(--target))" },
        fontSize: "0.9375rem",
        "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: "var(--info-tint)" },
      },
    },
  },
  MuiPopover: { styleOverrides: { paper: FLOATING } },
  MuiDialog: {
    defaultProps: { slotProps: { transition: { onEnter: beginAtTop } } },
    styleOverrides: {
      paper: {
        ...FLOATING,
        borderRadius: 12,
        // Only its content scrolls: a field that gets the focus must not move its title and buttons.
        overflow: "clip",
        "@media (width < 600px)": {
          "&:not(.MuiDialog-paperFullScreen)": {
            width: "calc(100% - 32px)",
            maxWidth: "calc(100% - 32px)",
            maxHeight: "calc(100% - 32px)",
            margin: 16,
          },
        },
        // The text scrolls between the title and the buttons, even on a turned phone.
        "@media (height < 480px)": {
          "&:not(.MuiDialog-paperFullScreen)": { maxHeight: "calc(100% - 16px)", marginBlock: 8 },
          "& > .MuiDialogContent-root": { minHeight: 64 },
        },
        // A window of 400 % has no room for a part that scrolls between two that do not: the dialog
        // scrolls as a whole.
        "@media (height < 320px)": {
          overflowY: "auto",
          "& > .MuiDialogContent-root": { flex: "none", overflowY: "visible" },
        },
      },
      paperFullScreen: { border: 0, borderRadius: 0 },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { "&:not(.MuiBackdrop-invisible)": { backgroundColor: "var(--veil)" } },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        padding: "20px clamp(16px, 4vw, 24px) 8px",
        fontSize: "1.3125rem",
        "@media (height < 480px)": { paddingBlock: "12px 4px" },
      },
    },
  },
  // A long address must not make a question scroll sideways.
  MuiDialogContent: {
    styleOverrides: {
      root: {
        // Elements placed in it scroll with it.
        position: "relative",
        // A field that gets the focus has its label in view.
        scrollPaddingBlockStart: 32,
        padding: "8px clamp(16px, 4vw, 24px) 16px",
        overflowWrap: "break-word",
        // On a phone, the last line fades, since nothing else shows that a dialog scrolls. At the
        // end, nothing is below the fade.
        "@media (width < 600px)": {
          paddingBlockEnd: 0,
          "&::after": {
            content: '""',
            display: "block",
            position: "sticky",
            insetBlockEnd: 0,
            blockSize: 32,
            background: "linear-gradient(transparent, var(--sheet))",
            pointerEvents: "none",
          },
        },
      },
    },
  },
  MuiDialogActions: {
    defaultProps: { disableSpacing: true },
    styleOverrides: {
      root: {
        padding: "12px clamp(16px, 4vw, 24px) 20px",
        gap: 8,
        flexWrap: "wrap",
        overflowWrap: "anywhere",
        "@media (height < 480px)": { paddingBlock: 6 },
        // A double tap on a phone must not answer the question that it opened, nor press a button
        // below the form that it closed.
        "& > button": { animation: "arming 1ms 400ms backwards" },
        '[aria-hidden="true"] & > button': { animation: "none" },
        // On a phone both answers are side by side.
        "@media (width < 400px)": {
          "& > button": { paddingInline: 12, fontSize: "0.8125rem" },
        },
        // Those of a question have a line each, for a thumb. A turned phone has no room for that.
        "@media (width < 600px) and (height >= 480px)": {
          '[role="alertdialog"] > & > button': { inlineSize: "100%" },
        },
      },
    },
  },
};

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
export const theme = extendTheme({
  colorSchemeSelector: '[data-theme="%s"]',
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
