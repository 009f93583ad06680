import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** A browser's history: happy-dom's goes nowhere. Going back tells the page a moment later. */
class Entries {
  at = 0;
  entries: { state: unknown; address: string }[];

  constructor(...addresses: string[]) {
    this.entries = addresses.map((address, idx) => ({ state: { idx }, address }));
    this.at = addresses.length - 1;
    const { history } = window;
    vi.spyOn(history, "state", "get").mockImplementation(() => this.now.state);
    vi.spyOn(window.location, "href", "get").mockImplementation(() => this.now.address);
    vi.spyOn(history, "pushState").mockImplementation((state, _, address) =>
      this.push(state, String(address ?? this.now.address)),
    );
    vi.spyOn(history, "replaceState").mockImplementation((state, _, address) => {
      this.entries[this.at] = { state, address: String(address ?? this.now.address) };
    });
    vi.spyOn(history, "back").mockImplementation(() => this.go(-1));
    vi.spyOn(history, "go").mockImplementation((steps = 0) => this.go(steps));
  }

  get now() {
    const entry = this.entries[this.at];
    if (!entry) throw new Error("The page was left.");
    return entry;
  }

  push(state: unknown, address: string): void {
    this.entries.splice(this.at + 1);
    this.entries.push({ state, address });
    this.at += 1;
  }

  go(steps: number): void {
    this.at += steps;
    setTimeout(() => window.dispatchEvent(new PopStateEvent("popstate")));
  }
}

/** The pages that the router heard of. */
let heard: string[];
let open: string[];
const router = () => heard.push(window.location.href);

/** Those of the page, which must not outlive it. */
const listeners: (() => void)[] = [];

beforeEach(() => {
  const { addEventListener: add, removeEventListener: remove } = window;
  vi.spyOn(window, "addEventListener").mockImplementation((type: string, ...given: unknown[]) => {
    const [listener] = given as [EventListener];
    add.call(window, type, listener);
    listeners.push(() => remove.call(window, type, listener));
  });
  vi.useFakeTimers();
  vi.resetModules();
  heard = [];
  open = [];
});
afterEach(() => {
  for (const stop of listeners.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function begin(...addresses: string[]) {
  const entries = new Entries(...addresses);
  const { watchAddress } = await import("./leaveGuards.ts");
  const { layerEntry, goBack, unmarked } = await import("./layerEntry.ts");
  watchAddress();
  window.addEventListener("popstate", router);
  /** Whether the top layer stays: it is busy. */
  const world = { isBusy: false };
  const update = layerEntry(
    () => open.length > 0,
    () => {
      if (!world.isBusy) close();
    },
  );
  const settle = () => vi.runAllTimers();
  const show = (layer: string) => {
    open.push(layer);
    update();
    settle();
  };
  function close() {
    open.pop();
    update();
  }
  const closed = () => {
    close();
    settle();
  };
  const back = () => {
    entries.go(-1);
    settle();
  };
  return { entries, world, show, closed, back, settle, goBack, unmarked };
}

it("closes one layer after the other, the top one first, then goes back a page", async () => {
  const { entries, show, back } = await begin("/", "/app");
  show("sheet");
  show("question");
  expect(entries.entries).toHaveLength(3);
  back();
  expect(open).toEqual(["sheet"]);
  back();
  expect(open).toEqual([]);
  expect([entries.at, heard]).toEqual([1, []]);
  back();
  expect([entries.at, heard]).toEqual([0, ["/"]]);
});

it("keeps a layer that is busy, and closes it later", async () => {
  const { entries, world, show, back } = await begin("/", "/app");
  show("editor");
  world.isBusy = true;
  back();
  back();
  expect([open, entries.now.address]).toEqual([["editor"], "/app"]);
  world.isBusy = false;
  back();
  expect([open, entries.at, heard]).toEqual([[], 1, []]);
});

it("leaves no entry behind when its button closes a layer", async () => {
  const { entries, show, closed, back } = await begin("/", "/app");
  for (let times = 0; times < 3; times += 1) {
    show("menu");
    closed();
    expect([entries.at, heard]).toEqual([1, []]);
  }
  back();
  expect(heard).toEqual(["/"]);
});

it("opens the next layer, although the entry of the one before is just being left", async () => {
  const { entries, show, back, settle } = await begin("/", "/app");
  show("menu");
  open = [];
  show("dialog");
  settle();
  back();
  expect([open, entries.at, heard]).toEqual([[], 1, []]);
});

it("skips the entry of a layer that led to another page", async () => {
  const { entries, show, closed, back } = await begin("/", "/app");
  show("menu");
  entries.push({ idx: 2 }, "/app#bulk-send");
  closed();
  back();
  expect([entries.at, heard]).toEqual([1, ["/app"]]);
  entries.go(1);
  vi.runAllTimers();
  expect(entries.at).toBe(1);
  back();
  expect(heard.at(-1)).toBe("/");
});

it("adds no page to the history if a tab took the place of the one before", async () => {
  const { entries, show, closed, back } = await begin("/", "/app");
  show("menu");
  window.history.replaceState({ idx: 1 }, "", "/app#sends");
  closed();
  expect([entries.at, entries.now.address, heard]).toEqual([1, "/app#sends", []]);
  back();
  expect(heard).toEqual(["/"]);
});

it("leaves the entry of a layer that was open when the page was reloaded", async () => {
  const { entries, show } = await begin("/", "/app");
  show("sheet");
  vi.resetModules();
  open = [];
  const { watchAddress } = await import("./leaveGuards.ts");
  const { layerEntry } = await import("./layerEntry.ts");
  for (const stop of listeners.splice(0)) stop();
  watchAddress();
  window.addEventListener("popstate", router);
  layerEntry(
    () => false,
    () => undefined,
  );
  vi.runAllTimers();
  expect([entries.at, heard]).toEqual([1, []]);
});

it("goes to the page before when a question above the page lets it go", async () => {
  const { entries, show, goBack, settle } = await begin("/", "/app");
  show("question");
  goBack();
  open = [];
  settle();
  expect([entries.at, heard]).toEqual([0, ["/"]]);
});

it("leaves an address to the router that someone edits", async () => {
  const { entries, show, unmarked } = await begin("/app");
  show("sheet");
  entries.push(null, "/app#sends");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect([open, heard]).toEqual([["sheet"], ["/app#sends"]]);
  expect(unmarked({ idx: 1, layer: true })).toEqual({ idx: 1 });
});
