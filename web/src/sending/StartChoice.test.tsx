import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { type Beginning, StartChoice } from "./StartChoice.tsx";

function Chosen() {
  const [when, setWhen] = useState<Beginning>({ kind: "now" });
  return <StartChoice when={when} onChange={setWhen} />;
}

describe("the choice of a time of one's own", () => {
  it("begins with the time that was chosen until then", async () => {
    const user = userEvent.setup();
    render(<Chosen />);
    await user.click(screen.getAllByRole("radio")[1] as HTMLElement);
    const words = screen.getByRole("status").textContent;
    await user.click(screen.getByRole("radio", { name: "Choose…" }));
    expect(screen.getByLabelText("Time")).toHaveValue("08:00");
    expect(screen.getByRole("status")).toHaveTextContent(words);
  });

  it("has no time yet where it was to be now", async () => {
    const user = userEvent.setup();
    render(<Chosen />);
    await user.click(screen.getByRole("radio", { name: "Choose…" }));
    expect(screen.getByLabelText("Time")).toHaveValue("");
  });
});
