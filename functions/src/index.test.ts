import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("api, workers and sweep are deployed, with the secrets; localSweep is not", async () => {
  vi.stubEnv("FUNCTIONS_EMULATOR", undefined);
  const { api, sendWorker, exportWorker, sweep, localSweep } = await import("./index.ts");
  expect(localSweep).toBeUndefined();
  for (const deployed of [api, sendWorker, exportWorker, sweep]) {
    const { region, secretEnvironmentVariables } = deployed.__endpoint;
    expect(region).toEqual(["us-central1"]);
    expect(secretEnvironmentVariables?.map(({ key }) => key).sort()).toEqual([
      "GOOGLE_CLIENT_SECRET",
      "TOKEN_ENCRYPTION_KEY",
    ]);
  }
  expect(api.__endpoint.httpsTrigger?.invoker).toEqual(["public"]);
  expect(sweep.__endpoint.scheduleTrigger?.schedule).toBe("* * * * *");
});

test("only the API reads request bodies instead of its runtime", async () => {
  const deferBodyParsing = vi.fn();
  vi.doMock("./http/deferBodyParsing.ts", () => ({
    deferBodyParsing,
    showBody: vi.fn(),
    decodableUrl: String,
  }));
  for (const [target, times] of [
    ["sendWorker", 0],
    ["exportWorker", 0],
    ["sweep", 0],
    ["api", 1],
  ] as const) {
    vi.resetModules();
    vi.stubEnv("FUNCTION_TARGET", target);
    await import("./index.ts");
    expect(deferBodyParsing).toHaveBeenCalledTimes(times);
  }
  vi.doUnmock("./http/deferBodyParsing.ts");
});

test("memory, concurrency, instances and time match docs/deploy.md", async () => {
  const { api, sendWorker, exportWorker, sweep } = await import("./index.ts");
  const sizes = [api, sendWorker, exportWorker, sweep].map(({ __endpoint: one }) => [
    ...[one.availableMemoryMb, one.concurrency, one.maxInstances, one.timeoutSeconds],
  ]);
  expect(sizes).toEqual([
    [1_024, 8, 20, 60],
    [1_024, 4, 100, 120],
    [512, 1, 10, 300],
    [512, 1, 1, 300],
  ]);
});

test("the worker has fewer instances where the project's quota is smaller, and its queue fewer slices at once", async () => {
  const sizes = async () => {
    vi.resetModules();
    const { maxInstances, taskQueueTrigger } = (await import("./index.ts")).sendWorker.__endpoint;
    return [maxInstances, taskQueueTrigger?.rateLimits?.maxConcurrentDispatches];
  };
  expect(await sizes()).toEqual([100, 400]);
  vi.stubEnv("SEND_WORKER_INSTANCES", "20");
  expect(await sizes()).toEqual([20, 80]);
  for (const wrong of ["0", "1.5", "many", "1001"]) {
    vi.stubEnv("SEND_WORKER_INSTANCES", wrong);
    await expect(sizes()).rejects.toThrow(
      `SEND_WORKER_INSTANCES must be a whole number from 1 to 1000, not "${wrong}".`,
    );
  }
});

test("each function runs as its configured account, and by default as the project's", async () => {
  const { api, sendWorker, exportWorker, sweep } = await import("./index.ts");
  for (const deployed of [api, sendWorker, exportWorker, sweep])
    expect(deployed.__endpoint.serviceAccountEmail).not.toBeTypeOf("string");
  vi.resetModules();
  vi.stubEnv("API_SERVICE_ACCOUNT", "sendwright-api@");
  vi.stubEnv("SEND_WORKER_SERVICE_ACCOUNT", "sendwright-worker@");
  vi.stubEnv("EXPORT_WORKER_SERVICE_ACCOUNT", "sendwright-export@");
  vi.stubEnv("SWEEP_SERVICE_ACCOUNT", "");
  const named = await import("./index.ts");
  expect(named.api.__endpoint.serviceAccountEmail).toBe("sendwright-api@");
  expect(named.sendWorker.__endpoint.serviceAccountEmail).toBe("sendwright-worker@");
  expect(named.exportWorker.__endpoint.serviceAccountEmail).toBe("sendwright-export@");
  expect(named.sweep.__endpoint.serviceAccountEmail).not.toBeTypeOf("string");
});

describe("each sweep", () => {
  const round = (sweep: typeof import("./index.ts")["sweep"]) =>
    sweep.run({ scheduleTime: "2026-11-22T12:00:00Z" });
  type Job = (...given: never[]) => Promise<void>;

  /** The sweep with these jobs, by the names of their functions. */
  async function sweepOf(
    jobs: Record<
      | "sweep"
      | "finishDeletions"
      | "findDeletedUsers"
      | "endOrphanGrants"
      | "reportStuck"
      | "completeTemplates"
      | "sweepExports"
      | "deleteOldUploads",
      Job
    >,
  ) {
    const { sweep: attendTo, reportStuck, completeTemplates, sweepExports, ...others } = jobs;
    const { deleteOldUploads, ...accounts } = others;
    vi.doMock("./store/uploads.ts", () => ({ deleteOldUploads }));
    vi.doMock("./features/templates/completeTemplates.ts", () => ({ completeTemplates }));
    vi.doMock("./features/account/export/work.ts", () => ({ sweepExports }));
    vi.doMock("./store/sends/operatorView.ts", () => ({ reportStuck }));
    vi.doMock("./features/sends/maintenance/sweep.ts", () => ({ sweep: attendTo }));
    vi.doMock("./features/account/deleteAccount.ts", () => accounts);
    return (await import("./index.ts")).sweep;
  }

  beforeEach(() => {
    vi.doMock("./features/sends/engine.ts", () => ({ realEngine: () => ({}) }));
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const path of [
      "sends/maintenance/sweep",
      "sends/engine",
      "account/deleteAccount",
      "account/export/work",
    ])
      vi.doUnmock(`./features/${path}.ts`);
    vi.doUnmock("./store/sends/operatorView.ts");
    vi.doUnmock("./store/uploads.ts");
    vi.doUnmock("./features/templates/completeTemplates.ts");
  });

  test("attends to sends, deletes, finishes deletions, ends grants of failed sign-ins and completes templates, even if one of them fails", async () => {
    const done: string[] = [];
    const failing = new Set<string>();
    const meet = (name: string) => {
      done.push(name);
      if (failing.has(name)) throw new Error(name);
    };
    const sweep = await sweepOf({
      sweep: async (_engine: unknown, parts: string[]) => meet(parts.join()),
      finishDeletions: async () => meet("accounts"),
      endOrphanGrants: async () => meet("grants"),
      findDeletedUsers: async () => meet("deleted users"),
      reportStuck: async () => meet("stuck"),
      completeTemplates: async () => meet("templates"),
      sweepExports: async () => meet("exports"),
      deleteOldUploads: async () => meet("uploads"),
    });
    const all = [
      "accounts",
      "deleted users",
      "deletions",
      "exports",
      "grants",
      "starts",
      "stuck",
      "templates",
      "uploads",
    ];
    await round(sweep);
    expect(done.splice(0).sort()).toEqual(all);
    for (const name of all) {
      failing.clear();
      failing.add(name);
      await expect(round(sweep)).rejects.toMatchObject({
        errors: [expect.objectContaining({ message: name })],
      });
      expect(done.splice(0).sort()).toEqual(all);
    }
  });

  test("ends in time although Google never answers an account job, which isn't begun twice", async () => {
    vi.useFakeTimers();
    const begun: string[] = [];
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sweep = await sweepOf({
      sweep: async (_engine: unknown, parts: string[]) => void begun.push(...parts),
      finishDeletions: async () => {
        begun.push("accounts");
        await hanging;
      },
      endOrphanGrants: async () => {},
      findDeletedUsers: async () => {},
      reportStuck: async () => {},
      completeTemplates: async () => {},
      sweepExports: async () => {},
      deleteOldUploads: async () => {},
    });
    for (let minute = 0; minute < 2; minute++) {
      const running = expect(round(sweep)).rejects.toMatchObject({
        errors: [expect.objectContaining({ message: "Still at work after the round: accounts." })],
      });
      await vi.advanceTimersByTimeAsync(55_000);
      await running;
    }
    expect(begun.splice(0).sort()).toEqual([
      "accounts",
      "deletions",
      "deletions",
      "starts",
      "starts",
    ]);
    answer();
    await vi.advanceTimersByTimeAsync(0);
    await round(sweep);
    expect(begun.sort()).toEqual(["accounts", "deletions", "starts"]);
  });
});

test("if each function has an account, only these may call the workers; by default the project's account may", async () => {
  const open = await import("./index.ts");
  for (const worker of [open.sendWorker, open.exportWorker])
    expect(worker.__endpoint.taskQueueTrigger).not.toHaveProperty("invoker");
  const accounts = {
    API: "sendwright-api@",
    SEND_WORKER: "sendwright-worker@",
    EXPORT_WORKER: "sendwright-export@",
    SWEEP: "sendwright-sweep@",
  };
  for (const [name, account] of Object.entries(accounts))
    vi.stubEnv(`${name}_SERVICE_ACCOUNT`, account);
  vi.resetModules();
  const { sendWorker, exportWorker } = await import("./index.ts");
  for (const worker of [sendWorker, exportWorker])
    expect(worker.__endpoint.taskQueueTrigger).toMatchObject({ invoker: Object.values(accounts) });
});

test("all functions are in the configured region", async () => {
  vi.stubEnv("FUNCTIONS_REGION", "europe-west1");
  const { api, sendWorker, exportWorker, sweep } = await import("./index.ts");
  const regions = [api, sendWorker, exportWorker, sweep].map((one) => one.__endpoint.region);
  expect(regions).toEqual(Array(4).fill(["europe-west1"]));
});

test("beside the emulators a request can sweep", async () => {
  vi.stubEnv("FUNCTIONS_EMULATOR", "true");
  vi.stubEnv("GCLOUD_PROJECT", "sendwright");
  expect((await import("./index.ts")).localSweep).toBeUndefined();
  vi.resetModules();
  vi.stubEnv("GCLOUD_PROJECT", "demo-sendwright");
  expect((await import("./index.ts")).localSweep).toBeTypeOf("function");
});

test("a deployed function that uses a developer's machine doesn't even load", async () => {
  vi.stubEnv("FUNCTIONS_EMULATOR", undefined);
  vi.stubEnv("K_SERVICE", "api");
  vi.stubEnv("GOOGLE_LOCAL_BASE", "http://127.0.0.1:4010");
  await expect(import("./index.ts")).rejects.toThrow("GOOGLE_LOCAL_BASE");
});
