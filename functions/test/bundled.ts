import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

const BUNDLE = join(import.meta.dirname, "../bench/bundle.mjs");

/**
 * Builds a program of this folder as the functions are deployed: a bundle, which starts in a third
 * of the time that a compiler beside it takes. Returns its path, in a new folder: delete that.
 */
export async function bundled(name: string): Promise<string> {
  const outfile = join(import.meta.dirname, `../../.local/bundled-${randomUUID()}/${name}.js`);
  const text = `import ${JSON.stringify(join(import.meta.dirname, `${name}.ts`))};`;
  await promisify(execFile)(process.execPath, [BUNDLE, outfile, text]);
  return outfile;
}
