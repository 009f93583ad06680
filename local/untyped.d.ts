/** The parts of packages without types that are used here. */
declare module "njre" {
  const njre: {
    /** Puts a JRE into `jre` beside `installPath`, its checksum verified. */
    install(version: number, options: { type: "jre" | "jdk"; installPath: string }): Promise<string>;
  };
  export default njre;
}
declare module "firebase-tools/lib/emulator/storage/index.js" {
  export class StorageEmulator {
    constructor(options: {
      host: string;
      port: number;
      projectId: string;
      rules: { name: string; content: string };
      auto_download: boolean;
    });
    readonly storageLayer: { import(folder: string, options: { initiatedBy: string }): void };
    stop(): Promise<void>;
  }
}
declare module "firebase-tools/lib/emulator/registry.js" {
  export const EmulatorRegistry: { start(emulator: object): Promise<void> };
}
declare module "firebase-tools/lib/emulator/storage/rules/runtime.js" {
  export class StorageRulesIssues {}
  export class StorageRulesRuntime {
    start(): Promise<void>;
    stop(): Promise<void>;
    loadRuleset(source: object): Promise<{ ruleset: object; issues: StorageRulesIssues }>;
  }
}
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
