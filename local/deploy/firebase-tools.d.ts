/** The parts of firebase-tools that the check of a deployment calls; the package has no types. */
declare module "firebase-tools/lib/deploy/functions/prepareFunctionsUpload.js" {
  /** Packs a folder of functions; returns the path of the archive. */
  export function prepareFunctionsUpload(
    projectDir: string,
    sourceDir: string,
    config: { ignore?: string[] },
    additionalSources: string[],
    runtimeConfig: undefined,
    options: { exportType: "tar.gz" },
  ): Promise<{ pathToSource: string }>;
}
declare module "firebase-tools/lib/emulator/tasksEmulator.js" {
  export class TasksEmulator {
    constructor(options: { host: string; port: number });
    stop(): Promise<void>;
  }
}
