import type { SendAnswer } from "@sendwright/core/contract";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { chooseTemplate, pressSend } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { type Holds, keyOf } from "../../testing/fakeServer.ts";
import { aSendAnswer } from "../../testing/sends.ts";

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

export const send = () => pressSend(/^Send Email\(s\)$/);

export const KEPT = "sendwright:of:uid-ada:attempt:direct";

/** Answers by the key that the call brings. */
export const answering = (rows: Parameters<typeof aSendAnswer>[1], more: Partial<SendAnswer> = {}): Holds => ({
  send: (seen) => json(200, { ...aSendAnswer(keyOf(seen), rows), ...more }),
});
