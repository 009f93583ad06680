import { expect, it } from "vitest";
import {
  forgetEverything,
  remember,
  remembered,
  rememberSticky,
  stickyValue,
} from "./remembered.ts";

it("remembers a value under its name, and forgets a blank one", () => {
  rememberSticky("uid-ada", "Company", "Sluice & Söhne");
  expect(stickyValue("uid-ada", "Company")).toBe("Sluice & Söhne");
  rememberSticky("uid-ada", "Company", "  ");
  expect(stickyValue("uid-ada", "Company")).toBe("");
});

it("gives no one else's text", () => {
  rememberSticky("uid-ada", "IBAN", "DE89");
  expect(stickyValue("uid-grace", "IBAN")).toBe("");
  expect(stickyValue("uid", "ada:IBAN")).toBe("");
});

it("forgets everything, even values that older versions kept without a name, and nothing else", () => {
  rememberSticky("uid-ada", "Company", "Sluice");
  remember("uid-grace", "template", "t1");
  localStorage.setItem("sendwright:sticky:Place", "Cork");
  localStorage.setItem("sendwright:theme", "dark");
  forgetEverything();
  expect([stickyValue("uid-ada", "Company"), remembered("uid-grace", "template")]).toEqual([
    "",
    null,
  ]);
  expect(Object.keys(localStorage)).toEqual(["sendwright:theme"]);
});
