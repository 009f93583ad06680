import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** Serves the app's address: Hosting's rewrite of `/api/**` to the function, and everything else from its emulator. */
export interface AppProxy {
  /** How many calls of the API have gone through. */
  calls(): number;
  close(): Promise<void>;
}

/** Starts it on `port` of this machine. */
export async function startAppProxy(port: number, to: { api: number; hosting: number }): Promise<AppProxy> {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    const isCall = incoming.url?.startsWith("/api/") ?? false;
    if (isCall) calls += 1;
    passOn(incoming, outgoing, isCall ? to.api : to.hosting);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { calls: () => calls, close: () => closed(server) };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { url: path, method, headers, socket } = incoming;
  const hops = [headers["x-forwarded-for"], socket.remoteAddress].filter((hop) => hop !== undefined);
  const more = { "x-forwarded-host": headers.host, "x-forwarded-for": hops.join(", ") };
  const options = { host: "127.0.0.1", port, path, method, headers: { ...headers, ...more } };
  const onward = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.once("error", () => outgoing.destroy());
  });
  onward.once("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
