import { act, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { reserveBar } from "./reserveBar.ts";

it("says how high the bar is, whenever that changes, and nothing once it is gone", () => {
  let resized: () => void = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe = () => resized();
      disconnect = vi.fn();
    },
  );
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(62);
  const reserved = () => document.documentElement.style.getPropertyValue("--bar-height");
  const { unmount } = render(<div ref={reserveBar} />);
  expect(reserved()).toBe("62px");
  height.mockReturnValue(214);
  act(resized);
  expect(reserved()).toBe("214px");
  unmount();
  expect(reserved()).toBe("");
});
