import { expect, it, vi } from "vitest";
import { portsFor } from "../ports.ts";
import { frameworkPlans, functionEnvironment, functionPorts } from "./framework.ts";

const ports = portsFor(1000);

it("a function knows the emulators and nothing of this machine; the worker alone takes itself for an emulator's", () => {
  vi.stubEnv("FUNCTIONS_EMULATOR", "true");
  vi.stubEnv("SEND_RATE_PER_MINUTE", "1");
  const [api, worker, sweep] = (["api", "sendWorker", "sweep"] as const).map((name) =>
    functionEnvironment(ports, name),
  );
  vi.unstubAllEnvs();
  expect(api).toMatchObject({
    FUNCTION_TARGET: "api",
    GCLOUD_PROJECT: "demo-sendwright",
    FIRESTORE_EMULATOR_HOST: "127.0.0.1:9080",
    CLOUD_TASKS_EMULATOR_HOST: "127.0.0.1:10499",
  });
  for (const each of [api, worker, sweep]) expect(each).not.toHaveProperty("SEND_RATE_PER_MINUTE");
  expect([api, worker, sweep].map((each) => each?.FUNCTIONS_EMULATOR)).toEqual([undefined, "true", undefined]);
});

it("each function has a port that no other part of the stack has", () => {
  const own = Object.values(functionPorts(ports));
  const others = Object.entries(ports).flatMap(([part, port]) => (part === "functions" ? [] : port));
  expect(new Set([...own, ...others]).size).toBe(own.length + others.length);
  const plans = frameworkPlans("/usr/bin/node", "/unpacked", ports, "/logs");
  expect(plans.every(({ args }) => args.some((arg) => arg.startsWith("/unpacked/node_modules/@google-cloud/")))).toBe(
    true,
  );
  expect(plans.map(({ env }) => [env?.FUNCTION_TARGET, env?.FUNCTION_SOURCE, Number(env?.PORT)])).toEqual([
    ["api", "/unpacked", own[0]],
    ["sendWorker", "/unpacked", own[1]],
    ["sweep", "/unpacked", own[2]],
  ]);
});
