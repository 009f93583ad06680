import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchRow } from "../../../bench/measure.ts";
import { BUNDLE, startBundledApi } from "../bundledApi.ts";

/** What no API on Firebase can do without, and nothing else. */
const BARE = `import express from "express";
import "firebase-admin/app";
import "firebase-admin/firestore";
import { onRequest } from "firebase-functions/v2/https";
export const api = onRequest(express().use((request, response) => response.status(401).json({})));`;

const bare = join(process.cwd(), ".local", "bare");
mkdirSync(bare, { recursive: true });
writeFileSync(join(bare, "package.json"), JSON.stringify({ type: "module", main: "index.js" }));
writeFileSync(join(bare, "index.js"), BARE);

/** Starts an API and makes one call; returns the milliseconds of the processor that both take. */
async function start(folder: string): Promise<number> {
  const api = await startBundledApi(folder);
  const { status } = await fetch(`${api.url}/api/config`);
  if (status !== 401) throw new Error(`A call without a session was answered ${status}.`);
  const { cpu } = await api.cost();
  api.stop();
  return cpu;
}

export const rows: BenchRow[] = [
  {
    name: "start",
    what: "the API's start and first call, compared with an API of firebase-functions, firebase-admin and Express alone",
    unit: "times the processor time",
    atMost: 1.2,
    decision: "the first person after a pause waits: load later what the first calls don't need.",
    measure: async () => (await start(BUNDLE)) / (await start(bare)),
  },
];
