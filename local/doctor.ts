/**
 * `npm run doctor`: lists everything that this machine has or lacks, with the command that fixes it. `-- --project P`: also
 * everything that a deployment to that project needs. Changes nothing. Exits with 1 if something is
 * missing.
 */
import {
  accountFindings,
  type Configuration,
  configurationFindings,
  type DeployFinding,
  findingLine,
  findingUnless,
  machineFindings,
  originOf,
  readConfiguration,
} from "./deploy/findings.ts";
import { doctorOptions } from "./options.ts";
import { PartFailed } from "./processes.ts";

async function findings(project: string): Promise<DeployFinding[]> {
  const configuration = readConfiguration(project);
  return [
    ...configurationFindings(project, configuration),
    ...accountFindings(project),
    ...(await inTheCloud(project, configuration)),
  ];
}

async function inTheCloud(project: string, configuration: Configuration): Promise<DeployFinding[]> {
  const { functions, page } = configuration;
  const { cloudFindings, realGoogle } = await import("./deploy/cloud.ts");
  const google = await realGoogle();
  if (!google)
    return [
      findingUnless(false, "a login for Google Cloud", "gcloud auth application-default login"),
    ];
  return cloudFindings({
    project,
    region: functions.FUNCTIONS_REGION || "us-central1",
    workers: Number(functions.SEND_WORKER_INSTANCES || "100"),
    named: page.VITE_DATA_REGION ?? "",
    origin: originOf(project, configuration),
    google,
  });
}

try {
  const { project } = doctorOptions(process.argv.slice(2));
  const all = [
    ...(await machineFindings(project !== null)),
    ...(project ? await findings(project) : []),
  ];
  console.log(all.map(findingLine).join("\n"));
  const missing = all.filter(({ mend, isForLater }) => mend !== null && !isForLater).length;
  console.log(missing === 0 ? "Nothing is missing." : `${missing} of ${all.length} missing.`);
  process.exit(missing === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof PartFailed)) throw error;
  console.error(error.message);
  process.exit(1);
}
