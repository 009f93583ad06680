import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import * as fc from "fast-check";
import { Profiler, useEffect, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Quill } from "./quillParts.ts";
import RichTextField from "./RichTextField.tsx";

/** What each reader of the form saw, and how often anything was drawn. */
const seen: string[] = [];
let draws = 0;
afterEach(() => {
  cleanup();
  seen.length = 0;
});

/** A form that reads its body as the page does: from its last render. */
function Page({ template }: { template: string }) {
  const [body, setBody] = useState(template);
  const read = () => void seen.push(body);
  useEffect(() => {
    const own = () => void seen.push(body);
    for (const name of ENDS) window.addEventListener(name, own);
    return () => {
      for (const name of ENDS) window.removeEventListener(name, own);
    };
  });
  return (
    <form onSubmit={read} onKeyDown={({ key }) => key.length > 1 && read()} onPointerDown={read}>
      <Profiler id="body" onRender={() => draws++}>
        <RichTextField label="Body" value={body} onChange={setBody} />
      </Profiler>
      <input aria-label="Subject" onFocus={read} />
      <button type="button" onClick={read}>
        Read
      </button>
      <button type="button" onClick={() => setBody(template)}>
        Choose
      </button>
    </form>
  );
}

const ENDS = ["beforeunload", "pagehide", "popstate", "visibilitychange", "paste", "drop"] as const;
const text = () => document.querySelector("[role=textbox]") as HTMLElement;
const button = (name: string) => screen.getByText(name);

/**
 * A key that writes a letter, with nothing that follows: the timer can't run between two steps of a
 * test.
 */
function type(letter: string): void {
  fireEvent.keyDown(text(), { key: letter });
  const quill = Quill.find(text().parentElement as HTMLElement);
  if (quill instanceof Quill)
    act(() => void quill.insertText(quill.getLength() - 1, letter, "user"));
}

/** All that reads the form, each once. */
const READERS = {
  click: () => fireEvent.click(button("Read")),
  pointerDown: () => fireEvent.pointerDown(button("Read")),
  submit: () => fireEvent.submit(text().closest("form") as HTMLElement),
  escape: () => fireEvent.keyDown(text(), { key: "Escape" }),
  tab: () => fireEvent.keyDown(text(), { key: "Tab" }),
  shortcut: () => fireEvent.keyDown(text(), { key: "Enter", ctrlKey: true }),
  leave: () => {
    text().dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    fireEvent.focus(screen.getByLabelText("Subject"));
  },
  ...Object.fromEntries(ENDS.map((name) => [name, () => fireEvent(window, new Event(name))])),
} satisfies Record<string, () => unknown>;

const aLetter = fc.constantFrom("a", "b", " c");
const aStep = fc.oneof(
  { arbitrary: aLetter.map((letter) => () => type(letter)), weight: 3 },
  fc
    .constantFrom(...Object.keys(READERS))
    .map((name) => () => readBy(name as keyof typeof READERS)),
  fc.constant(() => void fireEvent.click(button("Choose"))),
);

/** Each reader of the form sees the text on the screen. */
function readBy(name: keyof typeof READERS): void {
  const shown = text().textContent;
  const before = seen.length;
  READERS[name]();
  expect(seen.slice(before), name).not.toEqual([]);
  for (const body of seen.slice(before)) expect(body, name).toBe(`<p>${shown}</p>`);
}

it.each(Object.keys(READERS))("a letter typed just before is in the form: %s", (name) => {
  render(<Page template="<p>Hello</p>" />);
  type("a");
  readBy(name as keyof typeof READERS);
});

it("no one reads an old text, and no text is overwritten by an older one", async () => {
  // One page for all of them: drawing its toolbar takes longer than any steps.
  render(<Page template="<p>Hello</p>" />);
  await fc.assert(
    fc.property(fc.array(aStep, { minLength: 2, maxLength: 12 }), (steps) => {
      fireEvent.click(button("Choose"));
      for (const step of steps) step();
      const shown = text().textContent;
      readBy("click");
      expect(text().textContent).toBe(shown);
    }),
  );
});

it("a key draws nothing but its letter", () => {
  render(<Page template="<p>Hello</p>" />);
  type("a");
  draws = 0;
  for (const letter of "bcdefg") type(letter);
  expect(draws).toBe(0);
  readBy("click");
  expect(draws).toBeGreaterThan(0);
});

it("a text that is higher than its place is laid out alone, until it fits again", () => {
  render(<Page template="<p>Hello</p>" />);
  const host = text().parentElement?.parentElement;
  let height = 500;
  Object.defineProperties(text(), {
    scrollHeight: { get: () => height },
    clientHeight: { value: 400 },
  });
  type("a");
  readBy("click");
  expect(host).toHaveAttribute("data-full");
  height = 400;
  fireEvent.click(button("Choose"));
  expect(host).not.toHaveAttribute("data-full");
});

it("text is kept if its field disappears right after", () => {
  const heard: string[] = [];
  const { unmount } = render(
    <RichTextField label="Body" value="<p>x</p>" onChange={(body) => heard.push(body)} />,
  );
  type("a");
  unmount();
  expect(heard).toEqual(["<p>xa</p>"]);
});
