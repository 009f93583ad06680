import { describe, expect, it, vi } from "vitest";
import { GOOGLE_SCRIPT } from "./google.ts";
import { fitMarkup, fitScript, nameWhatIsTrusted } from "./trustedTypes.ts";

describe("the page's trusted sources", () => {
  it.each(["", " ", "April", "MM/DD/YYYY"])(
    "is the text %j, in which nothing is markup",
    (text) => {
      expect(fitMarkup(text)).toBe(text);
    },
  );

  it.each(["<b>x</b>", "x<", "&lt;img src=x&gt;"])("is not the markup %s", (text) => {
    expect(fitMarkup(text)).toBeNull();
  });

  it.each(["/assets/csvWorker-1.js", `${window.location.origin}/assets/a.js`, GOOGLE_SCRIPT])(
    "is the script %s",
    (address) => {
      expect(fitScript(address)).toBe(address);
    },
  );

  it.each([
    "https://evil.example/a.js",
    `${GOOGLE_SCRIPT}/../other.js`,
    "//evil.example/assets/a.js",
    "data:text/javascript,alert(1)",
    "blob:https://evil.example/1",
    "/api/sends/1",
  ])("is not the script %s", (address) => {
    expect(fitScript(address)).toBeNull();
  });

  it("is named to the browser once, as the default", () => {
    const createPolicy = vi.fn();
    vi.stubGlobal("trustedTypes", { createPolicy });
    nameWhatIsTrusted();
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith("default", {
      createHTML: fitMarkup,
      createScriptURL: fitScript,
    });
  });

  it("does nothing in a browser without Trusted Types", () => {
    vi.stubGlobal("trustedTypes", undefined);
    expect(nameWhatIsTrusted).not.toThrow();
  });
});
