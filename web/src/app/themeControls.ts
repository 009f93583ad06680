import type { Components, Theme } from "@mui/material/styles";

const FOCUS = { outline: "2px solid var(--accent)", outlineOffset: 2 };

/** The look of buttons and links: nothing ripples or uses all capitals. */
export const BUTTONS: Components<Omit<Theme, "components">> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: { root: { "&.Mui-focusVisible": FOCUS } },
  },
  // Those of a date's or a time's dialog; the page's are `components/Button.tsx`.
  MuiButton: { styleOverrides: { root: { minHeight: "max(40px, var(--target))" } } },
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
