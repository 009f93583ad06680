export type ThemeMode = "light" | "dark" | "system";

/** The same key as in public/boot.js, which reads it before the first paint. */
const KEY = "sendwright:theme";
const listeners = new Set<(mode: ThemeMode) => void>();

function systemIsDark(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

function isMode(value: unknown): value is ThemeMode {
  return value === "light" || value === "dark" || value === "system";
}

function apply(): void {
  document.documentElement.dataset.theme = shownTheme();
}

/** Gives what the person chose; "system" when nothing was chosen or nothing can be remembered. */
export function themeMode(): ThemeMode {
  try {
    const stored = localStorage.getItem(KEY);
    return isMode(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

/** Gives the theme that is on the screen. */
export function shownTheme(): "light" | "dark" {
  const mode = themeMode();
  if (mode !== "system") return mode;
  return systemIsDark().matches ? "dark" : "light";
}

/** Takes a mode; shows it at once and remembers it in this browser. */
export function setThemeMode(mode: ThemeMode): void {
  try {
    if (mode === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, mode);
  } catch {
    // Not remembered, then; it still holds until the page is left.
  }
  document.documentElement.dataset.theme = mode === "system" ? shownTheme() : mode;
  for (const listener of listeners) listener(mode);
}

/** Takes a listener; calls it on every change, also of the system or of another tab. Gives the way to stop. */
export function onThemeMode(listener: (mode: ThemeMode) => void): () => void {
  const media = systemIsDark();
  const again = (event: Event) => {
    if (event instanceof StorageEvent && event.key !== KEY) return;
    apply();
    listener(themeMode());
  };
  listeners.add(listener);
  media.addEventListener("change", again);
  window.addEventListener("storage", again);
  return () => {
    listeners.delete(listener);
    media.removeEventListener("change", again);
    window.removeEventListener("storage", again);
  };
}
