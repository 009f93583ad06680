import { beforeEach, describe, expect, it, vi } from "vitest";
import { aToken, type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";
import { onMenu } from "./menus.ts";
import { onAuthEvent } from "./session.ts";

const MINUTE = 60_000;
const tab = { id: 1, windowId: 1, url: "https://crew.example" } as chrome.tabs.Tab;
let browser: FakeChrome;

const signsIn = (uid: string) =>
  onAuthEvent({
    loggedIn: true,
    cause: "signed_in",
    email: `${uid}@example.com`,
    idToken: aToken(uid),
    refreshToken: `refresh-${uid}`,
  });
const logsOut = () => onAuthEvent({ loggedIn: false, cause: "signed_out" });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z"), toFake: ["Date"] });
  browser = fakeChrome();
  vi.stubGlobal("chrome", { ...chrome, sidePanel: { open: async () => undefined } });
});

/** Each entry of the menu that brings people, or asks to insert. */
const CLICKS: [string, object][] = [
  ["insert", {}],
  ["collect", {}],
  ["write-link", { linkUrl: "mailto:ann@example.org" }],
  ["write-selection", { selectionText: "ann@example.org" }],
];
const click = (menuItemId: string, more: object) => onMenu({ menuItemId, ...more } as never, tab);

describe.each(CLICKS)("a click on %s", (menuItemId, more) => {
  it("is of the person who is signed in", async () => {
    await signsIn("ada");
    await click(menuItemId, more);
    expect(browser.session.task).toMatchObject({ uid: "ada" });
    await onAuthEvent({ loggedIn: false, cause: "expired" });
    await click(menuItemId, more);
    await signsIn("ada");
    expect(browser.session.task).toMatchObject({ uid: "ada" });
    await signsIn("bo");
    expect(browser.session).not.toHaveProperty("task");
  });

  it("while no one is signed in waits for who signs in next, for ten minutes", async () => {
    await click(menuItemId, more);
    vi.setSystemTime(Date.now() + 9 * MINUTE);
    await signsIn("ada");
    expect(browser.session.task).toMatchObject({ uid: "ada" });

    await logsOut();
    await click(menuItemId, more);
    vi.setSystemTime(Date.now() + 11 * MINUTE);
    await signsIn("bo");
    expect(browser.session).not.toHaveProperty("task");
  });
});

it("a page that doesn't answer is said until it does, and so are a thousand people of many frames", async () => {
  const frame = (n: number) => ({
    found: Array.from({ length: 600 }, (_, i) => ({ address: `p${n}-${i}@example.org`, name: "" })),
    repeated: [],
    hidden: 0,
    more: 1,
  });
  browser.inject = async ({ func }) => (func ? [{ result: frame(1) }, { result: frame(2) }] : []);
  await click("collect", {});
  expect(browser.session.task).toMatchObject({ more: 202, trouble: null });
  expect((browser.session.task as { found: unknown[] }).found).toHaveLength(1_000);

  vi.useFakeTimers();
  let answers: (given: unknown) => void = () => undefined;
  browser.inject = ({ func }) =>
    func
      ? Promise.resolve([{ result: frame(3) }])
      : new Promise((resolve) => {
          answers = resolve as typeof answers;
        });
  const collecting = click("collect", {});
  await vi.advanceTimersByTimeAsync(5_000);
  await collecting;
  expect(browser.session.task).toMatchObject({ found: [], trouble: "busy" });
  answers([]);
  await expect.poll(() => browser.session.task).toMatchObject({ trouble: null, more: 1 });
});

it("people collected while their person logs out are not the next person's", async () => {
  await signsIn("ada");
  let read = () => {};
  browser.inject = () =>
    new Promise((resolve) => {
      read = () => resolve([]);
    });
  const collecting = click("collect", {});
  await expect.poll(() => browser.injected).toHaveLength(1);
  await logsOut();
  await signsIn("bo");
  browser.inject = async () => [];
  read();
  await collecting;
  expect(browser.session.task).toMatchObject({ uid: "ada" });
});
