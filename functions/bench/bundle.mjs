/**
 * Bundles a module given as text to a file, as build.mjs bundles what is deployed: what a row of `npm run bench` measures is then
 * the code that runs in the cloud, and its floor is built the same way. `node bundle.mjs OUTPUT TEXT`
 */
import { resolve } from "node:path";
import { build } from "esbuild";
import { options } from "../build.mjs";

const [output, contents] = process.argv.slice(2);
if (!output || !contents) throw new Error("Usage: node bundle.mjs OUTPUT TEXT");
const { entryPoints, outdir, splitting, ...same } = options;
await build({ ...same, stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" }, outfile: resolve(output) });
