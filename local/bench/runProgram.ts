import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Measured } from "../../bench/row.ts";
import { root } from "../places.ts";
import { tsx } from "../processes.ts";
import type { Program } from "./programs.ts";

/** Where bundles lie while they are measured. */
const folder = join(root, ".local", "bench");

/**
 * Runs a program to its end and reports each row as soon as it is measured. What belongs to the functions is bundled
 * first, as it is for the cloud.
 */
export async function runProgram(program: Program, env: NodeJS.ProcessEnv, tell: (row: Measured) => void) {
  const args = program.file.startsWith("functions/")
    ? [bundled(program)]
    : [...tsx, "--input-type=module", "-e", textOf(program)];
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = spawn(process.execPath, ["--expose-gc", ...args], { cwd: root, env, stdio: [...stdio] });
  child.on("message", (row) => tell(row as Measured));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program.name} could not be measured.`);
}

/** The whole program: its rows, and what measures them. */
function textOf({ file }: Program): string {
  const at = (path: string) => JSON.stringify(join(root, path));
  return `import { rows } from ${at(file)}; import { run } from ${at("bench/run.ts")}; await run(rows);`;
}

function bundled(program: Program): string {
  mkdirSync(folder, { recursive: true });
  const output = join(folder, `${program.name}.mjs`);
  const args = [join(root, "functions", "bench", "bundle.mjs"), output, textOf(program)];
  const made = spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (made.status !== 0) throw new Error(`${program.name} could not be bundled.`);
  return output;
}
