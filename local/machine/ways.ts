import { javaOfTheCli, oldestJava } from "./java.ts";

/** What a machine has, as far as the stack and the tests need it. */
export interface Machine {
  /** Root, with apt-get: system packages may be installed without asking. */
  apt: boolean;
  /** The major version of its Java; 0 without one. */
  java: number;
  /** The Firestore emulator's jar, from wherever. */
  jar: boolean;
  /** Both jars of the Firebase CLI. */
  downloads: boolean;
  browser: boolean;
}

/** The ways to something, in the order in which they are tried. */
export type InstallWay = "apt" | "temurin" | "firebase" | "playwright";

/** How to come by a Java of 11 or newer; no way when it is there. */
export function waysToJava({ apt, java }: Machine): InstallWay[] {
  if (java >= oldestJava) return [];
  return apt ? ["apt", "temurin"] : ["temurin"];
}

/**
 * How to come by the emulators: with Java 21 the official jars even where something else could stand in; below it any Firestore jar does,
 * as it runs without the Firebase CLI.
 */
export function waysToEmulators({ apt, java, jar, downloads }: Machine): InstallWay[] {
  if (java >= javaOfTheCli) return downloads ? [] : apt && !jar ? ["firebase", "apt"] : ["firebase"];
  if (jar) return [];
  return apt ? ["apt", "firebase"] : ["firebase"];
}

/** How to come by a browser for the stories. */
export function waysToBrowser({ apt, browser }: Machine): InstallWay[] {
  if (browser) return [];
  return apt ? ["playwright", "apt"] : ["playwright"];
}
