import { act, createElement } from "react";
import { expect, it } from "vitest";
import { browser, draw, eachInPanel, place } from "../testing/inPanel.ts";
import { Bar } from "./Bar.tsx";

eachInPanel();

it("the logo opens the site", async () => {
  await draw(createElement(Bar, { email: null }));
  await act(async () => place.querySelector("a")?.click());
  await expect.poll(() => browser.opened).toEqual(["http://127.0.0.1:5000/app"]);
});
