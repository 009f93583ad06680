import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PartFailed, runStep } from "../processes.ts";

/** What is deployed. */
export const functionNames = ["api", "sendWorker", "sweep"] as const;

/** What a function says of itself; only what is read here. */
interface Endpoint {
  taskQueueTrigger?: { retryConfig?: object; rateLimits?: object };
}

/** Where the functions are to be loaded. */
export interface LoadRequest {
  node: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  logs: string;
}

/**
 * Loads every file of the bundle on this Node, those too that a function imports only when it needs them. Throws when one cannot be loaded
 * or when the functions are not the three. Gives what each says of itself.
 */
export async function loadAll({ node, folder, env, logs }: LoadRequest): Promise<Record<string, Endpoint>> {
  const lib = join(folder, "lib");
  const urls = readdirSync(lib).map((file) => pathToFileURL(join(lib, file)).href);
  const result = join(logs, "deploy-functions.json");
  const script = `
    for (const url of ${JSON.stringify(urls)}) await import(url);
    const functions = Object.entries(await import(${JSON.stringify(pathToFileURL(join(lib, "index.js")).href)}));
    const endpoints = functions.filter(([, each]) => each?.__endpoint).map(([name, each]) => [name, each.__endpoint]);
    const { writeFileSync } = await import("node:fs");
    writeFileSync(${JSON.stringify(result)}, JSON.stringify(Object.fromEntries(endpoints)));
    process.exit(0);`;
  const args = ["--input-type=module", "-e", script];
  await runStep({ name: "Loading the functions", command: node, args, env, log: join(logs, "deploy-load.log") });
  const endpoints: Record<string, Endpoint> = JSON.parse(readFileSync(result, "utf8"));
  const found = Object.keys(endpoints).sort().join(", ");
  if (found !== [...functionNames].sort().join(", "))
    throw new PartFailed(`The bundle exports other functions: ${found}.`);
  return endpoints;
}
