import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EditorActions } from "./EditorActions.tsx";

it("says that a save takes long, until it is over", () => {
  vi.useFakeTimers();
  const shown = (isSaving: boolean) => (
    <EditorActions
      onDelete={null}
      isDeleting={false}
      onCancel={vi.fn()}
      isSaving={isSaving}
      isBusy={isSaving}
    />
  );
  const { rerender } = render(shown(true));
  act(() => vi.advanceTimersByTime(4_999));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("status")).toHaveTextContent(
    "Saving takes longer than usual. Keep this page open.",
  );
  rerender(shown(false));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
