import type { SendAnswer, Template } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { useSession } from "../../lib/useSession.ts";
import { SendingProvider } from "../../sending/SendingProvider.tsx";
import { chooseTemplate, pressSend } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { FakeServer, type Holds, keyOf } from "../../testing/fakeServer.ts";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import { SendForms } from "./form/SendForms.tsx";
import { DirectSendTab } from "./SendTab.tsx";

/** A template with a sticky placeholder in addition to the name; `more` overrides. */
export function aStickyTemplate(more: Partial<Template> = {}): Template {
  return aTemplate({
    parsed_variables: [aVariable("Name"), aVariable("Place", { type: "sticky" })],
    ...more,
  });
}

/**
 * The tab of a signed-in person. Returns the server, and functions that switch to another tab and
 * back.
 */
export function showTab(holds: Holds = {}) {
  const server = new FakeServer({ templates: [aStickyTemplate()], ...holds });
  checkSession();
  const cache = createQueryClient();
  const page = (isOpen: boolean) => (
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <ToastProvider>
          <ConfirmProvider>
            <Account>{isOpen && <DirectSendTab />}</Account>
          </ConfirmProvider>
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const view = render(page(true));
  return {
    server,
    leave: () => view.rerender(page(false)),
    comeBack: () => view.rerender(page(true)),
  };
}

/** The parts of the app above the tabs. */
function Account({ children }: { children: ReactNode }) {
  const { user } = useSession();
  if (!user) return children;
  return (
    <SendingProvider key={user.uid} uid={user.uid}>
      <SendForms>{children}</SendForms>
    </SendingProvider>
  );
}

/** Actions and locators for the Direct Send screen. */

export const field = () => screen.findByLabelText<HTMLInputElement>("Recipients");
export const value = (name: RegExp) => screen.getByLabelText<HTMLTextAreaElement>(name).value;
export const clickButton = (name: string) => userEvent.click(screen.getByRole("button", { name }));

export const choose = (name = "Invitation") => chooseTemplate(name);

const switchOf = async (name: string, word: string) =>
  userEvent.click(
    within(await screen.findByRole("group", { name: `Where ${name} comes from` })).getByText(word),
  );
/** Gives each person their own value of a placeholder. */
export const giveOwn = (name: string) => switchOf(name, "Each their own");
/** Gives all the same value of it again. */
export const shareAgain = (name: string) => switchOf(name, "Same for all");

/** Fills in everything up to the button. */
export async function fill(recipients = "ann@x.org bo@x.org") {
  await choose();
  await write(userEvent, await screen.findByLabelText(/Name/), "friends");
  await write(userEvent, screen.getByLabelText(/Place/), "Delft");
  if (recipients !== "") await write(userEvent, await field(), recipients);
}

export const send = () => pressSend(/^Send Email\(s\)$/);

export const KEPT = "sendwright:of:uid-ada:attempt:direct";

/** Answers by the call's key. */
export const answering = (
  rows: Parameters<typeof aSendAnswer>[1],
  more: Partial<SendAnswer> = {},
): Holds => ({
  send: (seen) => json(200, { ...aSendAnswer(keyOf(seen), rows), ...more }),
});
