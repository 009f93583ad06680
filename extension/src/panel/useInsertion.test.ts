import { MuiTheme, provideAccess, SIGNED_OUT } from "@sendwright/web/parts";
import { act, createElement } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Insertion, Target, Undoing } from "../shared/workerMessages.ts";
import { browser, draw, eachInPanel, place, shows } from "../testing/inPanel.ts";
import { InsertionBanner, InsertionOutcome } from "./Insertion.tsx";
import { type InsertionView, useInsertion } from "./useInsertion.ts";
import type { PanelForm } from "./usePanelForm.ts";

const at = (field: string, tab = "Write to Ann"): Target => ({
  spot: { tabId: 1, documentId: "d", field: 1 },
  name: { field, tab },
  trouble: null,
});

let view: InsertionView;
/** The worker's messages, and its answers. */
let asked: { type: string }[];
let answers: {
  target: Target;
  insert: Promise<Insertion | null> | Insertion;
  takeBack: Promise<Undoing> | Undoing;
};
let copies: number;
/** The bodies of the calls to the server. */
let bodies: unknown[];

const form = {
  draft: { templateId: "t1" },
  mail: { template_id: "t1", variables: {} },
  setAsked: () => undefined,
  problemsFor: () => ({ found: null, composed: [] }),
  used: () => undefined,
} as unknown as PanelForm;
const composedForm = {
  ...form,
  draft: { templateId: "" },
  mail: { template_id: "", subject: " ", body: "<p>Hello</p>", variables: {} },
  used: () => {
    throw new Error("No template was used.");
  },
} as unknown as PanelForm;

function Harness({ isOn, ...given }: { isOn: boolean; isComposed?: boolean; values?: string }) {
  const { isComposed, values } = given;
  const corrected = { ...form, mail: { template_id: "t1", variables: { Name: values } } };
  const other = isComposed ? composedForm : (corrected as unknown as PanelForm);
  view = useInsertion(isComposed || values ? other : form, isOn, "1");
  const shown = [
    createElement(InsertionBanner, { key: 1, insertion: view }),
    createElement(InsertionOutcome, { key: 2, insertion: view }),
  ];
  return createElement(MuiTheme, null, shown);
}

eachInPanel();
beforeEach(() => {
  asked = [];
  copies = 0;
  answers = {
    target: at("Message"),
    insert: { outcome: "inserted", undo: 7, name: null },
    takeBack: "undone",
  };
  const sendMessage = async (message: { type: keyof typeof answers }) => {
    asked.push(message);
    return await answers[message.type];
  };
  Object.assign(chrome.runtime, { sendMessage });
  Object.assign(chrome.windows, { getCurrent: async () => ({ id: 5 }) });
  vi.stubGlobal("ClipboardItem", class {});
  const copy = async () => {
    copies += 1;
  };
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { write: copy, writeText: copy },
  });
  provideAccess({
    origin: "http://127.0.0.1:5000",
    session: () => SIGNED_OUT,
    onSession: () => () => undefined,
    currentToken: async () => "token",
    expireSession: async () => undefined,
  });
  bodies = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({
      success: true,
      rendered_subject: "Hello",
      rendered_body_html: "<p>Hello</p>",
      rendered_text: "Hello",
      missing: [],
      syntax_warnings: [],
    });
  });
});

const open = (isOn = true, isComposed = false) =>
  draw(createElement(Harness, { isOn, isComposed }));
const timesAsked = (type: string) => asked.filter((message) => message.type === type).length;
const insert = () => act(async () => await view.insert());
const undoButton = () =>
  [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Undo");

describe("where Insert would write", () => {
  it("is named, and followed when the mouse enters, the window gets the focus or the tab changes", async () => {
    await open();
    await shows("Insert writes into Message, in the tab “Write to Ann”.");
    answers.target = at("Reply");
    await act(async () => void document.documentElement.dispatchEvent(new Event("mouseenter")));
    await shows("Insert writes into Reply, in the tab “Write to Ann”.");
    answers.target = at("", "Chat");
    await act(async () => browser.switchTab());
    await shows("Insert writes into a field without a name, in the tab “Chat”.");
    answers.target = { spot: null, name: null, trouble: "no-field" };
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await shows("We couldn't find the cursor in any field.");
  });

  it("is not looked for until a person can see it", async () => {
    await open(false);
    await act(async () => browser.switchTab());
    expect(asked).toEqual([]);
  });

  it("has names that are text, each in its own direction", async () => {
    answers.target = at("<img src=x>", "<b>Ann</b>");
    await open();
    await shows("<img src=x>, in the tab “<b>Ann</b>”.");
    expect(place.querySelector("img, b")).toBeNull();
    expect(place.querySelectorAll("bdi")).toHaveLength(2);
  });
});

describe("Insert", () => {
  it("looks again at the click and writes there, whatever was shown", async () => {
    await open();
    await shows("Message");
    answers.target = at("Reply");
    await insert();
    await shows("Inserted into Reply, in the tab “Write to Ann”.");
    expect(asked.at(-1)).toMatchObject({
      type: "insert",
      windowId: 5,
      spot: { tabId: 1, documentId: "d", field: 1 },
      text: "Hello",
    });
    expect(copies).toBe(0);
  });

  it("names the place as it is when the text is there", async () => {
    answers.insert = { outcome: "inserted", undo: 7, name: at("Message", "Write to Bo").name };
    await open();
    await insert();
    await shows("Inserted into Message, in the tab “Write to Bo”.");
  });

  it("takes an email written by hand, also without a subject", async () => {
    await open(true, true);
    await insert();
    await shows("Inserted into Message");
    expect(bodies).toEqual([expect.objectContaining({ template_id: "", subject: "(no subject)" })]);
  });

  it("without a field asks for nothing to be written, says why and copies", async () => {
    answers.target = { spot: null, name: null, trouble: "hidden" };
    await open();
    await insert();
    await shows(
      "The page keeps the cursor in a field that can't be seen. Copy the template and paste it with Ctrl+V. We copied the text, too",
    );
    expect(timesAsked("insert")).toBe(0);
    expect(copies).toBe(1);
  });

  it.each<[Insertion["outcome"], string, number]>([
    ["partly", "The field cut off or changed the text.", 1],
    ["refused", "The field didn't accept the text.", 1],
    ["moved", "The cursor was somewhere else by the time the text was ready", 0],
    ["no-field", "We couldn't find the cursor in any field.", 1],
    ["unconfirmed", "We can't tell whether the text was inserted.", 1],
  ])("doesn't report success: %s", async (outcome, sentence, times) => {
    answers.insert = { outcome, undo: null, name: null } as Insertion;
    await open();
    await insert();
    await shows(sentence);
    expect(place.textContent).not.toContain("Inserted into");
    expect(copies).toBe(times);
  });

  it.each<[string, () => Promise<null>]>([
    ["the worker was stopped", async () => Promise.reject(new Error("The port closed."))],
    ["no answer came", async () => null],
  ])("is unconfirmed if %s", async (_what, lost) => {
    await open();
    answers.insert = lost();
    await insert();
    await shows("We can't tell whether the text was inserted.");
  });

  it("says what happened even if the clipboard is refused", async () => {
    answers.insert = { outcome: "refused", undo: null, name: null };
    Object.assign(navigator.clipboard, {
      write: async () => Promise.reject(new Error("No focus")),
    });
    await open();
    await insert();
    await shows("The field didn't accept the text.");
    expect(place.textContent).not.toContain("We copied");
  });
});

describe("Undo", () => {
  it("takes the insertion back, once", async () => {
    await open();
    await insert();
    await act(async () => undoButton()?.click());
    await shows("Undone: Message, in the tab “Write to Ann”. The field has what it had before.");
    expect(asked.at(-1)).toMatchObject({
      type: "takeBack",
      undo: 7,
      spot: { tabId: 1, documentId: "d", field: 1 },
    });
    expect(undoButton()).toBeUndefined();
  });

  it("stays while the values are corrected", async () => {
    await open();
    await insert();
    await draw(createElement(Harness, { isOn: true, values: "Anne" }));
    await shows("Inserted into Message");
    expect(undoButton()).toBeDefined();
  });

  it("is offered after a part, and not if nothing changed", async () => {
    await open();
    answers.insert = { outcome: "partly", undo: 8, name: null };
    await insert();
    expect(undoButton()).toBeDefined();
    answers.insert = { outcome: "refused", undo: null, name: null };
    await insert();
    expect(undoButton()).toBeUndefined();
  });

  it.each<[Undoing, string]>([
    ["changed", "The field has changed since, so we undid nothing."],
    ["gone", "The field no longer exists"],
    ["failed", "The page didn't let us undo it."],
    ["unconfirmed", "We can't tell whether it was undone."],
  ])("says so if it can't: %s", async (answer, sentence) => {
    answers.takeBack = answer;
    await open();
    await insert();
    await act(async () => undoButton()?.click());
    await shows(sentence);
    expect(place.textContent).not.toContain("Undone");
  });
});
