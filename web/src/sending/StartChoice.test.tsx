import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { ChosenStart } from "./StartChoice.tsx";

const { DateTimeFormat } = Intl;

afterEach(() => vi.restoreAllMocks());

/** Sets the clock, which then only moves as the test says. */
function setClock(now: Date) {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ now, toFake: ["Date", ...timers] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The component, in a browser of this language. */
async function show(language = "en-US") {
  vi.resetModules();
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function inLanguage(locale, options) {
    return new DateTimeFormat(locale ?? language, options);
  });
  const { StartChoice } = await import("./StartChoice.tsx");
  let put = (_when: ChosenStart) => {};
  let chosen: ChosenStart = { kind: "now" };
  function Chosen() {
    const [when, setWhen] = useState<ChosenStart>(chosen);
    put = setWhen;
    chosen = when;
    return <StartChoice when={when} onChange={setWhen} />;
  }
  render(<Chosen />);
  return {
    ...userEvent.setup(),
    /** Another email, with its own time, takes the place of the one in the form. */
    swap: (when: ChosenStart) => act(() => put(when)),
    chosen: () => chosen,
  };
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

  it("says that a time is in the past once it has come, without any change on the screen", async () => {
    setClock(new Date(2026, 10, 25, 9, 0, 30));
    const { swap } = await show();
    swap({ kind: "later", at: new Date(2026, 10, 25, 9, 2).toISOString() });
    expect(screen.getByText(/^Wednesday 25 November, 9:02 AM/)).toBeInTheDocument();
    await act(async () => vi.advanceTimersByTime(91_000));
    expect(screen.getByText(/in the past/)).toBeInTheDocument();
  });

  it("keeps the day of a morning that was chosen before midnight, and offers the next one", async () => {
    setClock(new Date(2026, 10, 25, 23, 59, 30));
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
    setClock(new Date(2026, 10, 25, 20));
    await show();
    vi.setSystemTime(new Date(2026, 10, 26, 7));
    await act(async () => vi.advanceTimersByTime(1_000));
    fireEvent.click(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^Friday 27 November, 8:00 AM/);
  });

  it("knows the day after a clock that was fast was set back before midnight", async () => {
    setClock(new Date(2026, 10, 25, 23, 59, 30));
    await show();
    vi.setSystemTime(new Date(2026, 10, 25, 23, 59, 10));
    await act(async () => vi.advanceTimersByTime(31_000));
    await act(async () => vi.advanceTimersByTime(31_000));
    fireEvent.click(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" }));
    expect(screen.getByRole("status")).toHaveTextContent(/^Friday 27 November, 8:00 AM/);
  });

  it("no longer says that a time is in the past after the clock was set back", async () => {
    setClock(new Date(2026, 10, 25, 9, 30));
    const { swap } = await show();
    swap({ kind: "later", at: new Date(2026, 10, 25, 9, 15).toISOString() });
    expect(screen.getByText(/in the past/)).toBeInTheDocument();
    vi.setSystemTime(new Date(2026, 10, 25, 9));
    await act(async () => vi.advanceTimersByTime(1_000));
    expect(screen.getByText(/^Wednesday 25 November, 9:15 AM/)).toBeInTheDocument();
  });

  it("has no time yet after Now, and shows the error at its field", async () => {
    const user = await show();
    await user.click(screen.getByRole("radio", { name: "Choose…" }));
    expect(await screen.findByRole("group", { name: "Time" })).toHaveAccessibleDescription(
      "Choose a time of day.",
    );
    expect(await parts()).toEqual(["hh", "mm", "AM/PM"]);
  });

  it("shows the time of another email in the form, not the one typed before", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 25, 20), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { swap, chosen, ...user } = await show();
    const first = new Date(2026, 11, 1, 10, 30).toISOString();
    const second = new Date(2026, 11, 3, 17, 45).toISOString();
    const morning = new Date(2026, 10, 26, 8).toISOString();

    swap({ kind: "later", at: first });
    expect(await parts()).toEqual(["10", "30", "AM"]);
    await user.click((await screen.findAllByRole("spinbutton"))[0] as HTMLElement);
    await user.keyboard("1130");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(", 11:30 AM, "));

    swap({ kind: "later", at: second });
    expect(screen.getByRole("status")).toHaveTextContent(/^Thursday 3 December, 5:45 PM/);
    await waitFor(async () => expect(await parts()).toEqual(["5", "45", "PM"]));
    await user.click((await screen.findAllByRole("spinbutton"))[1] as HTMLElement);
    await user.keyboard("50");
    expect(chosen()).toEqual({
      kind: "later",
      at: new Date(2026, 11, 3, 17, 50).toISOString(),
    });

    swap({ kind: "later", at: morning });
    expect(screen.getByRole("radio", { name: "Tomorrow 8:00 AM" })).toBeChecked();
    swap({ kind: "later", at: first });
    expect(screen.getByRole("radio", { name: "Choose…" })).toBeChecked();
    expect(screen.getByRole("status")).toHaveTextContent(/^Tuesday 1 December, 10:30 AM/);
  });

  it("has fields of its own beside another choice", async () => {
    await show();
    await show();
    for (const radio of screen.getAllByRole("radio", { name: "Choose…" })) fireEvent.click(radio);
    await screen.findAllByRole("spinbutton");
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
