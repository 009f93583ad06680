import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { useLeft } from "./useLeft.ts";

function Field({ isAsked = false }: { isAsked?: boolean }) {
  const [text, setText] = useState("");
  const { isLeft, handlers } = useLeft(text, isAsked);
  return (
    <>
      <input
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-invalid={isLeft}
        {...handlers}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const isLeft = () => screen.getByRole("textbox").getAttribute("aria-invalid") === "true";

const type = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } });

it("is false until the press that leaves the field has ended, and while someone types again", async () => {
  render(<Field />);
  const [field, button] = [screen.getByRole("textbox"), screen.getByRole("button")];
  field.focus();
  expect(isLeft()).toBe(false);
  fireEvent.mouseDown(button);
  button.focus();
  expect(isLeft()).toBe(false);
  fireEvent.mouseUp(button);
  await waitFor(() => expect(isLeft()).toBe(true));
  fireEvent.focus(field);
  expect(isLeft()).toBe(true);
  type(field, "a");
  expect(isLeft()).toBe(false);
  fireEvent.blur(field);
  expect(isLeft()).toBe(true);
});

it("is true once it is asked, for a click on Send that leaves the field, too", () => {
  const { rerender } = render(<Field />);
  const [field, button] = [screen.getByRole("textbox"), screen.getByRole("button")];
  fireEvent.focus(field);
  type(field, "a");
  fireEvent.mouseDown(button);
  fireEvent.blur(field);
  expect(isLeft()).toBe(false);
  fireEvent.mouseUp(button);
  rerender(<Field isAsked />);
  expect(isLeft()).toBe(true);
  fireEvent.focus(field);
  expect(isLeft()).toBe(true);
  type(field, "ab");
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
  await waitFor(() => expect(after).toHaveBeenCalled());
  expect(isLeft()).toBe(false);
});
