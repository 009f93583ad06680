import { render } from "@testing-library/react";
import { vi } from "vitest";
import { firebase } from "./fakeFirebase.ts";

/**
 * Loads the application anew at an address, signed in as somebody; returns what `render` does. The file that asks for
 * it mocks Firebase (`fakeFirebase.ts`).
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
