import { render } from "@testing-library/react";
import { vi } from "vitest";
import { firebase } from "./fakeFirebase.ts";

/**
 * Loads a new copy of the app at an address, signed in as someone; returns the result of `render`.
 * The importing file mocks Firebase (`fakeFirebase.ts`).
 */
export async function startApplication(address: string, person: typeof firebase.user) {
  vi.resetModules();
  window.history.replaceState(null, "", address);
  firebase.user = person;
  const { App } = await import("../app/App.tsx");
  const { startSession } = await import("../lib/session.ts");
  startSession(window.location.pathname);
  return render(<App />);
}
