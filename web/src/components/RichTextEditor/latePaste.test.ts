import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bodyOf } from "./bodyHtml.ts";

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock("./paste/reader.ts");
  document.body.replaceChildren();
});

/** An editor whose script that reads a paste isn't there yet. */
async function anEditor(body: string) {
  const { anEditorWith, paste } = await import("./editorTesting.ts");
  const onLoss = vi.fn<(sentence: string) => void>();
  const { editor, root } = anEditorWith(body, { onLoss });
  return {
    editor,
    root,
    paste: (data: Record<string, string>) => paste(root, data),
    body: () => bodyOf(root),
    said: () => onLoss.mock.lastCall?.[0],
  };
}

const bold = (text: string) => ({ "text/html": `<b>${text}</b>`, "text/plain": text });

it("pastes what came before its script, in order, and before what was written meanwhile", async () => {
  const { editor, paste, body, said } = await anEditor("<p>Dear:</p>");
  editor.select(5, 0);
  paste(bold("one"));
  paste({ "text/plain": " two " });
  editor.insert("{{Name}}");
  paste(bold("three"));
  expect(body()).toBe("<p>Dear:{{Name}}</p>");
  expect(said()).toBe("Pasting…");
  await waitFor(() =>
    expect(body()).toBe("<p>Dear:<strong>one two </strong>{{Name}}<strong>three</strong></p>"),
  );
  paste(bold("four"));
  expect(body()).toContain("<strong>threefour</strong>");
});

it("takes the selected text away at once, and keeps the cursor where it went meanwhile", async () => {
  const { editor, root, paste, body } = await anEditor("<p>Dear Ann, welcome</p>");
  editor.select(5, 3);
  paste(bold("Bo"));
  expect(body()).toBe("<p>Dear , welcome</p>");
  editor.select(0, 0);
  await waitFor(() => expect(body()).toBe("<p>Dear <strong>Bo</strong>, welcome</p>"));
  editor.insert("{{Greeting}}");
  expect(root.textContent).toMatch(/Dear Bo, welcome$/);
  expect(body()).toMatch(/^<p>{{Greeting}}Dear/);
});

it("says that a paste failed, pastes the next one, and waits for nothing then", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.doMock("./paste/reader.ts", async (original) => {
    const reader = await original<typeof import("./paste/reader.ts")>();
    const cleanPaste = vi.fn(reader.cleanPaste).mockImplementationOnce(() => {
      throw new Error("A fault of ours.");
    });
    return { ...reader, cleanPaste };
  });
  const { editor, paste, body, said } = await anEditor("<p>Dear:</p>");
  const { usePasting } = await import("./paste/waitingPastes.ts");
  const { result } = renderHook(() => usePasting());
  editor.select(5, 0);
  paste(bold("one"));
  paste(bold("two"));
  await waitFor(() => expect(body()).toBe("<p>Dear:<strong>two</strong></p>"));
  expect(said()).toBe("The text wasn't pasted. Paste it again.");
  await waitFor(() => expect(result.current).toBe(false));
});

it("pastes text without tabs at once", async () => {
  const { editor, paste, body, said } = await anEditor("<p>Dear:</p>");
  editor.select(5, 0);
  paste({ "text/plain": "Ann" });
  expect(body()).toBe("<p>Dear:Ann</p>");
  expect(said()).toBeUndefined();
});

it("pastes the text alone, and says so, if its script can't be loaded", async () => {
  vi.doMock("./paste/reader.ts", () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  const { editor, paste, body, said } = await anEditor("<p>Dear:</p>");
  editor.select(5, 0);
  paste(bold("Ann"));
  paste({ "text/html": "<p>and <i>Bo</i></p>" });
  await waitFor(() => expect(body()).toBe("<p>Dear:Annand Bo</p>"));
  expect(said()).toBe(
    "We couldn't load a part of the page, so we pasted the text without its formats.",
  );
});

it("says that nothing was pasted if the email can't be changed any more", async () => {
  const { editor, paste, body, said } = await anEditor("<p>Dear:</p>");
  editor.select(5, 0);
  paste(bold("Ann"));
  editor.setEnabled(false);
  await waitFor(() => expect(said()).toBe("The text wasn't pasted. Paste it again."));
  expect(body()).toBe("<p>Dear:</p>");
});

/** An editor in whose text a paste waits for a script that never comes. */
async function waiting() {
  vi.doMock("./paste/reader.ts", () => new Promise(() => undefined));
  const made = await anEditor("<p>Dear:</p>");
  made.editor.select(5, 0);
  made.paste(bold("Ann"));
  expect(made.body()).toBe("<p>Dear:</p>");
  return made;
}

it.each([
  ["its page ends", () => window.dispatchEvent(new Event("pagehide"))],
  ["its editor leaves the screen", (editor: { end: () => void }) => editor.end()],
  ["its script takes ten seconds", () => vi.advanceTimersByTime(10_000)],
])("pastes the text alone if %s", async (_, act) => {
  vi.useFakeTimers();
  const { editor, body } = await waiting();
  act(editor);
  expect(body()).toBe("<p>Dear:Ann</p>");
  vi.useRealTimers();
});

it("pastes nothing into another text, and says so", async () => {
  const { editor, body, said } = await waiting();
  editor.setBody("<p>Another</p>");
  expect(said()).toBe("The text wasn't pasted. Paste it again.");
  window.dispatchEvent(new Event("pagehide"));
  expect(body()).toBe("<p>Another</p>");
});

it("waits ten seconds, however long a paste that was forgotten had waited", async () => {
  vi.useFakeTimers();
  const { editor, paste, body } = await waiting();
  vi.advanceTimersByTime(6_000);
  editor.setBody("<p>Another:</p>");
  editor.select(8, 0);
  paste(bold("Bo"));
  vi.advanceTimersByTime(6_000);
  expect(body()).toBe("<p>Another:</p>");
  vi.advanceTimersByTime(4_000);
  expect(body()).toBe("<p>Another:Bo</p>");
  vi.useRealTimers();
});
