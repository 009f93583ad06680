import { beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { keepWritingInView } from "./keepWritingInView.ts";

let look: (seen: { isIntersecting: boolean }[]) => void = () => {};
let shown: MockInstance<Element["scrollIntoView"]>;

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: typeof look) {
        look = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  keepWritingInView();
  shown = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  // Everything is below the window.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    DOMRect.fromRect({ y: 5_000, height: 20 }),
  );
});

/** Changes the window's size, and waits for the two frames after it. */
async function resize() {
  window.dispatchEvent(new Event("resize"));
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
}

it("brings back the line with the cursor, not the bold word in it", async () => {
  document.body.innerHTML =
    "<div contenteditable tabindex='0'><p>One</p><p>Two <strong style='display: inline'>three</strong></p></div>";
  const [, line] = document.querySelectorAll("p");
  document.querySelector("div")?.focus();
  const word = document.querySelector("strong")?.firstChild ?? null;
  document.getSelection()?.setBaseAndExtent(word as Node, 1, word as Node, 1);
  await resize();
  expect(shown.mock.contexts).toEqual([line]);
});

it.each([
  ["in view", [false, true], 1],
  ["out of view", [true, false], 0],
])("brings back a field for files that was last %s", async (_, looks, times) => {
  document.body.innerHTML = "<input type='file'>";
  document.querySelector("input")?.focus();
  look(looks.map((isIntersecting) => ({ isIntersecting })));
  await resize();
  expect(shown).toHaveBeenCalledTimes(times);
});
