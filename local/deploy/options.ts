import { parseArgs } from "node:util";
import { PartFailed } from "../processes.ts";

const projectId = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/** Whether Firebase gives no real project this name. */
export const isDemo = (project: string | null) => project?.startsWith("demo-") ?? false;

/** Reads the words after `npm run deploy --`: the project, if any, and whether to stop before the upload. Throws a sentence for anything else. */
export function deployOptions(words: string[]): { project: string | null; check: boolean } {
  const { project, check } = read("deploy", words, ["--project", "--check"]);
  if (project === null && !check)
    throw new PartFailed("Say where to: npm run deploy -- --project PROJECT (or --check).");
  if (isDemo(project) && !check)
    throw new PartFailed(`${project} is a name for emulators: nothing can be deployed to it. Only --check takes it.`);
  return { project, check };
}

/** Reads the words after `npm run doctor --`. Throws a sentence for anything unknown. */
export function doctorOptions(words: string[]): { project: string | null } {
  return read("doctor", words, ["--project"]);
}

function read(command: string, words: string[], known: string[]): { project: string | null; check: boolean } {
  const options = { project: { type: "string" }, check: { type: "boolean" } } as const;
  const { values, tokens } = parseArgs({ args: words, options, strict: false, tokens: true });
  for (const token of tokens) {
    const word = words[token.index] ?? "";
    if (token.kind !== "option" || !known.includes(token.rawName))
      throw new PartFailed(`npm run ${command} does not know ${word}: it takes ${known.join(" and ")}.`);
  }
  const { project = null, check } = values;
  if (project !== null && !projectId.test(String(project)))
    throw new PartFailed("--project needs the id of a Firebase project.");
  return { project: project === null ? null : String(project), check: check === true };
}
