/**
 * Bundles the functions into lib/index.js. Only what is imported is deployed; firebase-admin and firebase-functions stay packages, since the
 * Functions runtime reads them from node_modules. `--watch` rebuilds on every change (the emulator loads the new bundle by itself).
 */
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** @type {import("esbuild").BuildOptions} */
const options = {
  absWorkingDir: here,
  entryPoints: ["src/index.ts"],
  outfile: "lib/index.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  external: ["firebase-admin", "firebase-admin/*", "firebase-functions", "firebase-functions/*"],
  // CommonJS packages in an ES module still call require.
  banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  logLevel: "warning",
};

if (process.argv.includes("--watch")) await (await context(options)).watch();
else await build(options).catch(() => process.exit(1)); // esbuild has printed what is wrong
