import { PartFailed } from "../processes.ts";

/** What `npm run deploy` or `npm run doctor` was asked for. */
export interface Options {
  /** The Firebase project; null for none. */
  project: string | null;
  /** Everything but the upload. */
  check: boolean;
}

const projectId = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/** Whether Firebase gives no real project this name. */
export const isDemo = (project: string | null) => project?.startsWith("demo-") ?? false;

/** Reads the words after `npm run deploy --`. Throws a sentence for what is unknown, and for a deployment without a real project. */
export function deployOptions(words: string[]): Options {
  const options = read("deploy", words, ["--project", "--check"]);
  const { project, check } = options;
  if (project === null && !check)
    throw new PartFailed("Say where to: npm run deploy -- --project PROJECT (or --check).");
  if (isDemo(project) && !check)
    throw new PartFailed(`${project} is a name for emulators: nothing can be deployed to it. Only --check takes it.`);
  return options;
}

/** Reads the words after `npm run doctor --`. Throws a sentence for what is unknown. */
export function doctorOptions(words: string[]): Options {
  return read("doctor", words, ["--project"]);
}

function read(command: string, words: string[], known: string[]): Options {
  const options: Options = { project: null, check: false };
  for (let rest = words; rest.length > 0; ) {
    const [word = "", value, ...more] = rest;
    if (!known.includes(word))
      throw new PartFailed(`npm run ${command} does not know ${word}: it takes ${known.join(" and ")}.`);
    if (word === "--check") {
      options.check = true;
      rest = rest.slice(1);
    } else {
      if (!projectId.test(value ?? "")) throw new PartFailed("--project needs the id of a Firebase project.");
      options.project = String(value);
      rest = more;
    }
  }
  return options;
}
