import { createHash, createPublicKey } from "node:crypto";

/**
 * @typedef {object} Settings
 * @property {string} page origin of the page
 * @property {string} api origin of the API
 * @property {string} auth origin of Firebase's token service
 * @property {string} [key] the store's public key, once the extension is published; otherwise the manifest's own
 */

/** Firebase's own; the path behind it is the same in the Auth emulator. */
const TOKEN_SERVICE = "https://securetoken.googleapis.com";

/** @param {string} name @param {string} given */
function origin(name, given) {
  const { origin: found, pathname, protocol } = new URL(given);
  if (pathname !== "/" || !/^https?:$/.test(protocol))
    throw new Error(`${name} must be an origin, not "${given}".`);
  return found;
}

/**
 * Reads the build's settings.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Settings}
 */
export function settingsFrom(env) {
  const page = origin("SENDWRIGHT_ORIGIN", env.SENDWRIGHT_ORIGIN ?? "http://127.0.0.1:5000");
  const isLocal = new URL(page).hostname === "127.0.0.1";
  const auth =
    env.SENDWRIGHT_TOKEN_SERVICE ??
    (isLocal ? "http://127.0.0.1:9099/securetoken.googleapis.com" : TOKEN_SERVICE);
  const api = origin("SENDWRIGHT_API", env.SENDWRIGHT_API ?? page);
  const key = env.SENDWRIGHT_EXTENSION_KEY ? storeKey(env.SENDWRIGHT_EXTENSION_KEY) : undefined;
  return { page, api, auth, ...(key && { key }) };
}

/**
 * The store's key in one line, as a manifest has it. The dashboard shows it in several.
 * @param {string} given
 */
function storeKey(given) {
  const key = given.replace(/-----[A-Z ]+-----|\s|\\n/g, "");
  try {
    createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  } catch {
    throw new Error("SENDWRIGHT_EXTENSION_KEY must be the public key that the store shows.");
  }
  return key;
}

/**
 * Who runs this Sendwright (`web/src/lib/operator.ts`), from the environment. Throws if the page is
 * a real one and any of it is missing: the extension would name an operator that doesn't exist.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {Settings} settings
 */
export function operatorFrom(env, { page }) {
  const names = ["VITE_OPERATOR", "VITE_CONTACT_EMAIL", "VITE_IMPRINT"];
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0 && new URL(page).hostname !== "127.0.0.1")
    throw new Error(
      `An extension for ${page} needs ${missing.join(", ")} in the environment (docs/extension.md).`,
    );
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}

/**
 * Fills the blanks of the manifest's source and returns the manifest for Chrome.
 * @param {string} text
 * @param {Settings & { version: string }} given
 */
export function writtenManifest(text, { page, api, auth, key, version }) {
  const blanks = { page, api, auth: new URL(auth).origin, version };
  const filled = text.replace(
    /\{(page|api|auth|version)\}/g,
    (_all, name) => blanks[/** @type {keyof typeof blanks} */ (name)],
  );
  const manifest = JSON.parse(filled);
  if (key !== undefined) manifest.key = key;
  // An API on another origin needs its own permission: without it the browser requires CORS headers
  // that the API doesn't send.
  if (api !== page) manifest.host_permissions.push(`${api}/*`);
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The id that Chrome makes of a manifest's key.
 * @param {string} key
 */
export function idOf(key) {
  const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex");
  return [...hash.slice(0, 32)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join("");
}
