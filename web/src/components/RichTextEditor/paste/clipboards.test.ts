import { afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  clipboardNames,
  fileOfClipboard,
  inLines,
  readClipboard,
} from "../../../../../test/clipboards.ts";
import { bodyOf } from "../bodyHtml.ts";
import { anEditorWith, paste } from "../editorTesting.ts";
import { PASTE_READER } from "./lateReader.ts";

// As on the page, where it loads soon after the editor.
beforeAll(PASTE_READER.preload);

afterEach(() => document.body.replaceChildren());

function anEditor(body = "") {
  const onLoss = vi.fn<(sentence: string) => void>();
  const { root } = anEditorWith(body, { onLoss });
  return { root, loss: () => onLoss.mock.lastCall?.[0] ?? "" };
}

const DELETIONS = "Deleted text that was still marked wasn't pasted.";
const PICTURE = "1 picture wasn't pasted. Insert it as a file.";
const LOSSES: Readonly<Record<string, string>> = {
  "docs-suggestion": DELETIONS,
  "gmail-newsletter": PICTURE,
  "outlook-reminder": PICTURE,
  "word-changes": DELETIONS,
  "word-online-changes": DELETIONS,
};

it.each(clipboardNames())("%s is pasted as it was meant, and stays so", async (name) => {
  const { root, loss } = anEditor();
  paste(root, { "text/html": readClipboard(name) });
  const body = bodyOf(root);
  await expect(`${inLines(body)}\n`).toMatchFileSnapshot(fileOfClipboard(name, "body.html"));
  expect(loss()).toBe(LOSSES[name] ?? "");
  expect(bodyOf(anEditor(body).root)).toBe(body);
});
