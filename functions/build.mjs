/**
 * Bundles the functions into lib/. Only what is imported is deployed; firebase-admin and firebase-functions stay packages, since the
 * Functions runtime reads them from node_modules. What index.ts imports lazily becomes a file of its own.
 * `--watch` rebuilds on every change (the emulator loads the new bundle by itself).
 */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** @type {import("esbuild").BuildOptions} */
const options = {
  absWorkingDir: here,
  entryPoints: ["src/index.ts"],
  outdir: "lib",
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

if (process.argv.includes("--watch")) await (await context(options)).watch();
else {
  await rm(`${here}lib`, { recursive: true, force: true });
  await build(options).catch(() => process.exit(1)); // esbuild has printed what is wrong
}
