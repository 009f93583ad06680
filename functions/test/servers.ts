import { HOUR } from "@sendwright/core/dates/units";
import { afterAll, beforeAll } from "vitest";
import { routes } from "../src/app.ts";
import { sendRoutes } from "../src/features/sends/sendRoutes.ts";
import type { Route } from "../src/http/route.ts";
import { type Api, startApi } from "./harness.ts";
import { type TestEngine, testEngine } from "./sendsWorld.ts";

/** The send calls on their own port, with an engine whose tasks are worked beside them. */
export function startSendsApi(engine: TestEngine): Promise<Api> {
  return startWith(engine, []);
}

/**
 * Every route of the app while a file's tests run, the send calls with such an engine; by default
 * one whose answers wait for the end of the send, however busy the machine is.
 */
export function wholeApi(engine = testEngine({ patience: HOUR })): Api {
  let api: Api;
  beforeAll(async () => {
    api = await startWholeApi(engine);
  });
  afterAll(() => api.close());
  return {
    get url() {
      return api.url;
    },
    request: (...call) => api.request(...call),
    call: (...call) => api.call(...call),
    close: () => api.close(),
  };
}

/** Every route of the app on its own port, the send calls with such an engine. */
export function startWholeApi(engine: TestEngine): Promise<Api> {
  return startWith(engine, routes);
}

/** Closing it waits for the tasks, so that none of them works, or fails, in another test. */
async function startWith(engine: TestEngine, all: readonly Route[]): Promise<Api> {
  engine.workAtOnce();
  const sending = sendRoutes(() => engine);
  const others = all.filter(({ endpoint }) => !sending.some((one) => one.endpoint === endpoint));
  const api = await startApi([...others, ...sending]);
  return { ...api, close: () => engine.rest().finally(api.close) };
}
