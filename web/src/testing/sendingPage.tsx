import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { chooseTemplate, gone } from "./acting.ts";
import { startApplication } from "./application.tsx";
import { ada, firebase } from "./fakeFirebase.ts";
import { SendServer } from "./sendServer.ts";
import { aTemplate } from "./templates.ts";
import { write } from "./write.ts";

export let server: SendServer;
export let user: ReturnType<typeof userEvent.setup>;

/** Nobody is signed in, and the server has one template. The file that asks for it mocks Firebase (`fakeFirebase.ts`). */
export function aFreshPage(): void {
  firebase.reset();
  server = new SendServer();
  user = userEvent.setup();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
}

/** From here on time only passes when told to, and by itself as it always does. */
export function withFakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}

/** The whole page on a tab, signed in as Ada. */
export async function open(hash: string) {
  await startApplication(`/app${hash}`, ada);
  // The tab's own code comes last, and a busy machine takes its time.
  await screen.findByRole("heading", { level: 1 }, { timeout: 40_000 });
}

export const goTo = async (tab: string) => user.click(await screen.findByRole("tab", { name: tab }));
export const list = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Recipients" });

export const choose = (name = "Invitation") => chooseTemplate(name, user);

export async function press(button: RegExp) {
  await user.click(await screen.findByRole("button", { name: button }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: /^Send/ }));
  await gone();
}

/** A list in Bulk Send, up to the answer. */
export async function sendList(templates = [aTemplate({ parsed_variables: [] })]) {
  server.templates = templates;
  await open("#bulk-send");
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await choose();
  await write(user, await list(), "ann@x.org bo@x.org");
  await press(/^Send 2 emails$/);
}

/** Two people in Direct Send, up to the answer. */
export async function sendDirect() {
  await open("#direct-send");
  await choose();
  await write(user, await screen.findByLabelText(/Name/), "friends");
  await write(user, await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
  await press(/^Send Email\(s\)$/);
}
