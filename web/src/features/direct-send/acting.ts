import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, vi } from "vitest";
import { json, type Seen } from "../../testing/fakeApi.ts";
import { ada, firebase } from "../../testing/fakeFirebase.ts";
import { type Answers, aSendAnswer } from "./testing.tsx";

/** What a person does on the screen of Direct Send, and what is to be seen of it. */

/** Ada is signed in, and the console is quiet. */
export function begin(): void {
  firebase.become(ada);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
}

export const field = () => screen.findByLabelText<HTMLInputElement>("Recipients");
export const chips = () => [...document.querySelectorAll("[data-chip]")].map(({ textContent }) => textContent);
export const value = (name: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(name).value;
export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
export const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));

export async function choose(name = "Invitation") {
  const select = await screen.findByRole("combobox", { name: "Template" });
  await waitFor(() => expect(select.getAttribute("aria-disabled")).not.toBe("true"));
  await userEvent.click(select);
  await userEvent.click(await screen.findByRole("option", { name }));
}

/** Everything filled in, up to the button. */
export async function fill(recipients = "ann@x.org bo@x.org ") {
  await choose();
  await userEvent.type(await screen.findByLabelText(/Name/), "friends");
  await userEvent.type(screen.getByLabelText(/Place/), "Delft");
  if (recipients !== "") await userEvent.type(await field(), recipients);
}

export async function send() {
  await press("Send Email(s)");
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: /^Send/ }));
  await gone();
}

/** A question hides the page behind it until it has faded. */
export const gone = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

export const KEPT = "sendwright:of:uid-ada:attempt:direct";

export const keyOf = ({ headers }: Seen) => headers["idempotency-key"] ?? "";
export const sends = (seen: Seen[]) => seen.filter(({ method, url }) => method === "POST" && url === "/api/send");
/** Answers by the key that the call brings. */
export const answering = (
  rows: Parameters<typeof aSendAnswer>[1],
  more?: Parameters<typeof aSendAnswer>[2],
): Answers => ({
  "POST /api/send": (seen) => json(200, aSendAnswer(keyOf(seen), rows, more)),
});
