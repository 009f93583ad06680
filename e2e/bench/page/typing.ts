import type { Locator, Page } from "@playwright/test";
import { workOfKeys } from "../../../bench/trace.ts";
import { words } from "../../../bench/words.ts";
import { chanceOf } from "../../../test/chance.ts";
import type { Sender } from "../../sender.ts";
import { close, pageOf, pageWith, traced } from "./slowed.ts";

/** Near the limit of a body, with room for the typed text. */
const LENGTH = 9_800;
const PARAGRAPHS = 24;
/** The typed text: words, and a pause after each line for a preview. */
const LINES = ["and the talk before ", "is on the second day", " at nine and a half "];
const KEY_MS = 90;
const REST_MS = 900;

const next = chanceOf(1).number;
const paragraphs = Array.from({ length: PARAGRAPHS }, () => `<p>${words(next, LENGTH / PARAGRAPHS)}</p>`);
const LONG_BODY = paragraphs.join("");

/** The same paragraphs in text that the browser itself lets one edit, in a box as large as the editor's. */
const PLAIN = `<style>p { margin: 0 0 12px }</style>
<div contenteditable role="textbox" style="width:560px;height:420px;overflow:auto;font:16px/1.5 sans-serif">${LONG_BODY}</div>`;

/** Types into a body; returns the milliseconds of work of each key, to the frame in which it is seen. */
async function typed(page: Page, body: Locator): Promise<number[]> {
  await body.click();
  const thread = await traced(page, { slow: true }, async () => {
    for (const line of LINES) {
      await page.keyboard.type(line, { delay: KEY_MS });
      await page.waitForTimeout(REST_MS);
    }
  });
  await close(page);
  return workOfKeys(thread);
}

/** Keys in plain editable text. */
export async function typedPlainly(): Promise<number[]> {
  const page = await pageWith(PLAIN);
  return typed(page, page.getByRole("textbox"));
}

/** Keys in the body of a template, with the preview beside it. */
export async function typedInTemplate(sender: Sender, template: string): Promise<number[]> {
  const page = await pageOf(sender, "/app");
  await page.getByRole("button", { name: template, exact: true }).click();
  const editor = page.getByRole("dialog", { name: "Edit Template" });
  await editor.frameLocator("iframe").locator("p").first().waitFor();
  return typed(page, editor.getByRole("textbox", { name: "Body" }));
}

/** Keys in the body of an email composed for a list, with its preview. */
export async function typedInMail(sender: Sender): Promise<number[]> {
  const page = await pageOf(sender, "/app#bulk-send");
  await page.getByRole("radio", { name: "Manual" }).click();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "(Compose Manually)" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Tea on Friday");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org\nbo@example.org");
  const body = page.getByRole("textbox", { name: "Body" });
  await body.click();
  await body.evaluate((field, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, LONG_BODY);
  await page.getByRole("button", { name: "Generate Preview" }).click();
  await page.frameLocator('iframe[title="Email body"]').locator("p").first().waitFor();
  return typed(page, body);
}

/** Keeps a template with a long body; returns its name. */
export async function aLongTemplate(sender: Sender): Promise<string> {
  await sender.template({ name: "Long", subject: "The programme", body: LONG_BODY });
  return "Long";
}
