import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { useArrival } from "./useArrival.ts";

function Notice() {
  return (
    <div ref={useArrival("corrects")} tabIndex={-1}>
      These people
    </div>
  );
}

it.each([
  ["reads the notice first", "button", "These people"],
  ["keeps the focus in a field that they already write in", "field", ""],
  ["keeps the focus in a cell that they already write in", "gridcell", "cell"],
])("someone who comes to correct people %s", (_what, from, focused) => {
  Element.prototype.scrollIntoView = () => {};
  const page = (entry: { state?: object }) => (
    <>
      <button type="button">button</button>
      <input aria-label="field" />
      {/* biome-ignore lint/a11y/useSemanticElements: as the table has it. */}
      <div role="gridcell" tabIndex={0}>
        cell
      </div>
      <MemoryRouter key={String(entry.state)} initialEntries={[entry]}>
        <Notice />
      </MemoryRouter>
    </>
  );
  const { rerender } = render(page({}));
  const place = from === "field" ? screen.getByLabelText("field") : screen.getByRole(from);
  place.focus();
  rerender(page({ state: { corrects: true } }));
  expect(document.activeElement?.textContent).toBe(focused);
});
