/**
 * `npm run deploy -- --project P`: builds everything, checks what will be uploaded, and uploads it. `--check` stops before the upload: it
 * needs no account. It uploads exactly the checked files and builds nothing in between.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { install, refuseStrangeFiles, unpackedUpload } from "./deploy/artefact.ts";
import { configurationFindings, readConfiguration } from "./deploy/configuration.ts";
import { accountFindings, written } from "./deploy/findings.ts";
import { node22 } from "./deploy/node22.ts";
import { deployOptions, isDemo } from "./deploy/options.ts";
import { rehearse } from "./deploy/rehearsal.ts";
import { ensure } from "./machine/ensure.ts";
import { placesFor, root } from "./places.ts";
import { portShift } from "./ports.ts";
import { PartFailed, runStep } from "./processes.ts";
import { runUntilStopped } from "./runUntilStopped.ts";

const shift = portShift(process.env.SENDWRIGHT_PORT_SHIFT ?? "9000");
const { logs, base, firebaseConfig } = placesFor(shift);
/** The page's origin, which the extension knows. */
const origin = (project: string) => process.env.SENDWRIGHT_ORIGIN ?? `https://${project}.web.app`;
const extension = join(root, ".local", "deploy", "extension");

/** Throws, with everything that is missing, unless the project has its configuration, and for an upload its login and its secrets. */
function refuseIncomplete(project: string, check: boolean): void {
  const found = configurationFindings(project, readConfiguration(project));
  const missing = [...found, ...(check ? [] : accountFindings(project))].filter(({ mend }) => mend !== null);
  if (missing.length > 0)
    throw new PartFailed(`${project} is not configured completely.`, missing.map(written).join("\n"));
}

async function build(project: string | null): Promise<void> {
  const address = project && { SENDWRIGHT_ORIGIN: origin(project) };
  const env = { ...process.env, SENDWRIGHT_EXTENSION_DIST: extension, ...address };
  // The page serves the extension's zip, so it is built last.
  for (const part of ["functions", "extension", "web"]) {
    const args = ["run", "--silent", "build", "-w", part];
    await runStep({ name: `The build of ${part}`, command: "npm", args, env, log: join(logs, `deploy-${part}.log`) });
  }
}

async function upload(project: string): Promise<void> {
  const cli = join(root, "node_modules", "firebase-tools", "lib", "bin", "firebase.js");
  const args = [cli, "--project", project, "deploy", "--non-interactive"];
  const env = { ...process.env, SENDWRIGHT_CHECKED: project };
  const log = join(logs, "deploy-upload.log");
  await runStep({ name: "firebase deploy", command: process.execPath, args, env, log });
}

await runUntilStopped(async (stack) => {
  const { project, check } = deployOptions(process.argv.slice(2));
  const real = project !== null && !isDemo(project) ? project : null;
  let count = 0;
  const say = (line: string) => console.log(`${String(++count).padStart(2)}. ${line}`);

  if (real) {
    say(`Looking at the configuration of ${real}.`);
    refuseIncomplete(real, check);
  }
  say("Building the functions, the page and the extension.");
  await build(real);
  say("Packing the functions as the Firebase CLI does, and looking at what would be uploaded.");
  const folder = await unpackedUpload(logs);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true })); // after Ctrl-C too
  refuseStrangeFiles(folder);
  say("Installing them from their own lock, without install scripts.");
  await install(folder, logs);
  const node = await ensure(node22, logs);
  await rehearse(stack, { node, folder, shift, say });
  await stack.stop({ saving: false });
  if (!check && real) {
    say(`Deploying to ${real}.`);
    await upload(real);
    console.log(`${real} is deployed: ${origin(real)}`);
  } else console.log("Everything that needs no account is fine. Nothing was uploaded.");
  rmSync(base, { recursive: true, force: true });
  rmSync(firebaseConfig, { force: true });
  process.exit(0);
});
