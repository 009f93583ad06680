import type { Page } from "@playwright/test";
import { EDITABLE, TEXTAREA } from "./editorPages.ts";
import { expect, test } from "./extended.ts";
import { clickInsert, HTML, insert, TEXT, takeBack } from "./inserting.ts";

/**
 * Pages that work against Insert. None gets more than a person would type there, and the panel
 * never reports success for a text that isn't in its field.
 */

interface Attack {
  name: string;
  body: string | ((at: (path: string, host?: string) => string) => string);
  headers?: Record<string, string>;
  /** Where the person clicks. */
  click?: string;
  text?: string;
  /** Runs in the page between the click on Insert and the text. */
  between?: string;
  outcome: string[];
  /** The page's fields afterwards, by id; a text that must not be anywhere is left out. */
  fields: Record<string, string>;
  undo?: string;
  /** The names in the panel. */
  called?: { field?: string; tab?: string };
}

const OTHER = '<textarea id="other"></textarea>';
const script = (code: string) => `<script>${code}</script>`;
const $ =
  'const field = document.querySelector("#field"), other = document.querySelector("#other");';

const ATTACKS: Attack[] = [
  {
    name: "answers focus with blur",
    body: `${TEXTAREA}${script(`${$} let armed = false; setTimeout(() => { armed = true; }, 0); field.addEventListener("focus", () => armed && field.blur());`)}`,
    between: "document.querySelector('#field').focus()",
    outcome: ["refused", "no-field"],
    fields: { field: "" },
  },
  {
    name: "answers blur by removing the field",
    body: `${TEXTAREA}${OTHER}${script(`${$} field.addEventListener("blur", () => field.remove());`)}`,
    outcome: ["refused"],
    fields: { other: "" },
  },
  {
    name: "moves the focus to another field when ours gets it",
    body: `${TEXTAREA}${OTHER}${script(`${$} field.addEventListener("blur", () => field.addEventListener("focus", () => other.focus()));`)}`,
    outcome: ["refused"],
    fields: { field: "", other: "" },
  },
  {
    name: "moves the focus before the text comes",
    body: `${TEXTAREA}${OTHER}`,
    between: "document.querySelector('#other').focus()",
    outcome: ["moved"],
    fields: { field: "", other: "" },
  },
  {
    name: "moves the focus in its paste handler",
    body: `${EDITABLE}${OTHER}${script(`${$} field.addEventListener("paste", () => other.focus());`)}`,
    outcome: ["refused"],
    fields: { field: "", other: "" },
  },
  {
    name: "takes a paste and drops it",
    body: `${EDITABLE}${script(`${$} field.addEventListener("paste", (event) => event.preventDefault());`)}`,
    outcome: ["unconfirmed"],
    fields: { field: "" },
  },
  {
    name: "takes a paste and writes it elsewhere",
    body: `${EDITABLE}${OTHER}${script(`${$} field.addEventListener("paste", (event) => { event.preventDefault(); other.value = event.clipboardData.getData("text/plain"); });`)}`,
    outcome: ["unconfirmed"],
    fields: { field: "", other: TEXT },
  },
  {
    name: "writes other words than ours",
    body: `${EDITABLE}${script(`${$} field.addEventListener("paste", (event) => { event.preventDefault(); field.textContent = "You are fired."; });`)}`,
    outcome: ["partly"],
    fields: { field: "You are fired." },
  },
  {
    name: "puts its own text back",
    body: `${EDITABLE}${script(`${$} field.textContent = "Mine"; new MutationObserver(() => { if (field.textContent !== "Mine") field.textContent = "Mine"; }).observe(field, { childList: true, subtree: true, characterData: true });`)}`,
    outcome: ["unconfirmed"],
    fields: { field: "Mine" },
  },
  {
    name: "uses the text and empties its field",
    body: `${TEXTAREA}${OTHER}${script(`${$} field.addEventListener("input", () => { other.value = field.value; field.value = ""; });`)}`,
    outcome: ["unconfirmed"],
    fields: { field: "" },
  },
  {
    name: "admits no more text",
    body: '<textarea id="field" maxlength="3">123</textarea>',
    outcome: ["refused"],
    fields: { field: "123" },
  },
  {
    name: "cuts the text off",
    body: '<textarea id="field" maxlength="10"></textarea>',
    outcome: ["partly"],
    fields: { field: "Hello Ann," },
    undo: "undone",
  },
  {
    name: "removes the field once the text is in",
    body: `${TEXTAREA}${script(`${$} field.addEventListener("input", () => field.remove());`)}`,
    outcome: ["unconfirmed"],
    fields: {},
  },
  {
    name: "hides the field once the text is in",
    body: `${TEXTAREA}${script(`${$} field.addEventListener("input", () => { field.style.opacity = "0"; });`)}`,
    outcome: ["unconfirmed"],
    fields: { field: TEXT },
  },
  {
    name: "leaves once the text is in",
    body: `${TEXTAREA}${script(`${$} field.addEventListener("input", () => { location.href = "/left"; });`)}`,
    outcome: ["unconfirmed"],
    fields: {},
  },
  {
    name: "never ends its handler of the text",
    body: `${TEXTAREA}${script(`${$} field.addEventListener("input", () => { const end = performance.now() + 7_000; while (performance.now() < end); }, { once: true });`)}`,
    outcome: ["unconfirmed"],
    fields: { field: TEXT },
  },
  {
    name: "catches the cursor in a field that no one sees",
    body: `<div style="overflow:hidden;height:0"><textarea id="field"></textarea></div><textarea id="shown"></textarea>${script('document.querySelector("#shown").addEventListener("focus", () => document.querySelector("#field").focus());')}`,
    click: "#shown",
    outcome: ["hidden"],
    fields: { field: "", shown: "" },
  },
  {
    name: "catches the cursor in a see-through field",
    body: `<div style="opacity:0">${TEXTAREA}</div>`,
    outcome: ["hidden"],
    fields: { field: "" },
  },
  {
    name: "catches the cursor in a field beside the page",
    body: `<input id="field" style="position:absolute;left:-9999px"><button id="shown" onclick="document.querySelector('#field').focus()">Write</button>`,
    click: "#shown",
    outcome: ["hidden"],
    fields: { field: "" },
  },
  {
    name: "names elements after what we call",
    body: `<form name="activeElement"></form><form name="execCommand"></form><form name="getSelection"></form><form name="visibilityState"></form>${TEXTAREA}`,
    outcome: ["inserted"],
    fields: { field: TEXT },
    undo: "undone",
  },
  {
    name: "names itself and its field to deceive",
    body: `<textarea id="field" aria-label="<b>\u202eMessage\u2066</b>”. Sent to everyone. ${"x".repeat(10_000)}"></textarea>${script(`document.title = "Bank\\u202e\\n".repeat(3_000);`)}`,
    outcome: ["inserted"],
    fields: { field: TEXT },
    called: {
      field: `<b>Message</b>'. Sent to everyone. ${"x".repeat(24)}…`,
      tab: "Bank Bank Bank",
    },
  },
  {
    name: "trusts no markup and runs no script",
    body: EDITABLE,
    headers: {
      "content-security-policy":
        "default-src 'none'; sandbox; require-trusted-types-for 'script'; trusted-types 'none'",
    },
    outcome: ["inserted", "forbidden"],
    fields: {},
  },
  {
    name: "has the cursor in the frame of a frame of another site",
    body: (at) => `<iframe src="${at("/middle", "localhost")}"></iframe>`,
    click: "iframe",
    between: "document.querySelector('iframe').focus()",
    outcome: ["no-field", "other-origin"],
    fields: {},
  },
  {
    name: "undoes more than ours",
    body: `${EDITABLE}${OTHER}${script(`${$}
      field.addEventListener("paste", (event) => { event.preventDefault(); field.append(event.clipboardData.getData("text/plain")); });
      field.addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "z") { event.preventDefault(); field.textContent = event.shiftKey ? field.dataset.had : ""; } });
      new MutationObserver(() => { if (field.textContent) field.dataset.had = field.textContent; }).observe(field, { childList: true });
      field.textContent = "Precious ";`)}`,
    text: "Ann",
    outcome: ["inserted"],
    fields: { field: "Precious Ann" },
    undo: "failed",
  },
];

async function textOf(page: Page, id: string): Promise<string> {
  return await page
    .locator(`#${id}`)
    .evaluate((field) => ("value" in field ? String(field.value) : (field.textContent ?? "")));
}

test("no page gets Insert to report success for a text that isn't there", async ({
  context,
  others,
  menu,
}) => {
  test.setTimeout(600_000);
  others.put("/left", "Left");
  others.put("/inner", `${TEXTAREA}${script("document.querySelector('#field').focus()")}`);
  others.put("/middle", `<iframe src="${others.at("/inner")}"></iframe>`);
  for (const attack of ATTACKS) {
    const { name, body, headers, click = "#field", text = TEXT, between, outcome } = attack;
    await test.step(name, async () => {
      const page = await context.newPage();
      const markup = typeof body === "string" ? body : body((path, host) => others.at(path, host));
      await page.goto(others.put("/attack", markup, headers));
      await page.locator(click).click({ force: true });
      const panel = await clickInsert(context, menu, page);
      const answer = await insert(panel, {
        text,
        html: text === TEXT ? HTML : text,
        between: async () => void (between && (await page.evaluate(between))),
      });
      expect.soft(outcome, `${name}: ${answer.outcome}`).toContain(answer.outcome);
      for (const [id, content] of Object.entries(attack.fields))
        await expect.soft.poll(() => textOf(page, id), `${name}: ${id}`).toBe(content);
      if (attack.called?.field !== undefined)
        expect.soft(answer.name?.field, name).toContain(attack.called.field);
      if (attack.called?.tab !== undefined)
        expect.soft(answer.name?.tab, name).toContain(attack.called.tab);
      if (attack.undo !== undefined) {
        expect.soft(await takeBack(panel, answer), `${name}: Undo`).toBe(attack.undo);
        if (attack.undo === "failed")
          for (const [id, content] of Object.entries(attack.fields))
            expect.soft(await textOf(page, id), `${name}: ${id} after Undo`).toBe(content);
      }
      await panel.close();
      await page.close();
    });
  }
});
