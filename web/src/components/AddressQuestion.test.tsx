import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { AddressQuestion } from "./AddressQuestion.tsx";

const QUESTION = "The address ends in gmial.com. Did you mean gmail.com?";

it("waits until the button that took the focus is released, so that nothing moves under it", async () => {
  const user = userEvent.setup();
  const shown = (text: string) => (
    <>
      <AddressQuestion text={text} onUse={() => undefined}>
        <input aria-label="Reply-To" />
      </AddressQuestion>
      <button type="button">Close</button>
    </>
  );
  const { rerender } = render(shown("ann@gmial.com"));
  const field = screen.getByLabelText("Reply-To");
  // Its script is here after this.
  await user.click(field);
  await user.tab();
  await screen.findByText(QUESTION);
  await user.click(field);
  expect(screen.getByText(QUESTION)).toBeInTheDocument();
  rerender(shown("anna@gmial.com"));
  expect(screen.queryByText(QUESTION)).toBeNull();
  await user.pointer({ keys: "[MouseLeft>]", target: screen.getByText("Close") });
  expect(field).not.toHaveFocus();
  expect(screen.queryByText(QUESTION)).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]" });
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
});
