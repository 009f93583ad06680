/**
 * Bundles the functions into dist/, the folder that is deployed: lib/, and a manifest and a lock of
 * its own for the two packages that stay packages (the Functions runtime reads them from
 * node_modules). What index.ts imports lazily becomes a file of its own. `--watch` rebuilds on
 * every change (the emulator loads the new bundle by itself).
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, context } from "esbuild";
import { deployedLock } from "./deployedLock.mjs";
import { writeFolder, writeWhole } from "./writeFolder.mjs";

const here = import.meta.dirname;
const dist = join(here, "dist");
const lib = join(dist, "lib");

/** @type {import("esbuild").BuildOptions} */
export const options = {
  absWorkingDir: here,
  entryPoints: ["src/index.ts"],
  outdir: lib,
  splitting: true,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  external: ["firebase-admin", "firebase-admin/*", "firebase-functions", "firebase-functions/*"],
  // CommonJS packages in an ES module still call require.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);',
  },
  logLevel: "warning",
};

/**
 * Writes what npm needs in the cloud. No install script runs there: none of the packages needs its
 * own.
 */
async function writeManifest() {
  const { name, version, license, dependencies } = await json(join(here, "package.json"));
  const engines = { node: "22" };
  const manifest = {
    name,
    version,
    private: true,
    license,
    type: "module",
    main: "lib/index.js",
    engines,
    dependencies,
  };
  const lock = deployedLock(await json(join(here, "..", "package-lock.json")), manifest);
  await mkdir(dist, { recursive: true });
  await writeWhole(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeWhole(join(dist, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
  await writeWhole(join(dist, ".npmrc"), "ignore-scripts=true\n");
}

/** @param {string} path */
async function json(path) {
  return JSON.parse(await readFile(path, "utf8"));
}

if (process.argv[1] === import.meta.filename) {
  await writeManifest();
  if (process.argv.includes("--watch")) await (await context(options)).watch();
  else {
    const { outputFiles } = await build({ ...options, write: false }).catch(() => process.exit(1)); // esbuild has printed the errors
    await writeFolder(lib, outputFiles);
  }
}
