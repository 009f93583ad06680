import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { portsFor } from "../ports.ts";
import { functionNames } from "./access.ts";
import {
  type AppProxy,
  frameworkPlans,
  functionEnvironment,
  functionPorts,
  loadAll,
  rehearsedParts,
  startAppProxy,
} from "./rehearsal.ts";

const ports = portsFor(1000);

it("each function's port is checked before the rehearsal takes it", () => {
  const checked = rehearsedParts.map((part) => ports[part]);
  expect(checked).toEqual(expect.arrayContaining(Object.values(functionPorts(ports))));
});

it("a function knows the emulators and nothing else of this machine; only the workers run as in an emulator", () => {
  vi.stubEnv("FUNCTIONS_EMULATOR", "true");
  vi.stubEnv("SEND_RATE_PER_MINUTE", "1");
  const all = functionNames.map((name) => functionEnvironment(ports, name));
  vi.unstubAllEnvs();
  expect(all[0]).toMatchObject({
    FUNCTION_TARGET: "api",
    GCLOUD_PROJECT: "demo-sendwright",
    FIRESTORE_EMULATOR_HOST: "127.0.0.1:9080",
    CLOUD_TASKS_EMULATOR_HOST: "127.0.0.1:10499",
  });
  for (const each of all) expect(each).not.toHaveProperty("SEND_RATE_PER_MINUTE");
  expect(all.map((each) => each.FUNCTIONS_EMULATOR)).toEqual([
    undefined,
    "true",
    "true",
    undefined,
  ]);
});

it("each function has a port and a process of its own", () => {
  const own = Object.values(functionPorts(ports));
  expect(new Set(own).size).toBe(4);
  const plans = frameworkPlans("/usr/bin/node", "/unpacked", ports, "/logs");
  expect(
    plans.every(({ args }) =>
      args.some((arg) => arg.startsWith("/unpacked/node_modules/@google-cloud/")),
    ),
  ).toBe(true);
  expect(
    plans.map(({ env }) => [env?.FUNCTION_TARGET, env?.FUNCTION_SOURCE, Number(env?.PORT)]),
  ).toEqual([
    ["api", "/unpacked", own[0]],
    ["sendWorker", "/unpacked", own[1]],
    ["exportWorker", "/unpacked", own[2]],
    ["sweep", "/unpacked", own[3]],
  ]);
});

describe("loading the functions", () => {
  const ours = `
  export const api = Object.assign(() => {}, { __endpoint: {} });
  export const sweep = Object.assign(() => {}, { __endpoint: {} });
  export const sendWorker = Object.assign(() => import("./late.js"), { __endpoint: { taskQueueTrigger: { rateLimits: {} } } });
  export const exportWorker = Object.assign(() => {}, { __endpoint: { taskQueueTrigger: {} } });
  export const localSweep = undefined;`;

  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sendwright-load-"));
    mkdirSync(join(folder, "lib"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "lib", "late.js"), "export {};");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function load(index: string) {
    writeFileSync(join(folder, "lib", "index.js"), index);
    return loadAll(process.execPath, folder, { PATH: process.env.PATH }, folder);
  }

  it("returns each function's own description", async () => {
    expect(await load(ours)).toEqual({
      api: {},
      sweep: {},
      sendWorker: { taskQueueTrigger: { rateLimits: {} } },
      exportWorker: { taskQueueTrigger: {} },
    });
  });

  it("finds a package that was not bundled, in a file too that is imported late", async () => {
    writeFileSync(join(folder, "lib", "late.js"), 'import "a-package-that-nobody-bundled";');
    const failure = load(ours);
    await expect(failure).rejects.toThrow("Loading the functions failed.");
    await expect(failure).rejects.toMatchObject({
      log: expect.stringContaining("a-package-that-nobody-bundled"),
    });
  });

  it("refuses a bundle with other functions", async () => {
    await expect(load(`${ours} export const another = sweep;`)).rejects.toThrow(
      "another, api, exportWorker, sendWorker, sweep",
    );
    await expect(
      load("export const api = Object.assign(() => {}, { __endpoint: {} });"),
    ).rejects.toThrow("functions: api.");
  });
});

describe("the app's address", () => {
  let servers: Server[] = [];
  let proxy: AppProxy;
  let app = "";

  /** A server that answers with its name and what it was asked. */
  async function answering(name: string): Promise<number> {
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request;
      const body = (await request.toArray()).join("");
      response.writeHead(207, { "x-name": name }).end(
        JSON.stringify({
          method,
          url,
          body,
          host: headers["x-forwarded-host"],
          hops: headers["x-forwarded-for"],
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  /** A port that nothing listens on. */
  async function freePort(): Promise<number> {
    const port = await answering("nobody");
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    return port;
  }

  beforeEach(async () => {
    const port = await freePort();
    proxy = await startAppProxy(port, {
      api: await answering("api"),
      hosting: await answering("hosting"),
    });
    app = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    await proxy.close();
    for (const server of servers) server.close();
    servers = [];
  });

  it("hands calls of the API to the function, whole, and counts them", async () => {
    const body = "x".repeat(100_000);
    const headers = { "x-forwarded-for": "203.0.113.7" };
    const answer = await fetch(`${app}/api/sends?a=1`, { method: "POST", headers, body });
    expect(answer.status).toBe(207);
    expect(answer.headers.get("x-name")).toBe("api");
    const hops = "203.0.113.7, 127.0.0.1";
    expect(await answer.json()).toEqual({
      method: "POST",
      url: "/api/sends?a=1",
      host: new URL(app).host,
      hops,
      body,
    });
    expect(proxy.calls()).toBe(1);
  });

  it("hands everything else to Hosting", async () => {
    for (const path of ["/", "/apis", "/assets/index.js", "/__/firebase/init.json"])
      expect((await fetch(`${app}${path}`)).headers.get("x-name")).toBe("hosting");
    expect(proxy.calls()).toBe(0);
  });

  it("answers 502 if nothing is listening", async () => {
    const port = await freePort();
    const alone = await startAppProxy(port, { api: await freePort(), hosting: await freePort() });
    expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(502);
    await alone.close();
  });
});
