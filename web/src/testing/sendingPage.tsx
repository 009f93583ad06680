import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { vi } from "vitest";
import { chooseTemplate, pressSend } from "./acting.ts";
import { startApplication } from "./application.tsx";
import { ada, firebase } from "./fakeFirebase.ts";
import { FakeServer } from "./fakeServer.ts";
import { aTemplate } from "./templateFactories.ts";
import { write } from "./write.ts";

export let server: FakeServer;
export let user: ReturnType<typeof userEvent.setup>;

/**
 * No one is signed in, and the server has one template. The file that asks for it mocks Firebase
 * (`fakeFirebase.ts`).
 */
export function aFreshPage(): void {
  firebase.reset();
  server = new FakeServer();
  user = userEvent.setup();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
}

/** From here on, the test can advance the time, which also passes as usual. */
export function withFakeTime(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}

/** The whole page on a tab, signed in as Ada; returns a function that closes it. */
export async function open(hash: string) {
  const { unmount } = await startApplication(`/app${hash}`, ada);
  // The tab's own code comes last, and a busy machine takes its time.
  await screen.findByRole("heading", { level: 1 }, { timeout: 40_000 });
  return unmount;
}

export const goTo = async (tab: string) =>
  user.click(await screen.findByRole("tab", { name: tab }));
export const list = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Recipients" });

export const choose = (name = "Invitation") => chooseTemplate(name, user);

export const clickButton = (button: RegExp) => pressSend(button, user);

/** A list in Bulk Send, up to the answer. */
export async function sendList(templates = [aTemplate({ parsed_variables: [] })]) {
  server.templates = templates;
  await open("#bulk-send");
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await choose();
  await write(user, await list(), "ann@x.org bo@x.org");
  await clickButton(/^Send 2 emails$/);
}

/** Two people in Direct Send, up to the answer; returns a function that closes the page. */
export async function sendDirect() {
  const close = await open("#direct-send");
  await writeDirect();
  return close;
}

/** What `sendDirect` does on the page that is open. */
export async function writeDirect() {
  await choose();
  await write(user, await screen.findByLabelText(/Name/), "friends");
  await write(user, await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
  await clickButton(/^Send Email\(s\)$/);
}
