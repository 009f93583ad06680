/**
 * Bundles the extension into a folder, ready for "Load unpacked", and two zips of it:
 * `<folder>.unpacked.zip` for people to download and load, and `<folder>.zip` for the web store.
 * Settings, from the environment: SENDWRIGHT_ORIGIN (where the page is; the local stack's by
 * default), SENDWRIGHT_API (where the API is; the page's origin), SENDWRIGHT_TOKEN_SERVICE
 * (Firebase's; the Auth emulator's locally), SENDWRIGHT_EXTENSION_DIST (the folder; dist),
 * SENDWRIGHT_EXTENSION_KEY (the store's key, once it is published), and the page's VITE_OPERATOR,
 * VITE_CONTACT_EMAIL and VITE_IMPRINT.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { zipSync } from "fflate";
import { operatorFrom, settingsFrom, writtenManifest } from "./manifest.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = process.env.SENDWRIGHT_EXTENSION_DIST ?? join(here, "dist");
const settings = settingsFrom(process.env);
const operator = operatorFrom(process.env, settings);

/** Code for schemas' descriptions or for drawing may be dropped where it isn't used. */
const onlyWhatIsUsed = {
  name: "only what is used",
  /** @param {import("esbuild").PluginBuild} bundler */
  setup(bundler) {
    bundler.onResolve({ filter: /^(@sendwright\/|\.)/ }, async ({ path, pluginData, ...from }) => {
      const { resolveDir, kind, importer } = from;
      // We don't check the imports of libraries: there are thousands.
      const isAsked =
        pluginData === "asked" || kind === "entry-point" || importer.includes("/node_modules/");
      if (isAsked) return undefined;
      const found = await bundler.resolve(path, {
        resolveDir,
        kind,
        importer,
        pluginData: "asked",
      });
      const isOurs = /\/(core\/src|web\/src)\//.test(found.path) && !found.path.endsWith(".css");
      return isOurs ? { ...found, sideEffects: false } : found;
    });
  },
};

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: here,
  bundle: true,
  target: "chrome120",
  jsx: "automatic",
  minify: true,
  legalComments: "none",
  define: {
    BUILD_ORIGIN: JSON.stringify(settings.page),
    BUILD_API: JSON.stringify(settings.api),
    BUILD_AUTH: JSON.stringify(settings.auth),
    "import.meta.env": JSON.stringify(operator),
    "process.env.NODE_ENV": '"production"',
  },
  loader: { ".woff2": "file" },
  plugins: [onlyWhatIsUsed],
  logLevel: "warning",
  outdir: dist,
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await Promise.all([
  build({
    ...common,
    entryPoints: { background: "src/background.ts", surface: "src/panel/surface.tsx" },
    format: "esm",
    splitting: true,
  }),
  build({
    ...common,
    entryPoints: { bridge: "src/bridge/bridge.ts", inPage: "src/inPage/inPage.ts" },
    format: "iife",
  }),
]).catch(() => process.exit(1)); // esbuild has printed the errors

await cp(join(here, "public"), dist, { recursive: true });
// The page's first script: sets the theme before the first paint, and tells zod not to compile
// code.
await cp(join(here, "..", "web", "src", "boot.js"), join(dist, "boot.js"));
// And the paper that shows an email.
await cp(join(here, "..", "web", "public", "mail.html"), join(dist, "mail.html"));
const { version } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
const manifest = writtenManifest(await readFile(join(here, "public", "manifest.json"), "utf8"), {
  ...settings,
  version,
});
await writeFile(join(dist, "manifest.json"), manifest);

/**
 * Every file of the folder by its path in it; with one date for all, so that the same sources give
 * the same zip.
 */
async function files() {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const read = async (/** @type {string} */ path) => [
    relative(dist, path),
    new Uint8Array(await readFile(path)),
  ];
  return Object.fromEntries(await Promise.all(paths.sort().map(read)));
}

const packed = await files();
// With the key, so that it has the one id by which the page finds it.
await writeFile(`${dist}.unpacked.zip`, zipped(packed));
// The store refuses a manifest with a key: it gives its own.
const forStore = { ...packed, "manifest.json": new TextEncoder().encode(withoutKey(manifest)) };
await writeFile(`${dist}.zip`, zipped(forStore));

/** @param {Record<string, Uint8Array>} entries */
function zipped(entries) {
  return zipSync(entries, { mtime: new Date(2026, 0, 1), level: 9 });
}

/** @param {string} text */
function withoutKey(text) {
  const { key: _, ...rest } = JSON.parse(text);
  return `${JSON.stringify(rest, null, 2)}\n`;
}
