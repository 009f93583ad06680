/**
 * `npm run doctor`: lists what this machine has and lacks, with the command that fixes each gap; with `-- --project P` also what a
 * deployment to that project needs. Changes nothing. Ends with 1 when something is missing.
 */

import {
  accountFindings,
  configurationFindings,
  machineFindings,
  readConfiguration,
  written,
} from "./deploy/findings.ts";
import { doctorOptions } from "./options.ts";
import { PartFailed } from "./processes.ts";

function findings(project: string | null) {
  return project ? [...configurationFindings(project, readConfiguration(project)), ...accountFindings(project)] : [];
}

try {
  const { project } = doctorOptions(process.argv.slice(2));
  const all = [...(await machineFindings()), ...findings(project)];
  console.log(all.map(written).join("\n"));
  const missing = all.filter(({ mend }) => mend !== null).length;
  console.log(missing === 0 ? "Nothing is missing." : `${missing} of ${all.length} missing.`);
  process.exit(missing === 0 ? 0 : 1);
} catch (error) {
  if (!(error instanceof PartFailed)) throw error;
  console.error(error.message);
  process.exit(1);
}
