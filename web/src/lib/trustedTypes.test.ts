import { describe, expect, it, vi } from "vitest";
import { GOOGLE_SCRIPT } from "./google.ts";
import { safeMarkup, safeScript, setTrustedTypesPolicy } from "./trustedTypes.ts";

describe("the page's trusted sources", () => {
  it.each(["", " ", "April", "MM/DD/YYYY"])(
    "is the text %j, in which nothing is markup",
    (text) => {
      expect(safeMarkup(text)).toBe(text);
    },
  );

  it.each(["<b>x</b>", "x<", "&lt;img src=x&gt;"])("is not the markup %s", (text) => {
    expect(safeMarkup(text)).toBeNull();
  });

  it.each(["/assets/csvWorker-1.js", `${window.location.origin}/assets/a.js`, GOOGLE_SCRIPT])(
    "is the script %s",
    (address) => {
      expect(safeScript(address)).toBe(address);
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
    expect(safeScript(address)).toBeNull();
  });

  it("is named to the browser once, as the default", () => {
    const createPolicy = vi.fn();
    vi.stubGlobal("trustedTypes", { createPolicy });
    setTrustedTypesPolicy();
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith("default", {
      createHTML: safeMarkup,
      createScriptURL: safeScript,
    });
  });

  it("does nothing in a browser without Trusted Types", () => {
    vi.stubGlobal("trustedTypes", undefined);
    expect(setTrustedTypesPolicy).not.toThrow();
  });
});
