import type { Environment } from "./config.ts";

/**
 * The account that a function runs as, from the environment that the Firebase CLI provides when it
 * asks what to deploy. A parameter with an empty default doesn't work, because Cloud Scheduler
 * treats an empty value as an account.
 */
export function accountOf(env: Environment, name: FunctionName): { serviceAccount?: string } {
  const account = env[`${name}_SERVICE_ACCOUNT`];
  return account ? { serviceAccount: account } : {};
}

const FUNCTION_NAMES = ["API", "SEND_WORKER", "EXPORT_WORKER", "SWEEP"] as const;
type FunctionName = (typeof FUNCTION_NAMES)[number];

/**
 * The accounts that may fill the queues and call their workers, from the same environment: all
 * four, once each has its own. Without them the project's default account, which may, does
 * everything.
 */
export function invokersOf(env: Environment): { invoker?: string[] } {
  const accounts = FUNCTION_NAMES.flatMap((name) => env[`${name}_SERVICE_ACCOUNT`] || []);
  return accounts.length === FUNCTION_NAMES.length ? { invoker: accounts } : {};
}

/** Slices that one instance of the worker runs at once. */
export const SLICES_PER_INSTANCE = 4;

/**
 * The most instances of the worker, from the same environment: 100, or as many as the project's
 * quota allows. Throws unless it is a whole number from 1 to 1,000.
 */
export function workerInstancesOf(env: Environment): number {
  const given = env.SEND_WORKER_INSTANCES || "100";
  const instances = Number(given);
  if (Number.isInteger(instances) && instances >= 1 && instances <= 1_000) return instances;
  throw new Error(`SEND_WORKER_INSTANCES must be a whole number from 1 to 1000, not "${given}".`);
}

/** The region of the functions and of the worker's queue. */
export function regionOf(env: Environment): string {
  return env.FUNCTIONS_REGION || "us-central1";
}
