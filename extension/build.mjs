/** Bundles the extension into dist/, ready for "Load unpacked" and for the web store. */
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

await rm(`${here}dist`, { recursive: true, force: true });
await build({
  absWorkingDir: here,
  entryPoints: ["src/background.ts"],
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "chrome120",
  logLevel: "warning",
}).catch(() => process.exit(1)); // esbuild has printed what is wrong
await cp(`${here}public`, `${here}dist`, { recursive: true });
