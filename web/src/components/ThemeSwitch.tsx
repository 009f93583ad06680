import { Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { onThemeMode, setThemeMode, shownTheme } from "../lib/themeMode.ts";
import { IconButton } from "./Button.tsx";

/** Switches between light and dark; choosing the system's mode follows the system again. */
export function ThemeSwitch({ isNamed = false }: { isNamed?: boolean }) {
  const shown = useSyncExternalStore(onThemeMode, shownTheme, () => "light" as const);
  const other = shown === "dark" ? "light" : "dark";
  const Icon = shown === "dark" ? Sun : Moon;
  const name = `Switch to the ${other} theme`;
  const Switch = isNamed ? "button" : IconButton;
  return (
    <Switch
      type="button"
      // Its name as well: with another one beside it, it would be heard twice.
      {...(!isNamed && { title: name })}
      onClick={() => setThemeMode(other)}
    >
      <Icon size={18} aria-hidden />
      {isNamed && name}
    </Switch>
  );
}
