import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useMoreBelow } from "./MoreBelow.tsx";

afterEach(() => vi.unstubAllGlobals());

function Content() {
  const { end, button } = useMoreBelow();
  return (
    <>
      {end}
      {button}
    </>
  );
}

it("says that there is more below while the end is out of sight, and leads there", async () => {
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
  render(<Content />);
  expect(screen.queryByRole("button")).toBeNull();
  act(() => tell(false));
  await userEvent.click(screen.getByRole("button", { name: "More below" }));
  expect(scrolled).toHaveBeenCalledOnce();
  act(() => tell(true));
  expect(screen.queryByRole("button")).toBeNull();
});
