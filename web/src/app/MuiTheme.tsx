import { ClassNames, type ClassNamesContent, ThemeContext } from "@emotion/react";
import DefaultPropsProvider from "@mui/material/DefaultPropsProvider";
import { type ReactNode, useEffect } from "react";
import { onThemeMode } from "../lib/themeMode.ts";
import { theme } from "./theme.ts";

const used = { ...theme, vars: theme.generateThemeVars() };
/** An object to its provider, whose type leaves out the parts of a component beside its props. */
const components: object = { ...theme.components };

/** Both palettes, as the style sheet of the variables that MUI's components use. */
const VARIABLES = theme
  .generateStyleSheets()
  .flatMap(Object.entries<Record<string, unknown>>)
  .map(([selector, css]) => {
    const lines = Object.entries(css).map(([name, value]) => `${name}:${value}`);
    return `${selector}{${lines.join(";").replace("colorScheme", "color-scheme")}}`;
  })
  .join("");

/** Lets nothing fade from one theme to the other. */
function changeAtOnce(): void {
  const style = document.createElement("style");
  style.textContent = "*{transition:none!important}";
  document.head.append(style);
  // The browser applies both, the style and the theme.
  void getComputedStyle(document.body).color;
  setTimeout(() => style.remove(), 1);
}

/**
 * Makes MUI's style sheet now, before those of parts that load later: of two rules as strong, theirs
 * must win.
 */
function makeStyleSheet({ css }: ClassNamesContent): null {
  css({ display: "contents" });
  return null;
}

/**
 * Provides MUI with our theme. MUI's own provider would also keep and store the theme that is shown,
 * which is `themeMode.ts`'s.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  useEffect(() => onThemeMode(changeAtOnce), []);
  return (
    <ThemeContext value={used}>
      <DefaultPropsProvider value={components}>
        <style href="theme" precedence="low">
          {VARIABLES}
        </style>
        <ClassNames>{makeStyleSheet}</ClassNames>
        {children}
      </DefaultPropsProvider>
    </ThemeContext>
  );
}
