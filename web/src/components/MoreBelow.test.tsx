import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { MoreBelow } from "./MoreBelow.tsx";

afterEach(() => vi.unstubAllGlobals());

it("says what is below while the end is out of sight, and leads there", async () => {
  let tell = (_isIntersecting: boolean) => {};
  class Watch {
    constructor(done: (entries: { isIntersecting: boolean }[]) => void) {
      tell = (isIntersecting) => done([{ isIntersecting }]);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Watch);
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  render(<MoreBelow what="signature" />);
  expect(screen.queryByRole("button")).toBeNull();
  act(() => tell(false));
  await userEvent.click(screen.getByRole("button", { name: "More below: signature" }));
  expect(scrolled).toHaveBeenCalledOnce();
  act(() => tell(true));
  expect(screen.queryByRole("button")).toBeNull();
});
