import { describe, expect, it } from "vitest";
import { missing } from "./missing.ts";
import { type Machine, waysToBrowser, waysToEmulators, waysToJava } from "./ways.ts";

const bare: Machine = { apt: false, java: 0, jar: false, downloads: false, browser: false };

describe("what there is → what to do", () => {
  it.each<[string, Partial<Machine>, string[]]>([
    ["Java 11", { java: 11 }, []],
    ["Java 17, as root", { java: 17, apt: true }, []],
    ["nothing", {}, ["temurin"]],
    ["nothing, as root on Debian", { apt: true }, ["apt", "temurin"]],
  ])("Java: %s", (_, has, ways) => {
    expect(waysToJava({ ...bare, ...has })).toEqual(ways);
  });

  it.each<[string, Partial<Machine>, string[]]>([
    ["Java 21 and both downloads", { java: 21, downloads: true }, []],
    ["Java 21 and another jar: the official ones where they answer", { java: 21, jar: true, apt: true }, ["firebase"]],
    ["Java 21 alone", { java: 21 }, ["firebase"]],
    ["Java 21 alone, as root on Debian", { java: 21, apt: true }, ["firebase", "apt"]],
    ["Java 17 and a jar", { java: 17, jar: true }, []],
    ["Java 17 and the downloads, which have a jar", { java: 17, jar: true, downloads: true }, []],
    ["Java 17 alone", { java: 17 }, ["firebase"]],
    ["Java 17 alone, as root on Debian", { java: 17, apt: true }, ["apt", "firebase"]],
  ])("the emulators: %s", (_, has, ways) => {
    expect(waysToEmulators({ ...bare, ...has })).toEqual(ways);
  });

  it.each<[string, Partial<Machine>, string[]]>([
    ["a browser", { browser: true, apt: true }, []],
    ["none", {}, ["playwright"]],
    ["none, as root on Debian", { apt: true }, ["playwright", "apt"]],
  ])("the browser: %s", (_, has, ways) => {
    expect(waysToBrowser({ ...bare, ...has })).toEqual(ways);
  });
});

describe("the sentence when no way leads there", () => {
  it.each([
    ["java", "linux", "on Debian: apt install default-jre-headless"],
    ["java", "darwin", "brew install --cask temurin"],
    ["java", "win32", "winget install EclipseAdoptium.Temurin.21.JRE"],
    ["emulators", "darwin", "npx firebase setup:emulators:firestore"],
    ["browser", "linux", "on Debian: apt install chromium"],
  ] as const)("%s on %s has its command", (need, platform, command) => {
    expect(missing(need, platform)).toContain(`, and it could not be fetched: install it (${command}) and try again.`);
  });
});
