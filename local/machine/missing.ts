/** What a machine with only Node lacks. */
export type Need = "java" | "emulators" | "browser";

const names: Record<Need, string> = {
  java: "Sendwright's local stack needs Java 11 or newer",
  emulators: "Sendwright's local stack needs the Firestore emulator",
  browser: "The stories need Chromium, Chrome or Edge",
};

const setUp = "npx firebase setup:emulators:firestore";

/** On each system. */
const commands: Record<Need, { linux: string; darwin: string; win32: string }> = {
  java: {
    linux: "on Debian: apt install default-jre-headless",
    darwin: "brew install --cask temurin",
    win32: "winget install EclipseAdoptium.Temurin.21.JRE",
  },
  emulators: {
    linux: `on Debian: apt install google-cloud-cli-firestore-emulator, or ${setUp}`,
    darwin: setUp,
    win32: setUp,
  },
  browser: {
    linux: "on Debian: apt install chromium",
    darwin: "brew install --cask google-chrome",
    win32: "winget install Google.Chrome",
  },
};

/** The command that brings it to this system. */
export function installCommand(need: Need, platform: NodeJS.Platform): string {
  return commands[need][platform === "darwin" || platform === "win32" ? platform : "linux"];
}

/** The one sentence for a need that nothing here could fill. */
export function missing(need: Need, platform: NodeJS.Platform): string {
  return `${names[need]}, and it could not be fetched: install it (${installCommand(need, platform)}) and try again.`;
}
