import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { browser } from "../machine/browser.ts";
import { emulators } from "../machine/emulators.ts";
import { installCommand, type Need } from "../machine/ensure.ts";
import { java } from "../machine/java.ts";
import { root } from "../places.ts";
import { node22 } from "./node22.ts";

/** One thing that was looked at. `mend`: the command or the line that brings it, where it is missing. */
export interface DeployFinding {
  what: string;
  mend: string | null;
}

/** `what`, which is missing unless `is`. */
export function unless(is: boolean, what: string, mend: string): DeployFinding {
  return { what, mend: is ? null : mend };
}

/** One line for a thing that is there, two for a missing one. */
export function written({ what, mend }: DeployFinding): string {
  return mend === null ? `ok       ${what}` : `missing  ${what}\n         ${mend}`;
}

/** The functions' secrets, and the command that sets each. */
const secrets = {
  GOOGLE_CLIENT_SECRET: (set: string) => `npx ${set}`,
  TOKEN_ENCRYPTION_KEY: (set: string) => `openssl rand -base64 32 | npx ${set} --data-file -`,
};

/** Runs the Firebase CLI; returns its output, or null if it failed. */
export type Cli = (...args: string[]) => string | null;

const firebase: Cli = (...args) => {
  const script = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
  const options = { cwd: root, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], options);
  return status === 0 ? stdout : null;
};

/** Looks at what only the Firebase CLI can tell: whether it is logged in, and whether the project has the secrets. */
export function accountFindings(project: string, cli = firebase, env = process.env): DeployFinding[] {
  const names = Object.keys(secrets).join(" and ");
  if (!isLoggedIn(cli, env)) {
    const mend = "npx firebase login, then this command again";
    return [unless(false, `the Firebase CLI's login: without it nobody can tell whether ${names} are set`, mend)];
  }
  return Object.entries(secrets).map(([name, command]) => {
    const found = cli("--project", project, "functions:secrets:get", name) !== null;
    const set = `firebase --project ${project} functions:secrets:set ${name}`;
    return unless(found, `the secret ${name} in Secret Manager`, command(set));
  });
}

function isLoggedIn(cli: Cli, env: NodeJS.ProcessEnv): boolean {
  if (env.GOOGLE_APPLICATION_CREDENTIALS || env.FIREBASE_TOKEN) return true;
  const { result } = JSON.parse(cli("login:list", "--json") ?? "{}");
  return Array.isArray(result) && result.length > 0;
}

/** Looks at what this machine has for `npm start`, `npm test` and `npm run deploy`. */
export async function machineFindings(): Promise<DeployFinding[]> {
  const npm = spawnSync("npm", ["--version"], { encoding: "utf8", shell: process.platform === "win32" }).stdout ?? "";
  const { node } = process.versions;
  const hasNode22 = (await node22.find()) !== null || (await node22.ways[0]?.isOpen()) === true;
  return [
    unless(isNode(node), `Node 20.19 or newer: ${node}`, "install Node 22 (https://nodejs.org)"),
    unless(Number.parseInt(npm, 10) >= 10, `npm 10 or newer: ${npm.trim()}`, "npm install -g npm@11"),
    await found(java, "npm start"),
    await found(emulators, "npm start"),
    await found(browser, "npm test"),
    unless(
      hasNode22,
      `${node22.name}, or a way to it`,
      `install Node 22 (${installCommand(node22, process.platform)})`,
    ),
  ];
}

async function found(need: Need<unknown>, by: string): Promise<DeployFinding> {
  const mend = `${by} brings it where it can; or ${installCommand(need, process.platform)}`;
  return unless((await need.find()) !== null, need.name, mend);
}

/** Whether this version of Node runs the product's scripts. */
export function isNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
