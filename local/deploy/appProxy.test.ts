import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type AppProxy, startAppProxy } from "./appProxy.ts";

let servers: Server[] = [];
let proxy: AppProxy;
let app = "";

/** A server that answers with its name and what it was asked. */
async function answering(name: string): Promise<number> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = (await request.toArray()).join("");
    response
      .writeHead(207, { "x-name": name })
      .end(JSON.stringify({ method, url, body, host: headers["x-forwarded-host"], hops: headers["x-forwarded-for"] }));
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
  proxy = await startAppProxy(port, { api: await answering("api"), hosting: await answering("hosting") });
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
  expect(await answer.json()).toEqual({ method: "POST", url: "/api/sends?a=1", host: new URL(app).host, hops, body });
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
