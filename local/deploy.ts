/**
 * `npm run deploy -- --project P`: builds everything, tests the upload and uploads exactly the tested files. `--check`
 * stops before the upload, so it needs no account.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  deployedVersion,
  install,
  refuseUnexpectedFiles,
  unpackedUpload,
} from "./deploy/artifact.ts";
import {
  accountFindings,
  configurationFindings,
  findingLine,
  originOf,
  readConfiguration,
} from "./deploy/findings.ts";
import { rehearse, rehearsedParts } from "./deploy/rehearsal.ts";
import { ensure } from "./machine/ensure.ts";
import { node22 } from "./machine/runtimes.ts";
import { deployOptions, isDemo } from "./options.ts";
import { firebaseCli, placesFor, root } from "./places.ts";
import { chooseShift } from "./ports.ts";
import { PartFailed, runStep } from "./processes.ts";
import { runOnce } from "./stack.ts";

const shift = await chooseShift(9000, rehearsedParts);
const { logs } = placesFor(shift);
const extension = join(root, ".local", "deploy", "extension");

/**
 * Throws a list of everything that is missing: configuration and, for an upload, login and secrets.
 */
function refuseIncomplete(project: string, check: boolean): void {
  const found = configurationFindings(project, readConfiguration(project));
  const missing = [...found, ...(check ? [] : accountFindings(project))].filter(
    ({ mend }) => mend !== null,
  );
  if (missing.length > 0)
    throw new PartFailed(
      `${project} is not configured completely.`,
      missing.map(findingLine).join("\n"),
    );
}

function pageSettingsOf(project: string) {
  const configuration = readConfiguration(project);
  return { ...configuration.page, SENDWRIGHT_ORIGIN: originOf(project, configuration) };
}

async function build(project: string | null): Promise<void> {
  // The extension's build reads no file of settings, so both builds get them in the environment.
  const settings = project && pageSettingsOf(project);
  const env = { ...process.env, ...settings, SENDWRIGHT_EXTENSION_DIST: extension };
  // The page serves the extension's zip, so it is built last.
  for (const part of ["functions", "extension", "web"]) {
    const args = ["run", "--silent", "build", "-w", part];
    await runStep({
      name: `The build of ${part}`,
      command: "npm",
      args,
      env,
      log: join(logs, `deploy-${part}.log`),
    });
  }
}

async function upload(project: string): Promise<void> {
  const args = [
    firebaseCli,
    "--project",
    project,
    "deploy",
    "--non-interactive",
    "--message",
    deployedVersion(),
  ];
  const env = { ...process.env, SENDWRIGHT_CHECKED: project };
  await runStep({ name: "firebase deploy", args, env, log: join(logs, "deploy-upload.log") });
}

await runOnce(shift, async (stack) => {
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
  refuseUnexpectedFiles(folder);
  say("Installing them from their own lock, without install scripts.");
  await install(folder, logs);
  const node = await ensure(node22, logs);
  await rehearse(stack, { node, folder, shift, say });
  return async () => {
    if (!check && real) {
      say(`Deploying to ${real}.`);
      await upload(real);
      console.log(`${real} is deployed: ${originOf(real, readConfiguration(real))}`);
    } else console.log("Everything that needs no account is fine. Nothing was uploaded.");
  };
});
