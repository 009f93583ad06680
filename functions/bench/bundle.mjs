/**
 * Bundles a module, given as text, as build.mjs bundles the functions: `npm run bench` measures the
 * code that runs in the cloud, and each floor is built the same way. `node
 * functions/bench/bundle.mjs OUTPUT TEXT`
 */
import { resolve } from "node:path";
import { build } from "esbuild";
import { options } from "../build.mjs";

const [output = "", contents = ""] = process.argv.slice(2);
const { entryPoints, outdir, splitting, ...same } = options;
await build({
  ...same,
  stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
  outfile: resolve(output),
});
