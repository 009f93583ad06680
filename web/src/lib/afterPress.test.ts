import { fireEvent, renderHook, waitFor } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { afterPress, isPressing } from "./afterPress.ts";
import { inPlace } from "./inPlace.ts";
import { useInPlace } from "./useAfterPress.ts";

/** A button at this height, and what scrolls with it. */
function placed(top: number) {
  const button = document.createElement("button");
  document.body.append(button);
  const rect = { top, bottom: top + 40 };
  vi.spyOn(button, "getBoundingClientRect").mockImplementation(() => ({ ...rect }) as DOMRect);
  const move = (by: number) => {
    rect.top += by;
    rect.bottom += by;
  };
  return { button, move };
}

const scrollBy = vi.fn();

beforeEach(() => {
  document.body.replaceChildren();
  scrollBy.mockReset();
  // jsdom has none.
  document.documentElement.scrollBy = scrollBy;
});

const scrolledBy = (top: number) =>
  expect(scrollBy.mock.calls).toEqual([[{ top, behavior: "instant" }]]);

describe("a change that moves what someone works in", () => {
  it.each([24, -24])("scrolls by as much: %d px", (by) => {
    const { button, move } = placed(300);
    inPlace(button, () => move(by));
    scrolledBy(by);
  });

  it("scrolls nothing if it moves nothing, if that wasn't in view, or if it is gone", () => {
    inPlace(placed(300).button, () => undefined);
    const { button, move } = placed(window.innerHeight + 10);
    inPlace(button, () => move(24));
    const gone = placed(300);
    inPlace(gone.button, () => {
      gone.move(24);
      gone.button.remove();
    });
    inPlace(null, () => undefined);
    expect(scrollBy).not.toHaveBeenCalled();
  });
});

describe.each([
  ["in the middle", 100],
  ["at its beginning", 0],
])("a cell of a table that scrolls by itself and is %s", (_, scrolled) => {
  it.each([
    ["content above the table grows", 36, 0],
    ["a row above the cell shrinks", 0, -20],
    ["both", 36, -20],
  ])("stays in its place if %s", (_what, above, within) => {
    const now = { page: 0, scrolled, table: 300, cell: 150 };
    const [table, cell] = [document.createElement("div"), document.createElement("div")];
    document.body.append(table);
    table.append(cell);
    table.style.overflowY = "auto";
    vi.spyOn(table, "scrollHeight", "get").mockReturnValue(900);
    const at = (element: Element, top: () => number) =>
      vi
        .spyOn(element, "getBoundingClientRect")
        .mockImplementation(() => ({ top: top(), bottom: top() + 40 }) as DOMRect);
    at(table, () => now.table - now.page);
    at(cell, () => now.table + now.cell - now.scrolled - now.page);
    const by = (options: unknown) => (options as ScrollToOptions).top ?? 0;
    table.scrollBy = (options: unknown) => {
      now.scrolled = Math.max(0, now.scrolled + by(options));
    };
    scrollBy.mockImplementation((options: unknown) => {
      now.page += by(options);
    });
    const before = cell.getBoundingClientRect().top;
    inPlace(cell, () => {
      now.table += above;
      now.cell += within;
    });
    expect(cell.getBoundingClientRect().top).toBe(before);
  });
});

it("a part above what someone works in is drawn in place", async () => {
  const { button, move } = placed(300);
  button.focus();
  const { result, rerender } = renderHook(
    ({ value }) => {
      const drawn = useInPlace(value);
      useLayoutEffect(() => {
        if (drawn === "results") move(371);
      }, [drawn]);
      return drawn;
    },
    { initialProps: { value: "" } },
  );
  rerender({ value: "results" });
  await waitFor(() => expect(result.current).toBe("results"));
  scrolledBy(371);
});

describe("a message that comes when a field is left", () => {
  it("comes at once if nothing is pressed", () => {
    const show = vi.fn();
    afterPress(show);
    expect(show).toHaveBeenCalledOnce();
  });

  it("waits for the release of a press, and keeps what was pressed in its place", async () => {
    const { button, move } = placed(300);
    const show = vi.fn(() => move(24));
    fireEvent.mouseDown(button);
    afterPress(show);
    const click = vi.fn(() => expect(show).not.toHaveBeenCalled());
    button.addEventListener("click", click);
    fireEvent.mouseUp(button);
    fireEvent.click(button);
    expect(click).toHaveBeenCalledOnce();
    await waitFor(() => expect(show).toHaveBeenCalledOnce());
    scrolledBy(24);
  });

  it("keeps the focus in its place if the click took away what was pressed", async () => {
    const { button } = placed(300);
    const { button: field, move } = placed(300);
    fireEvent.mouseDown(button);
    afterPress(() => move(24));
    button.remove();
    field.focus();
    fireEvent.mouseUp(document.body);
    await waitFor(() => scrolledBy(24));
  });

  it("comes before the click if the click acts on it", async () => {
    const { button, move } = placed(300);
    const [acts, message] = [vi.fn(() => move(24)), vi.fn()];
    fireEvent.mouseDown(button);
    afterPress(acts, "before the click");
    afterPress(message);
    expect(acts).not.toHaveBeenCalled();
    fireEvent.mouseUp(button);
    expect(acts).toHaveBeenCalledOnce();
    expect(message).not.toHaveBeenCalled();
    scrolledBy(24);
    await waitFor(() => expect(message).toHaveBeenCalledOnce());
  });

  it("doesn't wait for the press that opens a menu: no one hears of its release", () => {
    fireEvent.mouseDown(placed(300).button, { button: 2 });
    expect(isPressing()).toBe(false);
  });

  it.each([
    ["a menu", () => fireEvent.contextMenu(document.body)],
    ["a key", () => fireEvent.keyDown(document.body, { key: "Tab" })],
    ["a pointer that moves without a button", () => fireEvent.pointerMove(document.body)],
  ])("ends with %s, although no one heard of its release", async (_, act) => {
    fireEvent.mouseDown(placed(300).button);
    const show = vi.fn();
    afterPress(show);
    fireEvent.keyDown(document.body, { key: "Control", repeat: true });
    fireEvent.pointerMove(document.body, { buttons: 1 });
    expect(isPressing("before the click")).toBe(true);
    act();
    await waitFor(() => expect(show).toHaveBeenCalledOnce());
    expect(isPressing()).toBe(false);
  });
});
