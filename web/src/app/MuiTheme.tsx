import { type StorageManager, ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { onThemeMode, setThemeMode, themeMode } from "../lib/themeMode.ts";
import { theme } from "./theme.ts";

/** MUI asks our theme switch and stores no choice itself. */
const storage: StorageManager = ({ key }) => ({
  get: (fallback) => (key.endsWith("mode") ? themeMode() : fallback),
  set: (value) => {
    if (key.endsWith("mode") && value !== themeMode()) setThemeMode(value);
  },
  subscribe: (listener) =>
    key.endsWith("mode") ? onThemeMode(() => listener(themeMode())) : () => undefined,
});

/** Provides MUI with our theme. */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      theme={theme}
      storageManager={storage}
      modeStorageKey="mode"
      disableTransitionOnChange
      noSsr
    >
      {children}
    </ThemeProvider>
  );
}
