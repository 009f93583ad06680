import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { idOf } from "../extension/manifest.mjs";
import { hostingHeaders } from "../hosting/headers.ts";
import { root } from "./places.ts";
import type { Ports } from "./ports.ts";

/** Google's address, the folder of the built page, and whether Vite serves the app's address. */
type ServedPage = { google: string; dist: string; dev: boolean };

/** The project of the local stack. The Firebase CLI never calls Google for a `demo-` project. */
export const project = "demo-sendwright";

/** The ports that the Firebase CLI knows. */
const EMULATORS = [
  "auth",
  "eventarc",
  "firestore",
  "functions",
  "hosting",
  "hub",
  "logging",
  "storage",
  "tasks",
] as const;

/**
 * Writes the local copy of firebase.json, which git ignores, with the ports and origins of this
 * stack.
 */
export function writeFirebaseConfig(
  path: string,
  ports: Ports,
  { google: base, dist, dev }: ServedPage,
): void {
  const config = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
  const origins = { google: base, auth: [`http://127.0.0.1:${ports.auth}`] };
  config.hosting.public = relative(root, dist);
  config.hosting.headers = hostingHeaders(origins, { https: false });
  const emulated = { ...ports, hosting: dev ? ports.hosting : ports.app };
  config.emulators = {
    ...Object.fromEntries(
      EMULATORS.map((name) => [name, { host: "127.0.0.1", port: emulated[name] }]),
    ),
    ui: { enabled: false },
    singleProjectMode: true,
  };
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
}

export const googleClient = {
  id: "sendwright-local.apps.googleusercontent.com",
  secret: "local-secret",
};

/** The address of Google for this stack: GOOGLE_LOCAL_BASE if set, otherwise our stand-in. */
export function googleBase(ports: Ports): string {
  return process.env.GOOGLE_LOCAL_BASE || `http://127.0.0.1:${ports.google}`;
}

/** The id of the extension as it is loaded from its folder. */
export function extensionId(): string {
  return idOf(
    JSON.parse(readFileSync(join(root, "extension", "public", "manifest.json"), "utf8")).key,
  );
}

/** The key that encrypts refresh tokens on this machine: 32 random bytes as base64, made once. */
export function localTokenKey(): string {
  const path = join(root, ".local", "token-key");
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600 });
  }
  return readFileSync(path, "utf8").trim();
}

/** The variables by which the server finds the emulators and the local Google. */
export function serverEnvironment(ports: Ports): Record<string, string> {
  return {
    GCLOUD_PROJECT: project,
    FIRESTORE_EMULATOR_HOST: `127.0.0.1:${ports.firestore}`,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.auth}`,
    FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${ports.storage}`,
    STORAGE_EMULATOR_HOST: `http://127.0.0.1:${ports.storage}`,
    GOOGLE_LOCAL_BASE: googleBase(ports),
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    TOKEN_ENCRYPTION_KEY: localTokenKey(),
    METADATA_SERVER_DETECTION: "none", // no Google machine, so don't ask for its address
  };
}
