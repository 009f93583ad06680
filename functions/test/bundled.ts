import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

/** CommonJS packages in an ES module still call require. */
const REQUIRE =
  'import { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);';

/**
 * Builds a program of this folder as the functions are deployed: a bundle, which starts in a third
 * of the time that a compiler beside it takes. Returns its path, in a new folder: delete that.
 */
export async function bundled(name: string): Promise<string> {
  const outfile = join(import.meta.dirname, `../../.local/bundled-${randomUUID()}/${name}.js`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["firebase-admin", "firebase-functions"],
    banner: { js: REQUIRE },
  });
  return outfile;
}
