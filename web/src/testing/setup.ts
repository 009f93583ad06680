import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

/** Every page test starts on an empty document, at the root, with nothing remembered. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});
