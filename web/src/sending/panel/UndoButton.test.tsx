import { AppError } from "@sendwright/core/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ToastProvider } from "../../components/Toasts.tsx";
import { aSend } from "../../testing/sendFactories.ts";
import type { Sending } from "../Sending.ts";
import { SendingProvider, useSendings } from "../SendingProvider.tsx";
import type { SendMode } from "../sendMode.ts";
import { UndoButton } from "./UndoButton.tsx";

vi.mock("../../data/accountQueries.ts", async (original) => ({
  ...(await original()),
  useSettings: () => ({ data: undefined }),
}));

const KEY = "11111111-1111-4111-8111-111111111111";

/** A send mode whose call is answered when the test says so. */
function aMode() {
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<never>((_, refused) => {
    reject = refused;
  });
  const mode = {
    kind: "direct",
    form: () => ({ take: vi.fn(), forget: vi.fn(), giveBack: vi.fn() }),
    begin: () => promise,
    words: { toast: "Send", panel: "Send", asked: () => "", ended: () => ({ message: "", variant: "info" }) },
    toasts: { good: 1, bad: 1 },
  } as unknown as SendMode<object, object>;
  return { mode, refuse: () => reject(new AppError("invalid_input", "No.")) };
}

it("waits only while its own call is unanswered: no one else needs another lookup", async () => {
  vi.spyOn(crypto, "randomUUID").mockReturnValue(KEY);
  const { mode, refuse } = aMode();
  let sending: Sending | undefined;
  const Look = () => {
    sending = useSendings().sendings[0];
    return null;
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <SendingProvider uid="ada" modes={[mode]}>
          <Look />
          <UndoButton send={aSend({ id: KEY, state: "scheduled" })} />
        </SendingProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  const undo = screen.getByRole("button", { name: /^Undo/ });
  expect(undo).toBeEnabled();
  act(() => sending?.submit({}, {}));
  await waitFor(() => expect(undo).toBeDisabled());
  await act(async () => refuse());
  await waitFor(() => expect(undo).toBeEnabled());
});
