import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { type FakeChrome, fakeChrome, PATIENCE } from "./fakeChrome.ts";

/** The running test's browser, and the element in which React draws. */
export let browser: FakeChrome;
export let place: HTMLElement;
let root: Root;

/** Call it in a test file that draws components: each test begins on an empty page. */
export function eachInPanel(): void {
  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    browser = fakeChrome();
    Object.assign(chrome.windows, { getCurrent: async () => ({ id: 1 }) });
    const events = { addListener: () => undefined, removeListener: () => undefined };
    Object.assign(chrome, {
      permissions: { contains: async () => false, onAdded: events, onRemoved: events },
    });
    place = document.body.appendChild(document.createElement("div"));
    root = createRoot(place);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
}

export const draw = (content: ReactNode) => act(async () => root.render(content));

/** Waits until the panel, with all that it has drawn by then, is as expected. */
export const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  }, PATIENCE);
export const shows = (text: string) => until(() => expect(place.textContent).toContain(text));
export const notShown = (text: string) =>
  until(() => expect(place.textContent).not.toContain(text));

/** The first button with this text, also of a dialog. Throws if there is none. */
export function button(name: string | RegExp): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) =>
    typeof name === "string" ? textContent === name : name.test(textContent ?? ""),
  );
  if (!found) throw new Error(`There is no button “${name}”.`);
  return found;
}
export const click = (name: string | RegExp) => act(async () => button(name).click());
