import { fireEvent } from "@testing-library/react";
import { vi } from "vitest";
import { held } from "../../testing/held.ts";
import { type BodyEditorEvents, createBodyEditor } from "./createBodyEditor.ts";
import { PASTE_READER } from "./paste/lateReader.ts";

const nothing = () => undefined;

/** A body editor in the document. It tells the test only the events that the test names. */
export function anEditorWith(body: string, events: Partial<BodyEditorEvents> = {}) {
  const host = document.createElement("div");
  document.body.append(host);
  const editor = createBodyEditor(host, {
    onBody: nothing,
    onFormats: nothing,
    onTyping: nothing,
    onChip: nothing,
    onLink: nothing,
    onFiles: nothing,
    onLoss: nothing,
    ...events,
  });
  editor.setBody(body);
  const root = host.querySelector<HTMLElement>(".ql-editor");
  if (!root) throw new Error("The editor has no content.");
  return { editor, host, root };
}

/** Copies, cuts or pastes in an element; `data` is the clipboard, by type. */
export function clip(
  element: HTMLElement,
  type: "copy" | "cut" | "paste",
  data: Map<string, string>,
): void {
  const clipboardData = {
    getData: (kind: string) => data.get(kind) ?? "",
    setData: (kind: string, text: string) => data.set(kind, text),
    files: [],
  };
  const event = new Event(type, { bubbles: true, cancelable: true });
  fireEvent(element, Object.assign(event, { clipboardData }));
  // As in a browser, no one can read it after the event.
  clipboardData.getData = () => "";
}

/** Pastes texts, by type. */
export const paste = (element: HTMLElement, data: Record<string, string>) =>
  clip(element, "paste", new Map(Object.entries(data)));

/** Has the script that reads a paste arrive when the test lets it. */
export function holdReader(): { arrive: () => void } {
  const { arrival, arrive } = held();
  const { preload } = PASTE_READER;
  vi.spyOn(PASTE_READER, "preload").mockImplementation(() => arrival.then(preload));
  return { arrive };
}
