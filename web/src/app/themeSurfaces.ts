import type { Components, Theme } from "@mui/material/styles";

const FLOATING = {
  backgroundColor: "var(--sheet)",
  backgroundImage: "none",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-card)",
  boxShadow: "var(--shadow)",
};

/** How what lies on the page or floats above it looks: menus, dialogs, notices and toasts. */
export const SURFACES: Components<Omit<Theme, "components">> = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: "none" } },
  },
  MuiMenu: { styleOverrides: { paper: FLOATING, list: { padding: 6 } } },
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
  MuiPopover: { styleOverrides: { paper: FLOATING } },
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
  MuiAlert: {
    styleOverrides: {
      root: {
        alignItems: "flex-start",
        gap: 12,
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
        borderColor: "var(--line)",
        borderRadius: "var(--radius-card)",
      },
      icon: { margin: 0, padding: "2px 0 0", opacity: 1 },
      message: { flex: 1, minWidth: 0, padding: 0, overflowWrap: "anywhere" },
      // Only of toasts: what you can do about a notice is in its words (`Notice.module.css`).
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
