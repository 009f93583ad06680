import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { button, clickButton } from "../testing/buttons.ts";
import { StepCard } from "./StepCard.tsx";

function Step({ done }: { done: boolean }) {
  const [folded, setFolded] = useState(false);
  return (
    <StepCard title="Files" done={done} summary="talk.pdf" folded={folded} onFold={setFolded}>
      <p>Content</p>
    </StepCard>
  );
}

describe("a step", () => {
  it("folds to its summary once it is done, and opens again", async () => {
    render(<Step done />);
    const toggle = button("Hide: Files");
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    // People who use voice control say the button's text.
    expect(toggle).toHaveTextContent("Hide");
    await userEvent.click(toggle);
    expect(screen.getByText("talk.pdf")).toBeInTheDocument();
    expect(screen.getByText("Content").parentElement?.hidden).toBe(true);
    await clickButton("Change: Files");
    expect(screen.getByText("Content").parentElement?.hidden).toBe(false);
    expect(screen.queryByText("talk.pdf")).toBeNull();
  });

  it("can't be folded before it is done", () => {
    render(<Step done={false} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("stays open when a folded step is done again, so that no one loses the field they type in", async () => {
    const { rerender } = render(<Step done />);
    await clickButton("Hide: Files");
    rerender(<Step done={false} />);
    expect(screen.getByText("Content").parentElement?.hidden).toBe(false);
    rerender(<Step done />);
    expect(screen.getByText("Content").parentElement?.hidden).toBe(false);
    expect(button("Hide: Files")).toBeInTheDocument();
  });
});
