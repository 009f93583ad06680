import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PartFailed } from "../processes.ts";
import { browser } from "./browser.ts";
import { emulators } from "./emulators.ts";
import { ensure, install, missingMessage, type Need } from "./ensure.ts";
import { java } from "./runtimes.ts";

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
});
afterEach(() => vi.restoreAllMocks());

/** A need whose methods are unavailable, fail, install nothing, or install it. */
function aNeed(...methods: ("closed" | "fails" | "leads nowhere" | "brings it")[]): Need<string> {
  let there: string | null = null;
  return {
    name: "A browser",
    why: "The stories need a browser",
    install: { linux: "apt install chromium", darwin: "brew it", win32: "winget it" },
    find: async () => there,
    methods: methods.map((method, i) => ({
      isOpen: () => method !== "closed",
      say: `Way ${i}.`,
      go: async () => {
        if (method === "fails") throw new PartFailed("The download broke off.", "the log");
        if (method === "brings it") there = `/way${i}`;
      },
    })),
  };
}

describe("ensure", () => {
  it("prints nothing if it is there", async () => {
    const need = { ...aNeed("fails"), find: () => "/here" };
    expect(await ensure(need, "/logs")).toBe("/here");
    expect(said).toEqual([]);
  });

  it("tries the available methods in order until one works, and announces each", async () => {
    expect(
      await ensure(aNeed("closed", "fails", "leads nowhere", "brings it", "fails"), "/logs"),
    ).toBe("/way3");
    expect(said).toEqual(["Way 1.", "Way 2.", "Way 3."]);
  });

  it("throws an error with the missing thing and its purpose if no method works", async () => {
    await expect(ensure(aNeed("fails"), "/logs")).rejects.toMatchObject({
      message: missingMessage(aNeed(), process.platform),
      log: "The download broke off.\nthe log",
    });
  });

  it("is optional with `install`, which prints the reason", async () => {
    expect(await install(aNeed("fails"), "/logs")).toBeNull();
    expect(said).toEqual(["Way 0.", "The download broke off.\nthe log"]);
  });
});

describe("the message if no method works", () => {
  it.each([
    [java, "linux", "on Debian: apt install default-jre-headless"],
    [java, "darwin", "brew install --cask temurin"],
    [java, "win32", "winget install EclipseAdoptium.Temurin.21.JRE"],
    [emulators, "darwin", "npx firebase setup:emulators:firestore"],
    [browser, "linux", "on Debian: apt install chromium"],
  ] as const)("%# has its command", (need, platform, command) => {
    expect(missingMessage(need, platform)).toContain(
      `, and it could not be fetched: install it (${command}) and try again.`,
    );
  });
});
