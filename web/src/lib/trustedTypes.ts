import { GOOGLE_SCRIPT } from "./google.ts";

interface Factory {
  createPolicy: (
    name: "default",
    rules: Record<"createHTML" | "createScriptURL", (text: string) => string | null>,
  ) => void;
}

/**
 * Text that a library or the page may hand to the browser as markup; null if it isn't safe. Only
 * text without markup is safe (Quill empties an element this way, the date field writes the parts
 * of a date). Other text becomes markup only in `inertDocument`.
 */
export function safeMarkup(text: string): string | null {
  return /[<&]/.test(text) ? null : text;
}

/**
 * The address of a script or worker when it is a file of this page, or Google's sign-in script;
 * else null.
 */
export function safeScript(address: string): string | null {
  const { origin, pathname } = new URL(address, window.location.href);
  const isOurs = origin === window.location.origin && !pathname.startsWith("/api/");
  return isOurs || address === GOOGLE_SCRIPT ? address : null;
}

/**
 * Sets the default policy for Trusted Types: the browser asks it about every text that could become
 * code. It reports unsafe text and never passes it on. Does nothing in a browser without Trusted
 * Types.
 */
export function setTrustedTypesPolicy(): void {
  const factory = Reflect.get(window, "trustedTypes") as Factory | undefined;
  factory?.createPolicy("default", { createHTML: safeMarkup, createScriptURL: safeScript });
}
