import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Spot } from "../shared/workerMessages.ts";
import { type FakeChrome, fakeChrome, ID } from "../testing/fakeChrome.ts";
import { findTarget, insertInto, takeBack } from "./insertion.ts";

/** A frame of a tab: its document, and the actions of the injected script. */
interface Frame {
  documentId: string;
  look?: () => unknown;
  insert?: (...given: unknown[]) => Promise<unknown>;
  takeBack?: (...given: unknown[]) => Promise<unknown>;
}

let browser: FakeChrome;
/** The frames of each tab; a tab without an entry admits no extension. */
let frames: Map<number, Frame[]>;
/** What the pages were asked to write. */
let written: unknown[][];

const FIELD = { field: 3, name: "Message" };
const SPOT: Spot = { tabId: 1, documentId: "d1", field: 3 };
const TEXTS = { html: "<p>Hi</p>", text: "Hi" };
const mail = (more: Partial<Frame> = {}): Frame => ({
  documentId: "d1",
  look: () => FIELD,
  insert: async (...given) => {
    written.push(given);
    return { outcome: "inserted", undo: 1 };
  },
  ...more,
});

async function inFrame(frame: Frame, func: unknown, args: unknown[]) {
  vi.stubGlobal("sendwright", frame);
  const result = await (func as (...given: unknown[]) => unknown)(...args);
  return { documentId: frame.documentId, result };
}

beforeEach(() => {
  browser = fakeChrome();
  browser.tabs = [{ id: 1, url: "https://mail.example/", title: "Write to Ann", windowId: 1 }];
  frames = new Map([[1, [mail()]]]);
  written = [];
  browser.inject = async ({ target, func, args = [] }) => {
    const all = frames.get(target.tabId);
    if (!all) throw new Error("Cannot access contents of the page");
    const asked = target.documentIds
      ? all.filter(({ documentId }) => target.documentIds?.includes(documentId))
      : all;
    if (asked.length === 0) throw new Error("No document with that id");
    if (!func) return [];
    const results: unknown[] = [];
    for (const frame of asked) results.push(await inFrame(frame, func, args));
    return results;
  };
});
afterEach(() => vi.useRealTimers());

const insert = (spot = SPOT) => insertInto({ windowId: 1, spot, ...TEXTS });

describe("the target", () => {
  it("is the field with the cursor in the tab in front, with both names", async () => {
    expect(await findTarget(1)).toEqual({
      spot: SPOT,
      name: { field: "Message", tab: "Write to Ann" },
      trouble: null,
    });
  });

  it("is in the window that asks", async () => {
    browser.tabs.push({ id: 2, url: "https://chat.example/", title: "Chat", windowId: 2 });
    frames.set(2, [mail({ documentId: "d2" })]);
    expect((await findTarget(2)).spot).toEqual({ tabId: 2, documentId: "d2", field: 3 });
    expect((await findTarget(1)).spot).toEqual(SPOT);
  });

  it("has cleaned and cut names", async () => {
    browser.tabs = [{ id: 1, title: `\u202e${"x".repeat(10_000)}`, windowId: 1 }];
    frames.set(1, [mail({ look: () => ({ field: 1, name: "<b>\u2066Hi</b>\n”. Sent" }) })]);
    expect((await findTarget(1)).name).toEqual({
      field: "<b>Hi</b> '. Sent",
      tab: `${"x".repeat(59)}…`,
    });
  });

  it("is in the frame that has the cursor", async () => {
    frames.set(1, [
      mail({ documentId: "top", look: () => null }),
      mail({ documentId: "other", look: () => null }),
      mail({ documentId: "in", look: () => FIELD }),
    ]);
    expect((await findTarget(1)).spot?.documentId).toBe("in");
  });

  it.each<[string, string, () => void]>([
    ["no tab", "gone", () => (browser.tabs = [])],
    ["a page that admits no extension", "forbidden", () => frames.clear()],
    [
      "a tab of ours",
      "own-tab",
      () => (browser.tabs = [{ id: 1, url: `chrome-extension://${ID}/panel.html`, windowId: 1 }]),
    ],
    [
      "the cursor in a frame of another site",
      "other-origin",
      () => frames.set(1, [mail({ look: () => ({ trouble: "other-origin" }) })]),
    ],
    [
      "the cursor in a frame without our script",
      "other-origin",
      () => frames.set(1, [mail({ look: () => null })]),
    ],
    [
      "no cursor",
      "no-field",
      () =>
        frames.set(1, [
          mail({ look: () => ({ trouble: "no-field" }) }),
          mail({ look: () => null }),
        ]),
    ],
    [
      "the cursor in an unseen field",
      "hidden",
      () => frames.set(1, [mail({ look: () => ({ trouble: "hidden" }) })]),
    ],
  ])("is refused: %s", async (_what, trouble, arrange) => {
    arrange();
    expect(await findTarget(1)).toEqual({ spot: null, name: null, trouble });
    expect(await insert()).toMatchObject({ outcome: trouble, undo: null });
    expect(written).toEqual([]);
  });

  it("is refused if the page doesn't answer", async () => {
    vi.useFakeTimers();
    browser.inject = () => new Promise(() => undefined);
    const found = findTarget(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await found).trouble).toBe("busy");
  });
});

describe("an insertion", () => {
  it("writes once, and returns the number for Undo", async () => {
    expect(await insert()).toMatchObject({ outcome: "inserted", undo: 1 });
    expect(written).toEqual([[3, "<p>Hi</p>", "Hi", expect.any(Number)]]);
  });

  it.each<[string, () => void]>([
    [
      "another tab is in front",
      () => {
        browser.tabs = [{ id: 2, windowId: 1 }];
        frames.set(2, [mail()]);
      },
    ],
    ["the page was reloaded", () => frames.set(1, [mail({ documentId: "d2" })])],
    [
      "the cursor is in another field",
      () => frames.set(1, [mail({ look: () => ({ field: 4, name: "" }) })]),
    ],
    [
      "the cursor is in another frame",
      () => frames.set(1, [mail({ look: () => null }), mail({ documentId: "d2" })]),
    ],
  ])("writes nothing if since the click %s", async (_what, arrange) => {
    arrange();
    expect(await insert()).toMatchObject({ outcome: "moved", undo: null });
    expect(written).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the tab is closed meanwhile", async () => Promise.reject(new Error("The tab was closed."))],
    ["the page leaves meanwhile", async () => null],
  ])("is unconfirmed if its answer is lost: %s", async (_what, lost) => {
    frames.set(1, [mail({ insert: lost })]);
    expect(await insert()).toMatchObject({ outcome: "unconfirmed", undo: null });
  });

  it("is unconfirmed if the page never answers, and must not begin after that", async () => {
    vi.useFakeTimers();
    let until = 0;
    frames.set(1, [
      mail({
        insert: (...given) => {
          until = Number(given[3]);
          return new Promise(() => undefined);
        },
      }),
    ]);
    const inserting = insert();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await inserting).toMatchObject({ outcome: "unconfirmed", undo: null });
    expect(until).toBeLessThan(Date.now());
  });
});

describe("taking it back", () => {
  it.each(["undone", "changed", "gone", "failed"])(
    "answers as the page does: %s",
    async (answer) => {
      frames.set(1, [mail({ takeBack: async () => answer })]);
      expect(await takeBack(SPOT, 1)).toBe(answer);
    },
  );

  it("works in a tab that is no longer in front", async () => {
    browser.tabs = [{ id: 2, windowId: 1 }];
    frames.set(1, [mail({ takeBack: async () => "undone" })]);
    expect(await takeBack(SPOT, 1)).toBe("undone");
  });

  it("asks no document that came later", async () => {
    frames.set(1, [mail({ documentId: "d2", takeBack: async () => "undone" })]);
    expect(await takeBack(SPOT, 1)).toBe("gone");
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the tab is closed meanwhile", async () => Promise.reject(new Error("The tab was closed."))],
    ["the page leaves meanwhile", async () => null],
  ])("is unconfirmed if its answer is lost: %s", async (_what, lost) => {
    frames.set(1, [mail({ takeBack: lost })]);
    expect(await takeBack(SPOT, 1)).toBe("unconfirmed");
  });
});
