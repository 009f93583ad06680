import type { Components, Theme } from "@mui/material/styles";

const FOCUS = { outline: "2px solid var(--accent)", outlineOffset: 2 };

/** The look of buttons and links: nothing ripples or uses all capitals. */
export const BUTTONS: Components<Omit<Theme, "components">> = {
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
        // The words begin at the edge of the surface around the button, even in a second line. The
        // space around the button is that of its words, however large its target is for a finger.
        "&.MuiButton-text": {
          margin: "calc(var(--target) / -11) 0 calc(var(--target) / -11) -8px",
          paddingInline: 8,
        },
        ".stack > &.MuiButton-text": { alignSelf: "flex-start" },
        // Buttons without a border need more room between them.
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
        '&.Mui-disabled, &[aria-disabled="true"]': {
          borderColor: "var(--line)",
          backgroundColor: "var(--skipped-tint)",
          color: "var(--ink-soft)",
        },
      },
      // Three kinds of buttons: those that lead on, that offer something else, or that show and hide.
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
  MuiLink: {
    defaultProps: { underline: "always" },
    styleOverrides: {
      root: { textUnderlineOffset: 3, "&:hover": { color: "var(--accent-strong)" } },
    },
  },
};

/** The look of fields. Labels are above them, as on a paper form; nothing floats. */
export const FIELDS: Components<Omit<Theme, "components">> = {
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
};
