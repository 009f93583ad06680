import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { printWhenRead } from "./elementErrors.ts";
import { forgetListeners } from "./listeners.ts";
import { keepNoOwnerStacks } from "./ownerStacks.ts";
import { forgetStyles, keepVisibility } from "./styles.ts";

// The files of a worker share its libraries; of our own modules each file has its own.
vi.resetModules();

forgetListeners();
keepVisibility();
keepNoOwnerStacks();
printWhenRead();

// A busy machine may take its time to load a screen.
configure({ asyncUtilTimeout: 45_000 });

// Testing Library knows fake timers by Jest's name only; with it, what it waits for takes fake
// time, not the machine's.
Object.assign(globalThis, {
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
});

interface PendingQuestion {
  request: Request;
  window: Window & typeof globalThis;
}
declare global {
  interface Window {
    happyDOM: {
      settings: {
        handleDisabledFileLoadingAsSuccess: boolean;
        enableIframePageLoading: boolean;
        fetch: {
          interceptor: {
            beforeAsyncRequest: (asked: PendingQuestion) => Promise<Response | undefined>;
          };
        };
      };
    };
  }
}
// No script of another site runs in a test; asking for one is no error.
window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
// A frame loads the document that shows an email.
window.happyDOM.settings.enableIframePageLoading = true;
window.happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ request, window: { Response } }) =>
    request.url.endsWith("/mail.html")
      ? new Response("<!doctype html><title>Mail</title>", {
          headers: { "content-type": "text/html" },
        })
      : undefined,
};

/** Every page test starts on an empty document, at the root, with nothing remembered. */
afterEach(() => {
  cleanup();
  forgetStyles();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  document.title = "";
  delete document.documentElement.dataset.theme;
  window.history.replaceState(null, "", "/");
});
