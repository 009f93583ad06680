import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import { ada, firebase } from "./fakeFirebase.ts";

/** What a person does and sees on more than one screen. */

/** Signs in as Ada and hides the logs of failures that a test causes on purpose. */
export function begin(): void {
  firebase.become(ada);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
}

export const chips = () =>
  [...document.querySelectorAll("[data-chip]")].map(({ textContent }) => textContent);
export const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

/**
 * Expects a toast, and that it closes after so many milliseconds without a pointer. From here on,
 * time is fake.
 */
export async function expectToastFor(words: string | RegExp, milliseconds: number): Promise<void> {
  const toast = await toasts().findByText(words);
  const card = toast.parentElement as HTMLElement;
  fireEvent(card, new MouseEvent("mousemove", { bubbles: true, movementX: 1 }));
  vi.useFakeTimers();
  fireEvent.mouseLeave(card);
  act(() => vi.advanceTimersByTime(milliseconds - 1));
  expect(toast).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1));
  expect(toast).not.toBeInTheDocument();
}

/**
 * The texts of all live regions with text that matches, so that a test can check that a thing is
 * announced once.
 */
export const announced = (words: RegExp) =>
  [...document.querySelectorAll('[role="alert"], [role="status"], [aria-live="polite"]')]
    .map(({ textContent }) => textContent)
    .filter((text) => words.test(text));

const LIVE = '[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]';
/** A dialog hides the rest of the page, but not the toasts (`Toasts.test.tsx`). */
const HIDDEN = '[aria-hidden="true"]:not([aria-label="Notifications"])';

/** The text of a part of the page for a screen reader. */
function heardText(part: Node): string {
  const place = part instanceof Element ? part : part.parentElement;
  if (!place || place.closest(HIDDEN)) return "";
  const copy = part.cloneNode(true);
  if (copy instanceof Element) for (const hidden of copy.querySelectorAll(HIDDEN)) hidden.remove();
  return copy.textContent?.trim() ?? "";
}

/**
 * Listens like a screen reader until the test ends. A live region is read when it appears. Later,
 * only additions to the region are read, or all of it if the region is atomic. Returns a function
 * that lists the announcements that match.
 */
export function listen(): (words: RegExp) => string[] {
  const said: string[] = [];
  const hear = (records: MutationRecord[]) => {
    const parts = new Set<Node>();
    for (const { target, type, addedNodes } of records) {
      for (const part of type === "childList" ? addedNodes : [target]) {
        if (!part.isConnected) continue;
        const element = part instanceof Element ? part : part.parentElement;
        const region = element?.closest(LIVE);
        const isAtomic =
          region?.hasAttribute("role") && region.getAttribute("aria-atomic") !== "false";
        if (region) parts.add(isAtomic ? region : part);
        else for (const inner of element?.querySelectorAll(LIVE) ?? []) parts.add(inner);
      }
    }
    said.push(...[...parts].map(heardText).filter((text) => text !== ""));
  };
  const observer = new MutationObserver(hear);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["role"],
  });
  onTestFinished(() => observer.disconnect());
  return (words) => {
    hear(observer.takeRecords());
    return said.filter((text) => words.test(text));
  };
}

export async function chooseTemplate(name: string, user: Pick<UserEvent, "click"> = userEvent) {
  const select = await screen.findByRole("combobox", { name: "Template" });
  await waitFor(() => expect(select.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(select);
  await user.click(await screen.findByRole("option", { name }));
}

/** Presses a button that sends, and says yes to its question. */
export async function pressSend(button: RegExp, user: Pick<UserEvent, "click"> = userEvent) {
  await user.click(await screen.findByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: /^Send/ }));
  await gone();
}

/** A question hides the page behind it until it has faded. */
export const gone = (role: "alertdialog" | "dialog" = "alertdialog") =>
  waitFor(() => expect(screen.queryByRole(role)).toBeNull());
