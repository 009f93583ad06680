import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { postOnce } from "./postOnce.ts";

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function post(address: string, timeout = 2_000, body = "a message") {
  return postOnce(new URL(address), { headers: { "x-test": "1" }, body: [Buffer.from(body)], timeout });
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
    const { host, seen } = await httpServer((_, response) => response.writeHead(429, { "retry-after": "3" }).end("no"));
    expect(await post(`http://${host}/`)).toMatchObject({ status: 429, headers: { "retry-after": "3" }, body: "no" });
    expect(seen).toEqual(["a message"]);
  });

  it.each([429, 500, 502, 503, 504])("doesn't repeat a POST answered with %i", async (status) => {
    const { host, seen } = await httpServer((_, response) => response.writeHead(status).end());
    expect(await post(`http://${host}/`)).toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  it("follows no redirect", async () => {
    const { host, seen } = await httpServer((_, response) => response.writeHead(307, { location: "/again" }).end());
    expect(await post(`http://${host}/`)).toMatchObject({ status: 307 });
    expect(seen).toHaveLength(1);
  });

  it("says that the request has left, and doesn't repeat it, if the connection is reset after it", async () => {
    const { host, seen } = await httpServer((request) => request.socket.resetAndDestroy());
    expect(await post(`http://${host}/`)).toMatchObject({ left: true });
    expect(seen).toHaveLength(1);
  });

  it("says that it has left when the server takes it and never answers", async () => {
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
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id"', () => socket.resetAndDestroy());
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
