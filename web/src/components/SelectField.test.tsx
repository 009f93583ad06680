import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SelectField } from "./SelectField.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("a letter on the closed field chooses nothing; Enter and the space bar open the list", () => {
  const onChange = vi.fn();
  const options = ["Email", "Start"].map((value) => ({ value, word: value }));
  render(<SelectField label="Column" value="Start" options={options} onChange={onChange} />);
  const field = screen.getByRole("combobox");
  fireEvent.keyDown(field, { key: "e" });
  act(() => vi.advanceTimersByTime(2000));
  expect(onChange).not.toHaveBeenCalled();
  for (const key of ["Enter", " "]) {
    fireEvent.keyDown(field, { key });
    fireEvent.keyDown(screen.getByRole("listbox"), { key: "Escape" });
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.queryByRole("listbox")).toBeNull();
  }
});

it.each([
  ["the chosen option", "Start"],
  ["another option", "Email"],
])("a slow press that ends on %s opens the list and chooses nothing; a click does", (_, word) => {
  const onChange = vi.fn();
  const options = ["Email", "Start"].map((value) => ({ value, word: value }));
  render(<SelectField label="Column" value="Start" options={options} onChange={onChange} />);
  fireEvent.mouseDown(screen.getByRole("combobox"));
  act(() => vi.advanceTimersByTime(2000));
  const option = screen.getByRole("option", { name: word });
  fireEvent.mouseUp(option);
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole("listbox")).toBeVisible();
  fireEvent.mouseDown(option);
  fireEvent.mouseUp(option);
  fireEvent.click(option);
  act(() => vi.advanceTimersByTime(2000));
  expect(onChange.mock.calls).toEqual(word === "Start" ? [] : [["Email"]]);
  expect(screen.queryByRole("listbox")).toBeNull();
});
