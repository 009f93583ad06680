import { beforeEach, expect, it } from "vitest";
import { forgetStickyValues, rememberSticky, stickyValue } from "./stickyValues.ts";

beforeEach(() => localStorage.clear());

it("remembers a value by its variable's name, and forgets a blank one", () => {
  rememberSticky("Company", "Sluice & Söhne");
  expect(stickyValue("Company")).toBe("Sluice & Söhne");
  expect(localStorage.getItem("sendwright:sticky:Company")).toBe("Sluice & Söhne");
  rememberSticky("Company", "  ");
  expect(stickyValue("Company")).toBe("");
});

it("forgets all of them, and nothing else", () => {
  rememberSticky("Company", "Sluice");
  rememberSticky("Place", "Cork");
  localStorage.setItem("sendwright:theme", "dark");
  forgetStickyValues();
  expect([stickyValue("Company"), stickyValue("Place")]).toEqual(["", ""]);
  expect(localStorage.getItem("sendwright:theme")).toBe("dark");
});
