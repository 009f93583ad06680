import { GOOGLE_SCOPES } from "@sendwright/core/contract";

/** The part of Google's sign-in script that we use. */
interface CodeAnswer {
  code?: string;
  error?: string;
  error_description?: string;
}
interface CodeClient {
  requestCode: () => void;
}
interface CodeClientConfig {
  client_id: string;
  scope: string;
  ux_mode: "popup";
  login_hint?: string;
  callback: (answer: CodeAnswer) => void;
  error_callback: (error: { type?: string; message?: string }) => void;
}
declare global {
  interface Window {
    google?: {
      accounts?: { oauth2?: { initCodeClient: (config: CodeClientConfig) => CodeClient } };
    };
  }
}

/** Why no code came. `details` is Google's own text for the person. */
export class GoogleRefusal extends Error {
  override readonly name = "GoogleRefusal";
  constructor(
    readonly kind: "closed" | "blocked" | "denied" | "no_code" | "other",
    readonly details = "",
  ) {
    super(`Google gave no code: ${kind}`);
  }
}

/** Where Google's sign-in script comes from. */
export const GOOGLE_SCRIPT =
  import.meta.env.VITE_GIS_SRC || "https://accounts.google.com/gsi/client";
/** The library is looked for every 200 ms. */
const LOOK_EVERY = 200;
/**
 * After this the page says that the library doesn't load; it keeps checking, but loads it again
 * only every 5 s.
 */
const SCRIPT_TIMEOUT_MS = 10_000;
const SELDOM = 25;

function addScript(): void {
  if (document.querySelector(`script[src="${GOOGLE_SCRIPT}"]`)) return;
  const script = document.createElement("script");
  script.src = GOOGLE_SCRIPT;
  script.async = true;
  // Without it the next look asks for the script again.
  script.onerror = () => script.remove();
  document.head.append(script);
}

/** Advice if Google's script doesn't come. */
export const GOOGLE_IS_LATE = "Google Sign-In initialization error. Please refresh the page.";

interface Watch {
  onReady: () => void;
  /** Called once, when the library has not come for ten seconds; it may still come. */
  onLate: () => void;
}

/**
 * Loads Google's sign-in script and looks every 200 ms whether it is there. Returns a function that
 * stops looking.
 */
export function awaitGoogle({ onReady, onLate }: Watch): () => void {
  const began = Date.now();
  let isLate = false;
  let looks = 0;
  const look = () => {
    if (window.google?.accounts?.oauth2) {
      clearInterval(timer);
      onReady();
      return;
    }
    looks += 1;
    if (!isLate || looks % SELDOM === 0) addScript();
    if (!isLate && Date.now() - began >= SCRIPT_TIMEOUT_MS) {
      isLate = true;
      onLate();
    }
  };
  const timer = setInterval(look, LOOK_EVERY);
  look();
  return () => clearInterval(timer);
}

function refusalOf({ error, error_description }: CodeAnswer): GoogleRefusal {
  if (!error) return new GoogleRefusal("no_code");
  return new GoogleRefusal(
    error === "access_denied" ? "denied" : "other",
    error_description ?? error,
  );
}

/**
 * Opens Google's popup (in the same turn as the click, or the browser blocks it); returns the
 * authorization code. `hint` is the address to choose in it. Throws GoogleRefusal when no code
 * comes, and an Error when the library or the client id is not there.
 */
export function requestCode(hint?: string): Promise<string> {
  const oauth2 = window.google?.accounts?.oauth2;
  const clientId = import.meta.env.VITE_GOOGLE_CLIENT_ID;
  if (!clientId) throw new Error("VITE_GOOGLE_CLIENT_ID is not set in this build.");
  if (!oauth2) throw new Error("Google's sign-in library is not loaded.");
  return new Promise((resolve, reject) => {
    const client = oauth2.initCodeClient({
      client_id: clientId,
      scope: GOOGLE_SCOPES.join(" "),
      ux_mode: "popup",
      ...(hint ? { login_hint: hint } : {}),
      callback: (answer) => (answer.code ? resolve(answer.code) : reject(refusalOf(answer))),
      error_callback: ({ type, message }) => {
        if (type === "popup_closed") reject(new GoogleRefusal("closed"));
        else if (type === "popup_failed_to_open") reject(new GoogleRefusal("blocked"));
        else reject(new GoogleRefusal("other", message ?? type));
      },
    });
    client.requestCode();
  });
}
