import { AppError } from "@sendwright/core/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ToastProvider } from "../../components/Toasts.tsx";
import { aSend } from "../../testing/sends.ts";
import type { Sending } from "../Sending.ts";
import { SendingProvider, useSendings } from "../SendingProvider.tsx";
import type { Way } from "../way.ts";
import { UndoButton } from "./UndoButton.tsx";

vi.mock("../../data/account.ts", async (original) => ({
  ...(await original()),
  useSettings: () => ({ data: undefined }),
}));

const KEY = "11111111-1111-4111-8111-111111111111";

/** A way of sending whose call is answered when the test says so. */
function aWay() {
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<never>((_, refused) => {
    reject = refused;
  });
  const way = {
    kind: "direct",
    form: () => ({ take: vi.fn(), forget: vi.fn(), giveBack: vi.fn() }),
    begin: () => promise,
    words: { toast: "Send", panel: "Send", asked: () => "", ended: () => ({ message: "", variant: "info" }) },
    toasts: { good: 1, bad: 1 },
  } as unknown as Way<object, object>;
  return { way, refuse: () => reject(new AppError("invalid_input", "No.")) };
}

it("waits while its own call is unanswered, and not a moment longer: nobody else has to look again", async () => {
  vi.spyOn(crypto, "randomUUID").mockReturnValue(KEY);
  const { way, refuse } = aWay();
  let sending: Sending | undefined;
  const Look = () => {
    sending = useSendings().sendings[0];
    return null;
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <SendingProvider uid="ada" ways={[way]}>
          <Look />
          <UndoButton send={aSend({ id: KEY, state: "scheduled" })} />
        </SendingProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  const undo = screen.getByRole("button", { name: /^Undo/ });
  expect(undo).toBeEnabled();
  act(() => sending?.press({}, {}));
  await waitFor(() => expect(undo).toBeDisabled());
  await act(async () => refuse());
  await waitFor(() => expect(undo).toBeEnabled());
});
