import { GOOGLE_SCRIPT } from "./google.ts";

interface Factory {
  createPolicy: (
    name: "default",
    rules: Record<"createHTML" | "createScriptURL", (text: string) => string | null>,
  ) => void;
}

/**
 * What a library or the page may hand to the browser as markup, null when it is not fit. Fit is only what has none in
 * it (Quill empties an element so, the date field writes the parts of a date): other text becomes markup in
 * `inertDocument` alone.
 */
export function fitMarkup(text: string): string | null {
  return /[<&]/.test(text) ? null : text;
}

/** The address of a script or worker when it is a file of this page, or Google's sign-in script; else null. */
export function fitScript(address: string): string | null {
  const { origin, pathname } = new URL(address, window.location.href);
  const isOurs = origin === window.location.origin && !pathname.startsWith("/api/");
  return isOurs || address === GOOGLE_SCRIPT ? address : null;
}

/**
 * Names what this page may make code of (Trusted Types): the default policy, which the browser asks about every text that reaches such a
 * place. What is not fit is reported; nothing is ever passed on as it came. A browser without Trusted Types has nothing to ask.
 */
export function nameWhatIsTrusted(): void {
  const factory = Reflect.get(window, "trustedTypes") as Factory | undefined;
  factory?.createPolicy("default", { createHTML: fitMarkup, createScriptURL: fitScript });
}
