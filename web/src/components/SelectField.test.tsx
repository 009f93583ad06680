import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SelectField } from "./SelectField.tsx";

const draws = vi.hoisted(() => ({ count: 0 }));
vi.mock(import("@mui/material/TextField"), async (original) => {
  const module = await original();
  const { default: TextField } = module;
  const Counted: typeof TextField = (props) => {
    draws.count++;
    return <TextField {...props} />;
  };
  return { ...module, default: Counted };
});

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

it("is drawn again only if something in it changes, and calls the latest function", () => {
  const chosen: string[] = [];
  const shown = (drawing: number, words: string[]) => (
    <SelectField
      label="Column"
      value="Email"
      options={words.map((word) => ({ value: word, word }))}
      onChange={(value) => chosen.push(`${value} ${drawing}`)}
      onBlur={() => chosen.push(`left ${drawing}`)}
    />
  );
  const { rerender } = render(shown(1, ["Email", "Start"]));
  draws.count = 0;
  rerender(shown(2, ["Email", "Start"]));
  expect(draws.count).toBe(0);
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(screen.getByRole("option", { name: "Start" }));
  fireEvent.blur(screen.getByRole("combobox", { hidden: true }));
  expect(chosen).toEqual(["Start 2", "left 2"]);
  rerender(shown(3, ["Email", "End"]));
  rerender(shown(3, ["Email", "End", "Start"]));
  rerender(shown(3, ["Email"]));
  expect(draws.count).toBe(3);
});
