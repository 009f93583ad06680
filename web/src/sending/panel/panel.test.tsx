import { AppError, type Send } from "@sendwright/core/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { ToastProvider } from "../../components/Toasts.tsx";
import { beginSend, type SendCall } from "../../data/sendQueries.ts";
import { aSend, aSendAnswer } from "../../testing/sendFactories.ts";
import type { Sending } from "../Sending.ts";
import { SendingProvider, useSendingContext } from "../SendingProvider.tsx";
import { HoldWords } from "./HoldNotice.tsx";
import { UndoButton } from "./SendControls.tsx";
import { SendView } from "./SendDetails.tsx";
import { LostNotice } from "./SendPanel.tsx";

it("says how long it can take, and asks when told to", async () => {
  const at = Date.now();
  let answer = () => {};
  const onAsk = vi.fn(() => new Promise<void>((done) => (answer = done)));
  render(<LostNotice loss={{ at, lostAt: at }} onAsk={onAsk} />);
  expect(
    screen.getByText(/^You'll know within 1:(30|29|28) if the server can be reached\./),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  await userEvent.click(screen.getByRole("button", { name: "Checking…" }));
  expect(onAsk).toHaveBeenCalledOnce();
  answer();
  expect(await screen.findByText("We don't know yet. We'll keep checking.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Check now" })).toHaveFocus();
});

it("tells screen readers one second in the singular", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const at = Date.now();
  render(<LostNotice loss={{ at: at - 89_500, lostAt: at - 89_500 }} onAsk={async () => {}} />);
  expect(screen.getByText(/within 1 second if/)).toBeInTheDocument();
});

it("says so if there is no answer for longer", () => {
  const at = Date.now() - 120_000;
  render(<LostNotice loss={{ at, lostAt: at }} onAsk={() => Promise.resolve()} />);
  expect(screen.getAllByText(/^The server hasn't answered yet\./)).toHaveLength(2);
});

it("tells screen readers once until when an Undo can work offline, and counts down for the eye", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  const hold = { until: Date.now() + 10_000, emails: 1, later: null };
  render(<HoldWords hold={hold} isUndoing />);
  const heard = () =>
    screen.getAllByText(/^You're offline/).find((one) => !one.closest("[aria-hidden]"));
  expect(heard()).toHaveTextContent(/This is sent in 10 s/);
  act(() => vi.advanceTimersByTime(3_000));
  expect(heard()).toHaveTextContent(/This is sent in 10 s/);
  expect(screen.getByText(/This is sent in 7 s/)).toHaveAttribute("aria-hidden");
  act(() => vi.advanceTimersByTime(7_000));
  expect(heard()).toHaveTextContent(/It has probably been sent/);
});

const KEY = "11111111-1111-4111-8111-111111111111";
const counts = { total: 2, queued: 0, sending: 0, sent: 2, failed: 0, skipped: 0, warning: 0 };
const oneSkipped = { ...counts, sent: 1, skipped: 1 };

it.each<[string, Partial<Send>, "warning" | "success" | "info"]>([
  ["all were sent", { counts }, "success"],
  ["a row was skipped", { counts: oneSkipped }, "warning"],
  ["a row was cancelled", { state: "cancelled", counts: oneSkipped, cancelled: 1 }, "warning"],
  [
    "it is cancelled while an email is on its way",
    { state: "cancelled", counts: { ...counts, sent: 1, sending: 1 } },
    "info",
  ],
  [
    "it is still running",
    { state: "running", counts: { ...counts, sent: 1, queued: 1 }, ended_at: null },
    "info",
  ],
])("styles the summary if %s", (_when, parts, variant) => {
  const progress = { send: aSend(parts), results: [], cursor: "" };
  render(<SendView progress={progress} sentences={["The summary"]} />);
  // It is silent: its numbers change all the time, and its events are announced by themselves.
  expect(screen.getByRole("note")).toHaveTextContent("The summary");
  expect(screen.getByRole("note")).toHaveAttribute("data-variant", variant);
});

it.each([
  ["as emails leave", true, ["true", 1]],
  ["for an earlier send", false, ["false", 0]],
])("runs the stripe and ticks who was sent to %s", (_when, runs, shown) => {
  const { send, results } = aSendAnswer(KEY, { "ann@x.org": "sent", "bo@x.org": "queued" });
  const progress = { send, results, cursor: "" };
  const { container, rerender } = render(
    <SendView progress={progress} sentences={[]} runs={runs} />,
  );
  const ticked = () => container.querySelectorAll('[class*="ticked"]').length;
  const stripe = screen.getByRole("progressbar").firstElementChild?.getAttribute("data-runs");
  expect([stripe, ticked()]).toEqual(shown);
  const after = {
    ...progress,
    results: results.map((row) => ({ ...row, status: "sent" as const })),
  };
  rerender(<SendView progress={after} sentences={[]} runs={runs} />);
  expect(ticked()).toBe(runs ? 2 : 1);
});

vi.mock("../../data/accountQueries.ts", async (original) => ({
  ...(await original()),
  useSettings: () => ({ data: undefined }),
}));

vi.mock("../../data/sendQueries.ts", async (original) => ({
  ...(await original<object>()),
  beginSend: vi.fn(),
}));

/** Shows the button that undoes a send. Returns a function that returns the `Sending` around it. */
function renderUndo(send: Send) {
  let sending: Sending | undefined;
  const Look = () => {
    sending = useSendingContext().sendings[0];
    return null;
  };
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ToastProvider>
        <SendingProvider uid="ada">
          <Look />
          <UndoButton send={send} />
        </SendingProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return () => sending;
}

it("names the send to undo as people read it, for those who can't see which one it's beside", () => {
  renderUndo(aSend({ state: "scheduled", title: "Tea for {{Name}}, {{Day|date}}" }));
  expect(screen.getByRole("button", { name: "Undo Tea for Name, Day" })).toBeEnabled();
});

it("names a send without a title, too", () => {
  renderUndo(aSend({ state: "scheduled", title: null }));
  expect(screen.getByRole("button", { name: "Undo this send" })).toBeEnabled();
});

it("waits only while its own call is unanswered: no one else needs another lookup", async () => {
  vi.spyOn(crypto, "randomUUID").mockReturnValue(KEY);
  let refuse: () => void = () => undefined;
  vi.mocked(beginSend).mockReturnValue(
    new Promise<never>((_, reject) => {
      refuse = () => reject(new AppError("invalid_input", "No."));
    }),
  );
  const sending = renderUndo(aSend({ id: KEY, state: "scheduled" }));
  const undo = screen.getByRole("button", { name: /^Undo/ });
  expect(undo).toBeEnabled();
  act(() => sending()?.submit({ to: "send" } as SendCall));
  await waitFor(() => expect(undo).toBeDisabled());
  await act(async () => refuse());
  await waitFor(() => expect(undo).toBeEnabled());
});
