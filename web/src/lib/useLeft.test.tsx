import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useLeft } from "./useLeft.ts";

function Field() {
  const { isLeft, handlers } = useLeft();
  return (
    <>
      <input aria-invalid={isLeft} {...handlers} />
      <button type="button">Elsewhere</button>
    </>
  );
}

const isLeft = () => screen.getByRole("textbox").getAttribute("aria-invalid") === "true";

it("is false until the press that leaves the field has ended, and in the field again", async () => {
  render(<Field />);
  const [field, button] = [screen.getByRole("textbox"), screen.getByRole("button")];
  field.focus();
  expect(isLeft()).toBe(false);
  fireEvent.mouseDown(button);
  button.focus();
  expect(isLeft()).toBe(false);
  fireEvent.mouseUp(button);
  await vi.waitFor(() => expect(isLeft()).toBe(true));
  fireEvent.focus(field);
  expect(isLeft()).toBe(false);
});

it("stays false if the press that left the field led back to it", async () => {
  render(<Field />);
  const [field, button] = [screen.getByRole("textbox"), screen.getByRole("button")];
  const after = vi.fn();
  field.focus();
  fireEvent.mouseDown(button);
  button.focus();
  button.addEventListener("click", () => field.focus());
  fireEvent.mouseUp(button);
  fireEvent.click(button);
  setTimeout(after);
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(isLeft()).toBe(false);
});
