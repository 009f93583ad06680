import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../places.ts";
import { type DeployFinding, unless } from "./finding.ts";

/** The functions' secrets, and the command that sets each. */
const secrets = {
  GOOGLE_CLIENT_SECRET: (set: string) => `npx ${set}`,
  TOKEN_ENCRYPTION_KEY: (set: string) => `openssl rand -base64 32 | npx ${set} --data-file -`,
};

/** Runs the Firebase CLI; returns what it wrote, or null when it failed. */
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
