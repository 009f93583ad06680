import type { SendAnswer } from "@sendwright/functions/contract";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { chooseTemplate, gone } from "../../testing/acting.ts";
import { json, type Seen } from "../../testing/fakeApi.ts";
import { aSendAnswer, keyOf } from "../../testing/sendServer.ts";
import type { Answers } from "./testing.tsx";

/** What a person does on the screen of Direct Send, and what is to be seen of it. */

export const field = () => screen.findByLabelText<HTMLInputElement>("Recipients");
export const value = (name: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(name).value;
export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

export const choose = (name = "Invitation") => chooseTemplate(name);

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

export const KEPT = "sendwright:of:uid-ada:attempt:direct";

export const sends = (seen: Seen[]) => seen.filter(({ method, url }) => method === "POST" && url === "/api/send");
/** Answers by the key that the call brings. */
export const answering = (rows: Parameters<typeof aSendAnswer>[1], more: Partial<SendAnswer> = {}): Answers => ({
  "POST /api/send": (seen) => json(200, { ...aSendAnswer(keyOf(seen), rows), ...more }),
});
