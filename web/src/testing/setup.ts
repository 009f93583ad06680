import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine may take its time to load a screen; what never comes still fails.
configure({ asyncUtilTimeout: 5_000 });

declare global {
  interface Window {
    happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } };
  }
}
// No script of another site runs in a test; asking for one is no error.
window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;

/** Every page test starts on an empty document, at the root, with nothing remembered. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});
