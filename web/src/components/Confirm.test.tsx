import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { clickButton } from "../testing/buttons.ts";
import { ConfirmProvider, useConfirm } from "./Confirm.tsx";

function Asker({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const confirm = useConfirm();
  const ask = () =>
    confirm({ title: "Delete?", text: "It cannot be undone.", action: "Delete template" });
  return (
    <button type="button" onClick={() => void ask().then(onAnswer)}>
      Ask
    </button>
  );
}

async function asked() {
  const onAnswer = vi.fn();
  render(
    <ConfirmProvider>
      <Asker onAnswer={onAnswer} />
    </ConfirmProvider>,
  );
  await clickButton("Ask");
  const dialog = await screen.findByRole("alertdialog", { name: "Delete?" });
  expect(dialog.textContent).toContain("It cannot be undone.");
  return onAnswer;
}

describe("a question", () => {
  it("means yes only by its own button", async () => {
    const onAnswer = await asked();
    await clickButton("Delete template");
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it.each([
    ["Cancel", () => clickButton("Cancel")],
    ["Escape", () => userEvent.keyboard("{Escape}")],
  ])("means no by %s", async (_way, refuse) => {
    const onAnswer = await asked();
    await refuse();
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("begins on no", async () => {
    await asked();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  });
});
