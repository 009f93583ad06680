import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ChosenStart } from "./StartChoice.tsx";

const { DateTimeFormat } = Intl;

afterEach(() => vi.restoreAllMocks());

/** The component, in a browser of this language. */
async function show(language = "en-US") {
  vi.resetModules();
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function inLanguage(locale, options) {
    return new DateTimeFormat(locale ?? language, options);
  });
  const { StartChoice } = await import("./StartChoice.tsx");
  function Chosen() {
    const [when, setWhen] = useState<ChosenStart>({ kind: "now" });
    return <StartChoice when={when} onChange={setWhen} />;
  }
  render(<Chosen />);
  return userEvent.setup();
}

const parts = async () =>
  (await screen.findAllByRole("spinbutton")).map(({ textContent }) => textContent);

describe("choosing your own time", () => {
  it.each([
    ["en-US", "8:00 AM", ["8", "00", "AM"], "3:30 PM"],
    ["de-DE", "08:00", ["08", "00"], "15:30"],
  ])(
    "starts with the time chosen before, in the same clock format as the text beside it: %s",
    async (...given) => {
      const [language, morning, shown, afternoon] = given;
      const user = await show(language);
      await user.click(screen.getByRole("radio", { name: `Tomorrow ${morning}` }));
      const words = screen.getByRole("status").textContent;
      expect(words).toContain(morning);
      await user.click(screen.getByRole("radio", { name: "Choose…" }));
      expect(await parts()).toEqual(shown);
      expect(screen.getByRole("status")).toHaveTextContent(words);

      await user.click((await screen.findAllByRole("spinbutton"))[0] as HTMLElement);
      await user.keyboard("1530");
      await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(`, ${afternoon}, `));
      expect((await parts()).join(" ")).toBe(afternoon.replace(":", " "));
    },
  );

  it("keeps the day of a morning that was chosen before midnight, and offers the next one", async () => {
    vi.useFakeTimers({
      now: new Date(2026, 10, 25, 23, 59, 30),
      toFake: ["Date", "setTimeout", "clearTimeout"],
    });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    fireEvent.click(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^Thursday 26 November, 8:00 AM/);
    await act(async () => vi.advanceTimersByTime(31_000));
    expect(screen.getByRole("radio", { name: "Choose…" })).toBeChecked();
    expect(screen.getByRole("status")).toHaveTextContent(/^Thursday 26 November, 8:00 AM/);
    fireEvent.click(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^Friday 27 November, 8:00 AM/);
  });

  it("knows the day after the computer slept over midnight", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 25, 20), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    vi.setSystemTime(new Date(2026, 10, 26, 7));
    fireEvent.focus(window);
    fireEvent.click(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^Friday 27 November, 8:00 AM/);
  });

  it("has no time yet after Now, and shows the error at its field", async () => {
    const user = await show();
    await user.click(screen.getByRole("radio", { name: "Choose…" }));
    expect(await screen.findByRole("group", { name: "Time" })).toHaveAccessibleDescription(
      "Choose a time of day.",
    );
    expect(await parts()).toEqual(["hh", "mm", "AM/PM"]);
  });
});
