/** The parts of firebase-tools that storageEmulator.ts starts itself; the package has no types. */
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
