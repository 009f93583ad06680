import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserPlaces, findShell } from "./browser.ts";

describe("a browser is looked for", () => {
  it("on Linux: on the path and in the usual folders, Chromium before Chrome before Edge", () => {
    const places = browserPlaces("linux", { PATH: "/opt/bin:/usr/bin" }, "/home/ada");
    expect(places[0]).toBe("/opt/bin/chromium");
    expect(places).toContain("/snap/bin/chromium");
    const order = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/microsoft-edge"];
    expect(order.map((path) => places.indexOf(path))).toEqual(
      order.map((path) => places.indexOf(path)).toSorted((a, b) => a - b),
    );
  });

  it("on Linux with an empty environment: in the usual folders", () => {
    expect(browserPlaces("linux", {}, "/root")).toContain("/usr/bin/chromium");
  });

  it("on a Mac: among the applications of all and of one's own", () => {
    expect(browserPlaces("darwin", {}, "/Users/ada")).toEqual(
      expect.arrayContaining([
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Users/ada/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
      ]),
    );
  });

  it("on Windows: in both folders of programs and in one's own", () => {
    const env = {
      PROGRAMFILES: "C:\\Program Files",
      LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local",
    };
    expect(browserPlaces("win32", env, "")).toEqual(
      expect.arrayContaining([
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "C:\\Users\\ada\\AppData\\Local\\Chromium\\Application\\chrome.exe",
      ]),
    );
  });
});

describe("the headless shell", () => {
  it("is found on the path, unless somebody has named the browser that is wanted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sendwright-shell-"));
    const shell = join(folder, "chromium-headless-shell");
    await writeFile(shell, "");
    expect(findShell({ PATH: `/nowhere:${folder}` })).toBe(shell);
    expect(findShell({ PATH: folder, CHROMIUM_PATH: "/usr/bin/chromium" })).toBeNull();
    expect(findShell({ CHROMIUM_PATH: "/usr/bin/chromium", HEADLESS_SHELL_PATH: shell })).toBe(
      shell,
    );
    await rm(folder, { recursive: true });
  });
});
