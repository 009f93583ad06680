import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { LostNotice } from "./SendPanel.tsx";

it("says how long it can take, and asks when told to", async () => {
  const at = Date.now();
  let answer = () => {};
  const onAsk = vi.fn(() => new Promise<void>((done) => (answer = done)));
  render(<LostNotice loss={{ at, lostAt: at }} onAsk={onAsk} />);
  expect(screen.getByText(/^You'll know within 1:(30|29|28) if the server can be reached\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  await userEvent.click(screen.getByRole("button", { name: "Checking…" }));
  expect(onAsk).toHaveBeenCalledOnce();
  answer();
  expect(await screen.findByText("We don't know yet. We'll keep checking.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Check now" })).toHaveFocus();
});

it("says so if there is no answer for longer", () => {
  const at = Date.now() - 120_000;
  render(<LostNotice loss={{ at, lostAt: at }} onAsk={() => Promise.resolve()} />);
  expect(screen.getAllByText(/^The server hasn't answered yet\./)).toHaveLength(2);
});
