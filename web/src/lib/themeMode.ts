import { readStored, writeStored } from "./storage.ts";

/** A person's choice; "system" if they made none. */
type ThemeMode = "light" | "dark" | "system";

/** The same key as in src/boot.js, which reads it before the first paint. */
const STORAGE_KEY = "sendwright:theme";
const listeners = new Set<() => void>();
let mode: ThemeMode = storedMode();

function storedMode(): ThemeMode {
  const value = readStored("localStorage", STORAGE_KEY);
  return value === "light" || value === "dark" ? value : "system";
}

function systemIsDark(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

function paint(): void {
  document.documentElement.dataset.theme = shownTheme();
  for (const listener of listeners) listener();
}

/** The theme that is on the screen. */
export function shownTheme(): "light" | "dark" {
  if (mode !== "system") return mode;
  return systemIsDark().matches ? "dark" : "light";
}

/**
 * Shows a mode at once and remembers it in this browser. Choosing the system's mode follows the
 * system again.
 */
export function setThemeMode(wanted: ThemeMode): void {
  mode = (wanted === "dark") === systemIsDark().matches ? "system" : wanted;
  writeStored("localStorage", STORAGE_KEY, mode === "system" ? null : mode);
  paint();
}

/**
 * Calls a listener on every change, also of the system or of another tab. Returns a function that
 * stops it.
 */
export function onThemeMode(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEY) return;
    mode = storedMode();
    paint();
  };
  const media = systemIsDark();
  listeners.add(listener);
  media.addEventListener("change", paint);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    media.removeEventListener("change", paint);
    window.removeEventListener("storage", elsewhere);
  };
}
