import { type Components, createTheme, type Theme } from "@mui/material/styles";
import { dark, fonts, light, type Palette } from "./tokens.ts";

const FOCUS = { outline: "2px solid var(--accent)", outlineOffset: 2 };
const FLOATING = {
  backgroundColor: "var(--sheet)",
  backgroundImage: "none",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-card)",
  boxShadow: "var(--shadow)",
};

/**
 * Labels are above their fields, like on a paper form; nothing floats, ripples or uses all
 * capitals.
 */
const components: Components<Omit<Theme, "components">> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": FOCUS } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: "outlined" },
    styleOverrides: {
      root: {
        minHeight: "max(40px, var(--target))",
        padding: "7px 16px",
        borderRadius: "var(--radius-field)",
        lineHeight: 1.5,
      },
      sizeSmall: {
        minWidth: 0,
        minHeight: "max(32px, var(--target))",
        padding: "3px 10px",
        fontSize: "0.8125rem",
        // Its word begins at the edge of its surface, also in a further line; it has the air of its
        // words, however large it is for a finger.
        "&.MuiButton-text": {
          margin: "calc(var(--target) / -11) 0 calc(var(--target) / -11) -8px",
          paddingInline: 8,
        },
        ".stack > &.MuiButton-text": { alignSelf: "flex-start" },
        // Words without a border need more room beside one.
        ".row:has(> &.MuiButton-text)": { columnGap: 12 },
      },
      startIcon: { marginLeft: 0 },
      sizeLarge: { minHeight: 48, padding: "10px 24px", fontSize: "1.0625rem" },
      outlined: {
        color: "var(--ink)",
        borderColor: "var(--field)",
        backgroundColor: "var(--sheet)",
        "&:hover": { backgroundColor: "var(--skipped-tint)", borderColor: "var(--ink-soft)" },
        "&.MuiButton-colorError": { color: "var(--failed)", borderColor: "var(--failed)" },
        "&.Mui-disabled": {
          borderColor: "var(--line)",
          backgroundColor: "var(--skipped-tint)",
          color: "var(--ink-soft)",
        },
      },
      // Three kinds: what leads on, what is also possible, and what only shows or hides.
      text: {
        color: "var(--accent)",
        "&.MuiButton-colorSecondary": { color: "var(--ink)" },
        "&.MuiButton-colorInherit": { color: "var(--ink-soft)", fontWeight: 400 },
      },
      contained: {
        "&.Mui-disabled": { backgroundColor: "var(--skipped-tint)", color: "var(--ink-soft)" },
        "&.MuiButton-colorError": { backgroundColor: "var(--failed)", color: "var(--sheet)" },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        minWidth: "var(--target)",
        minHeight: "var(--target)",
        borderRadius: "var(--radius-field)",
        color: "var(--ink-soft)",
      },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: "none" } },
  },
  MuiTextField: { defaultProps: { variant: "outlined", fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: "static",
        transform: "none",
        marginBottom: 4,
        maxWidth: "100%",
        fontSize: "0.8125rem",
        fontWeight: 600,
        lineHeight: 1.5,
        whiteSpace: "normal",
        color: "var(--ink)",
        "&.Mui-focused, &.Mui-disabled": { color: "var(--ink)" },
        "&.Mui-error": { color: "var(--failed)" },
        "&[data-required]::after": { content: '" *" / ""' },
      },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        borderRadius: "var(--radius-field)",
        backgroundColor: "var(--sheet)",
        "& .MuiOutlinedInput-notchedOutline": { top: 0, borderColor: "var(--field)" },
        "& .MuiOutlinedInput-notchedOutline legend": { display: "none" },
        "&:hover .MuiOutlinedInput-notchedOutline": { borderColor: "var(--ink-soft)" },
        // As `field.module.css` has it.
        "&.Mui-disabled": {
          backgroundColor: "var(--skipped-tint)",
          "& .MuiOutlinedInput-notchedOutline": { borderColor: "var(--field)" },
        },
        "&.Mui-focused .MuiOutlinedInput-notchedOutline": {
          borderColor: "var(--accent)",
          borderWidth: 2,
        },
      },
      input: {
        padding: "max(8.5px, (var(--target) - 21px) / 2) 12px",
        height: "auto",
        fontSize: "max(1em, var(--field-text))",
        lineHeight: 1.45,
        // 4.5:1, as all text.
        "&&::placeholder": { color: "var(--ink-soft)", opacity: 1 },
      },
      sizeSmall: {
        minHeight: "var(--target)",
        fontSize: "0.8125rem",
        "& .MuiOutlinedInput-input": { padding: "5px 10px" },
      },
      multiline: { padding: 0 },
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: "8px 0 0", fontSize: "0.8125rem", lineHeight: 1.5 } },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: 0 } } },
  MuiMenu: { styleOverrides: { paper: FLOATING, list: { padding: 6 } } },
  MuiPopover: { styleOverrides: { paper: FLOATING } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: "var(--radius-chip)",
        minHeight: "max(36px, var(--target))",
        fontSize: "0.9375rem",
        "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: "var(--info-tint)" },
      },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        ...FLOATING,
        borderRadius: 12,
        "@media (width < 600px)": {
          "&:not(.MuiDialog-paperFullScreen)": {
            width: "calc(100% - 32px)",
            maxWidth: "calc(100% - 32px)",
            maxHeight: "calc(100% - 32px)",
            margin: 16,
          },
        },
        // A window of 400 % has no room for a part that scrolls between two that do not: the dialog
        // scrolls as a whole.
        "@media (height < 480px)": {
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
    styleOverrides: { root: { padding: "20px clamp(16px, 4vw, 24px) 8px", fontSize: "1.3125rem" } },
  },
  // A long address must not make a question scroll sideways.
  MuiDialogContent: {
    styleOverrides: {
      root: {
        padding: "8px clamp(16px, 4vw, 24px) 16px",
        overflowWrap: "break-word",
        // On a phone nothing else shows that it scrolls: what is cut off fades. At the end it's
        // below everything.
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
        // A double tap on a phone must not answer the question that it opened.
        "& > .MuiButton-root": { animation: "arming 1ms 400ms backwards" },
        // On a phone both answers are side by side.
        "@media (width < 400px)": {
          "& > .MuiButton-root": { paddingInline: 12, fontSize: "0.8125rem" },
        },
        // Those of a question have a line each, for a thumb. A turned phone has no room for that.
        "@media (width < 600px) and (height >= 480px)": {
          '[role="alertdialog"] > & > .MuiButton-root': { inlineSize: "100%" },
        },
      },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 44 },
      indicator: { height: 2, backgroundColor: "var(--ink)" },
      list: { gap: 24, "@media (width < 600px)": { gap: 16 } },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 44,
        minWidth: 0,
        padding: "8px 0",
        color: "var(--ink-soft)",
        fontWeight: 550,
        "&.Mui-selected, &:hover": { color: "var(--ink)" },
        "@media (width < 600px)": { fontSize: "0.8125rem" },
      },
    },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: {
        backgroundColor: "var(--ink)",
        color: "var(--paper)",
        fontSize: "0.8125rem",
        borderRadius: 6,
      },
    },
  },
  MuiLink: {
    defaultProps: { underline: "always" },
    styleOverrides: {
      root: { textUnderlineOffset: 3, "&:hover": { color: "var(--accent-strong)" } },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: { flexWrap: "wrap", gap: 6 },
      grouped: { margin: 0, border: "1px solid var(--line)", borderRadius: 14 },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      sizeSmall: {
        minHeight: "max(28px, var(--target))",
        padding: "2px 10px",
        fontSize: "0.8125rem",
        lineHeight: 1.5,
        fontVariantNumeric: "tabular-nums",
        backgroundColor: "var(--sheet)",
        color: "var(--ink-soft)",
        "&.Mui-selected, &.Mui-selected:hover": {
          backgroundColor: "var(--info-tint)",
          borderColor: "var(--accent)",
          color: "var(--accent)",
        },
      },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: {
        flexWrap: "wrap",
        alignItems: "flex-start",
        gap: "4px 12px",
        padding: "11px 16px",
        border: "1px solid color-mix(in srgb, currentcolor 12%, transparent)",
        borderRadius: "var(--radius-field)",
        color: "var(--ink)",
        fontSize: "0.9375rem",
        lineHeight: 1.55,
      },
      standard: {
        "&.MuiAlert-colorSuccess": { backgroundColor: "var(--sent-tint)" },
        "&.MuiAlert-colorWarning": { backgroundColor: "var(--warning-tint)" },
        "&.MuiAlert-colorError": { backgroundColor: "var(--failed-tint)" },
        "&.MuiAlert-colorInfo": { backgroundColor: "var(--info-tint)" },
      },
      outlined: {
        flexWrap: "nowrap",
        borderColor: "var(--line)",
        borderRadius: "var(--radius-card)",
      },
      icon: { margin: 0, padding: "2px 0 0", opacity: 1 },
      message: {
        flex: "1 1 220px",
        minWidth: 0,
        padding: 0,
        overflowWrap: "anywhere",
        // Beside a few words there is room for what can be done about them; beside the icon there
        // are always the words.
        "@media (width < 600px)": { flexBasis: "auto", maxWidth: "calc(100% - 30px)" },
      },
      action: { flex: "none", gap: 12, margin: 0, padding: 0 },
    },
  },
  MuiAlertTitle: {
    styleOverrides: {
      root: {
        margin: 0,
        fontFamily: "inherit",
        fontSize: "inherit",
        fontWeight: 600,
        lineHeight: 1.55,
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
  components,
});
