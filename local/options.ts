import { parseArgs } from "node:util";
import { PartFailed } from "./processes.ts";

const projectId = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/** Whether this is the name of an emulated project: no real one can have it. */
export const isDemo = (project: string | null) => project?.startsWith("demo-") ?? false;

/**
 * Reads the words after `npm run deploy --`: the project, if any, and whether to stop before the
 * upload. Throws a sentence if they are wrong.
 */
export function deployOptions(words: string[]): { project: string | null; check: boolean } {
  const values = readOptions("npm run deploy", words, { project: "string", check: "boolean" });
  const [project, check] = [projectOf(values), values.check === true];
  if (project === null && !check)
    throw new PartFailed("Say where to: npm run deploy -- --project PROJECT (or --check).");
  if (isDemo(project) && !check)
    throw new PartFailed(
      `${project} is a name for emulators: nothing can be deployed to it. Only --check takes it.`,
    );
  return { project, check };
}

export function doctorOptions(words: string[]): { project: string | null } {
  return { project: projectOf(readOptions("npm run doctor", words, { project: "string" })) };
}

type KnownOptions = Record<string, "string" | "boolean">;
type OptionValues<T> = { [K in keyof T]?: string | boolean | undefined };

function projectOf({ project }: OptionValues<{ project: "string" }>): string | null {
  if (project === undefined) return null;
  if (!projectId.test(String(project)))
    throw new PartFailed("--project needs the id of a Firebase project.");
  return String(project);
}

/**
 * Reads the options after a command, with a value ("string") or without. Throws a sentence for any
 * other word.
 */
export function readOptions<T extends KnownOptions>(command: string, words: string[], known: T) {
  const options = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]));
  const { values, tokens } = parseArgs({ args: words, options, strict: false, tokens: true });
  const names = Object.keys(known).map((name) => `--${name}`);
  const unknown = tokens.find((token) => token.kind !== "option" || !names.includes(token.rawName));
  if (unknown)
    throw new PartFailed(
      `${command} does not know ${words[unknown.index]}: it takes ${names.join(" and ")}.`,
    );
  return values as OptionValues<T>;
}
