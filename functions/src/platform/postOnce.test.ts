import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { postOnce } from "./postOnce.ts";

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function post(address: string, timeout = 2_000, body = "a message") {
  return postOnce(new URL(address), {
    headers: { "x-test": "1" },
    body: [Buffer.from(body)],
    timeout,
  });
}

/** A server that counts requests and answers as set. */
async function httpServer(answer: RequestListener) {
  const seen: string[] = [];
  const host = await listen(
    createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        seen.push(Buffer.concat(chunks).toString());
        answer(request, response);
      });
    }),
  );
  return { host, seen };
}

async function tcpServer(onConnection: (socket: Socket) => void): Promise<string> {
  return listen(
    createServer((socket) => {
      socket.on("error", () => socket.destroy());
      onConnection(socket);
    }),
  );
}

describe("postOnce", () => {
  it("returns status, headers and body, and sends the body unchanged", async () => {
    const { host, seen } = await httpServer((_, response) =>
      response.writeHead(429, { "retry-after": "3" }).end("no"),
    );
    expect(await post(`http://${host}/`)).toMatchObject({
      status: 429,
      headers: { "retry-after": "3" },
      body: "no",
    });
    expect(seen).toEqual(["a message"]);
  });

  it.each([429, 500, 502, 503, 504])("doesn't repeat a POST answered with %i", async (status) => {
    const { host, seen } = await httpServer((_, response) => response.writeHead(status).end());
    expect(await post(`http://${host}/`)).toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    const { host, seen } = await httpServer((_, response) =>
      response.writeHead(307, { location: "/again" }).end(),
    );
    expect(await post(`http://${host}/`)).toMatchObject({ status: 307 });
    expect(seen).toHaveLength(1);
  });

  it("says that the request has left, and doesn't repeat it, if the connection is reset after it", async () => {
    const { host, seen } = await httpServer((request) => request.socket.resetAndDestroy());
    expect(await post(`http://${host}/`)).toMatchObject({ left: true });
    expect(seen).toHaveLength(1);
  });

  it("reports that it left if the server accepts it and never answers", async () => {
    const { host, seen } = await httpServer(() => undefined);
    expect(await post(`http://${host}/`, 200)).toMatchObject({ left: true });
    expect(seen).toHaveLength(1);
  });

  it("says that it has left if the server closes at once: bytes may have been on their way", async () => {
    const host = await tcpServer((socket) => socket.destroy());
    expect(await post(`http://${host}/`)).toMatchObject({ left: true });
  });

  it("believes a status even if the body breaks off", async () => {
    const host = await tcpServer((socket) => {
      socket.once("data", () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id"', () =>
          socket.resetAndDestroy(),
        );
      });
    });
    expect(await post(`http://${host}/`)).toMatchObject({ status: 200 });
  });

  it("says that nothing left if no server listens", async () => {
    const server = createServer();
    const host = await listen(server);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await post(`http://${host}/`)).toMatchObject({ left: false });
  });

  it("says that nothing left if the name can't be resolved", async () => {
    expect(await post("http://nowhere.invalid/")).toMatchObject({ left: false });
  });

  it("says that nothing left if TLS fails: refused, reset or never answered in the handshake", async () => {
    const plain = await tcpServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    );
    expect(await post(`https://${plain}/`)).toMatchObject({ left: false });
    const reset = await tcpServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await post(`https://${reset}/`)).toMatchObject({ left: false });
    const silent = await tcpServer((socket) => socket.resume());
    expect(await post(`https://${silent}/`, 200)).toMatchObject({ left: false });
  });
});

describe("post once slow", () => {
  /**
   * A server in its own process: it answers while ours is blocked, after the requested number of
   * milliseconds.
   */
  const SERVER = `
require("node:http").createServer((request, response) => {
  const [, wait, parts] = request.url.split("/");
  request.resume().once("end", () => setTimeout(() => {
    process.send("answered");
    response.writeHead(200);
    if (parts === "half") response.write("{");
    else response.end("{}");
  }, Number(wait)));
}).listen(0, "127.0.0.1", function () { process.send(this.address().port); });
`;

  let server: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "post-once-"));
    writeFileSync(join(folder, "server.cjs"), SERVER);
    server = fork(join(folder, "server.cjs"), { execArgv: [] });
    [port] = (await once(server, "message")) as [number];
  });
  afterAll(() => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Posts, and blocks the event loop for this long once the request has reached the socket. */
  async function postAndBlock(
    path: string,
    { timeout, block }: { timeout: number; block: number },
  ) {
    const answer = postOnce(new URL(`http://127.0.0.1:${port}${path}`), {
      headers: {},
      body: [Buffer.from("x")],
      timeout,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    // If the blocking work isn't a timer itself, timers are due before the socket is read.
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + block;
    while (performance.now() < end);
    return answer;
  }

  it("returns the answer that came while the event loop was blocked past the timeout", async () => {
    const answer = await postAndBlock("/100/whole", { timeout: 200, block: 800 });
    expect(answer).toMatchObject({ status: 200, body: "{}" });
  });

  it("believes the status of an answer whose end never comes", async () => {
    expect(await postAndBlock("/100/half", { timeout: 200, block: 800 })).toMatchObject({
      status: 200,
      body: "{",
    });
  });

  it("says that the answer is lost if there was none, however long the event loop was blocked", async () => {
    expect(await postAndBlock("/60000/whole", { timeout: 200, block: 800 })).toMatchObject({
      left: true,
    });
  });
});
