import Dialog from "@mui/material/Dialog";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, listen } from "../testing/acting.ts";
import { type ToastOptions, ToastProvider, useToast } from "./Toasts.tsx";

let show: ReturnType<typeof useToast>;
function Speaker() {
  show = useToast();
  return null;
}
const say = (message: string, options?: ToastOptions) => act(() => show(message, options));
/**
 * What a browser reports of a pointer over a card; it hasn't moved if the card came to the pointer.
 */
const moveOnto = (card: HTMLElement, by = 3) => {
  fireEvent.mouseEnter(card);
  fireEvent(card, new MouseEvent("mousemove", { bubbles: true, movementX: by }));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Speaker />
    </ToastProvider>,
  );
});

describe("toasts", () => {
  it.each([
    ["in use", 600, 1, 0],
    ["in use", 200, 0, 0],
    ["that is next", 600, 0, 1],
    ["that is next", 200, 0, 0],
  ])("never cover the field %s: at %i px", (which, top, centered, scrolled) => {
    const field = document.body.appendChild(document.createElement("input"));
    const corner = screen.getByRole("region", { name: "Notifications" });
    corner.getBoundingClientRect = () => new DOMRect(0, 580, 390, 80);
    field.getBoundingClientRect = () => new DOMRect(16, top, 300, 40);
    field.scrollIntoView = vi.fn();
    const scroll = vi.spyOn(window, "scrollBy").mockReturnValue();
    if (which === "in use") field.focus();
    say("Added.");
    expect(field.scrollIntoView).toHaveBeenCalledTimes(centered);
    expect(scroll.mock.calls).toEqual(scrolled ? [[{ top: 68, behavior: "instant" }]] : []);
    scroll.mockRestore();
    field.remove();
  });

  it("offer the rest of a text that is cut", () => {
    // Without a layout, the height of what is seen is 0.
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(90);
    say("A long text.");
    fireEvent.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByText("A long text.")).toHaveAttribute("data-open", "true");
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
    vi.restoreAllMocks();
  });

  it("stay for 5000 ms unless told otherwise", () => {
    say("Saved.");
    say("Long.", { duration: 8000 });
    say("Until closed.", { duration: null });
    pass(4999);
    expect(screen.getByText("Saved.")).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText("Saved.")).toBeNull();
    pass(3000);
    expect(screen.queryByText("Long.")).toBeNull();
    pass(100_000);
    expect(screen.getByText("Until closed.")).toBeInTheDocument();
  });

  it.each([
    ["success", "status"],
    ["info", "status"],
    ["warning", "status"],
    ["danger", "alert"],
  ] as const)("announce %s as %s", (variant, role) => {
    say("Words.", { variant });
    expect(screen.getByRole(role).textContent).toContain("Words.");
  });

  it("may have a button, which closes them and does what it says once", () => {
    const run = vi.fn();
    say("Saved.", { action: { word: "Undo", run } });
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.queryByText("Saved.")).toBeNull();
    expect(run).toHaveBeenCalledOnce();
  });

  it("are shown but not announced if the screen announces the same", () => {
    say("Failed.", { variant: "danger", isAnnounced: true });
    say("Also.", { isAnnounced: true });
    expect(screen.getByText("Failed.")).toBeInTheDocument();
    expect(announced(/Failed|Also/)).toEqual([]);
  });

  it("are each announced once, also beside others, and only heard if the screen shows the same", () => {
    const said = listen();
    say("Saved.");
    say("Also.");
    say("Seen.", { isSeen: () => true });
    expect([said(/Saved/), said(/Also/), said(/Seen/)].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    expect(screen.getByText("Seen.")).toHaveClass("unseen");
    pass(1_000);
    expect(screen.queryByText("Seen.")).toBeNull();
    expect(screen.getByText("Saved.")).toBeInTheDocument();
  });

  it("give the focus back to where it came from", () => {
    say("Saved.");
    const field = document.body.appendChild(document.createElement("input"));
    act(() => field.focus());
    const button = screen.getByRole("button", { name: "Close notification" });
    act(() => button.focus());
    fireEvent.click(button);
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it("leave the focus in one when another one is over, even one that is only heard", () => {
    const field = document.body.appendChild(document.createElement("input"));
    act(() => field.focus());
    say("Deleted.", { action: { word: "Undo", run: vi.fn() } });
    const undo = screen.getByRole("button", { name: "Undo" });
    act(() => undo.focus());
    say("Paused.", { isSeen: () => true });
    say("Saved.");
    pass(6000);
    expect(screen.queryByText(/Paused|Saved/)).toBeNull();
    expect(undo).toHaveFocus();
    field.remove();
  });

  it("wait while they are pointed at or hold the focus", () => {
    say("Read me.");
    const card = screen.getByText("Read me.").parentElement as HTMLElement;
    pass(4000);
    moveOnto(card);
    pass(60_000);
    expect(screen.getByText("Read me.")).toBeInTheDocument();
    fireEvent.mouseLeave(card);
    pass(4999);
    expect(screen.getByText("Read me.")).toBeInTheDocument();
    act(() => screen.getByRole("button", { name: "Close notification" }).focus());
    pass(60_000);
    expect(screen.getByText("Read me.")).toBeInTheDocument();
  });

  it("close under a pointer that was there before them and rests", () => {
    say("Saved.");
    const card = screen.getByText("Saved.").parentElement as HTMLElement;
    moveOnto(card, 0);
    pass(5000);
    expect(screen.queryByText("Saved.")).toBeNull();
  });

  it("are heard while a dialog is open, whichever came first", async () => {
    say("Before.");
    const dialog = (
      <Dialog open>
        <p>A dialog</p>
      </Dialog>
    );
    render(dialog);
    await act(() => Promise.resolve());
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    say("After.");
    say("Failed.", { variant: "danger" });
    expect(screen.getByRole("status")).toHaveTextContent("Before.After.");
    expect(screen.getByRole("alert")).toHaveTextContent("Failed.");
  });

  it("wait behind a question, which is about something else", () => {
    say("Read me.");
    const question = document.body.appendChild(document.createElement("div"));
    question.setAttribute("role", "alertdialog");
    pass(60_000);
    expect(screen.getByText("Read me.")).toBeInTheDocument();
    question.remove();
    pass(5000);
    expect(screen.queryByText("Read me.")).toBeNull();
  });

  it("can be closed", () => {
    say("Bye.");
    fireEvent.click(screen.getByRole("button", { name: "Close notification" }));
    expect(screen.queryByText("Bye.")).toBeNull();
  });

  it("that are only heard push out none that is shown", () => {
    for (const word of ["a", "b", "c", "d"]) say(word);
    for (const word of ["e", "f"]) say(word, { isSeen: () => true });
    expect(screen.getAllByRole("button").length).toBe(4);
    say("g");
    expect(screen.queryByText("a")).toBeNull();
    expect(screen.getByText("b")).toBeInTheDocument();
    expect(screen.getByText("e")).toHaveClass("unseen");
  });

  it("do not pile up: the same words are one toast, and four are the most", () => {
    for (const word of ["a", "b", "a", "c", "d", "e"]) say(word);
    expect(screen.getAllByRole("button").length).toBe(4);
    expect(screen.queryByText("b")).toBeNull();
  });
});
