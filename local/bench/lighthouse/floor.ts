import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { vite } from "../../builds.ts";
import { root } from "../../places.ts";
import { runStep } from "../../processes.ts";

const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };

/** Builds React, its DOM and the router with one button (web/bench/landing) and serves it, compressed; returns its address. */
export async function serveFloor(): Promise<string> {
  const bench = join(root, ".local", "bench");
  const built = join(bench, "lighthouse-floor");
  const config = join(root, "web", "vite.config.ts");
  const args = [vite, "build", join(root, "web", "bench", "landing"), "--config", config, "--outDir", built];
  const log = join(bench, "lighthouse-floor.log");
  await runStep({ name: "The floor's build", command: process.execPath, args: [...args, "--emptyOutDir"], log });
  const server = createServer(({ url = "/" }, answer) => {
    const asked = join(built, new URL(url, "http://floor").pathname);
    const file = extname(asked) !== "" && existsSync(asked) ? asked : join(built, "index.html");
    answer.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    answer.setHeader("content-encoding", "gzip");
    answer.end(gzipSync(readFileSync(file)));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
