// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { fakeChrome } from "../testing/fakeChrome.ts";
import { Bar } from "./Bar.tsx";

it("the logo opens the site", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const browser = fakeChrome();
  Object.assign(chrome.windows, { getCurrent: async () => ({ id: 1 }) });
  const place = document.createElement("div");
  const root = createRoot(place);
  await act(async () => root.render(createElement(Bar, { email: null })));
  await act(async () => place.querySelector("a")?.click());
  await vi.waitFor(() => expect(browser.opened).toEqual(["http://127.0.0.1:5000/app"]));
  await act(async () => root.unmount());
});
