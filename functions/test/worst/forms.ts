import type { Endpoint } from "@sendwright/core/contract";
import { chanceOf } from "../../../test/chance.ts";
import { seed } from "../../../test/seed.ts";
import { BUNDLE, type BundledApi, MEMORY, startBundledApi } from "../../bench/bundledApi.ts";
import { routes } from "../../src/app.ts";
import { PLACES } from "../../src/http/arrivals.ts";
import { askRaw } from "../fuzzRequest.ts";
import { anOwner, type Owner } from "../owners.ts";
import { testEngine } from "../sendsWorld.ts";
import { type HostileForm, hostileForms } from "./hostileForms.ts";

/**
 * Makes every hostile request to every endpoint of the bundled API, one after the other and then
 * eight at once. Prints each endpoint's worst cost. Fails if a request takes too long or too much
 * memory, or ends the instance. A server that refuses a body unread closes the connection; an
 * instance that still answers hasn't ended.
 */
const MAX_MS = 1_000;
/**
 * Megabytes that the instance may have during one request, however many came before it: one that
 * keeps bodies gets there.
 */
const MAX_MB = 450;
/** Calls per person: as many as their processor time allows, if each takes the most. */
const CALLS_OF_ONE = 3;
/** What seems too much is tried again: other work on the machine is no one's fault. */
const ATTEMPTS = 3;

const engine = testEngine();
let turn: Owner;
let calls = 0;

/** Makes a request as its own person, or as the one whose turn it is. */
async function ask(
  api: BundledApi,
  endpoint: Endpoint,
  { type, body, query }: HostileForm,
  own?: Owner,
): Promise<number> {
  if (calls++ % CALLS_OF_ONE === 0) turn = await anOwner(engine);
  const owner = own ?? turn;
  const id = endpoint.path.startsWith("/api/sends/") ? owner.send : owner.template;
  const fill = (text: string) =>
    text.replaceAll("«template»", owner.template).replaceAll("«file»", owner.file);
  const given = body.includes("«") ? Buffer.from(fill(body.toString("utf8"))) : body;
  const authorization = `Bearer ${owner.token}`;
  const headers = { authorization, "x-forwarded-for": `caller ${calls}`, "content-type": type };
  const path = endpoint.path.replace(":id", id) + query;
  const answer = await askRaw(api.url, { method: endpoint.method, path, headers, body: given });
  return answer.status;
}

interface Worst {
  ms: number;
  form: string;
  /** Megabytes, and the form that needs them. */
  peak: number;
  heavy: string;
  statuses: Set<number | string>;
  problems: string[];
}

/** A request's cost. Throws if the API has ended. */
async function costOf(api: BundledApi, endpoint: Endpoint, form: HostileForm) {
  const before = await api.rest();
  const status = await answered(api, endpoint, form);
  return { ms: (await api.cost()).cpu - before.cpu, status };
}

async function answered(
  api: BundledApi,
  endpoint: Endpoint,
  form: HostileForm,
  own?: Owner,
): Promise<number | null> {
  return ask(api, endpoint, form, own).catch((error: unknown) => {
    if (isCut(error)) return null;
    throw error;
  });
}

async function tried(
  api: BundledApi,
  endpoint: Endpoint,
  form: HostileForm,
  worst: Worst,
): Promise<void> {
  let ms = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ATTEMPTS && ms > MAX_MS; i++) {
    const { ms: now, status } = await costOf(api, endpoint, form);
    ms = Math.min(ms, now);
    worst.statuses.add(status ?? "none (connection closed)");
    if (status !== null && status >= 500) worst.problems.push(`${form.name}: ${status}`);
  }
  if (ms > worst.ms) Object.assign(worst, { ms, form: form.name });
  if (ms > MAX_MS) worst.problems.push(`${form.name}: ${Math.round(ms)} ms`);
}

/**
 * The worst of an endpoint's forms, on an instance of their own; one that has ended is started
 * again.
 */
async function worstOf(endpoint: Endpoint): Promise<Worst> {
  const worst: Worst = { ms: 0, form: "", peak: 0, heavy: "", statuses: new Set(), problems: [] };
  let heaviest: HostileForm[] = [];
  let api = await started(endpoint);
  const orRestart = async (name: string, mostMb: number, work: () => Promise<unknown>) => {
    try {
      await work();
      const { peak } = await api.cost();
      if (peak > worst.peak) Object.assign(worst, { peak, heavy: name });
      if (peak <= mostMb) return;
      worst.problems.push(`${name}: ${Math.round(peak)} MB`);
    } catch (error) {
      worst.problems.push(
        `${name}: ended the instance (${error instanceof Error ? error.message : error})`,
      );
    }
    api.stop();
    api = await started(endpoint);
  };
  for (const form of hostileForms(endpoint, chanceOf(seed))) {
    await orRestart(form.name, MAX_MB, () => tried(api, endpoint, form, worst));
    heaviest = [...heaviest, form].sort((a, b) => b.body.length - a.body.length).slice(0, PLACES);
  }
  // One person's would wait for each other.
  const people = await Promise.all(heaviest.map(() => anOwner(engine)));
  const eight = () =>
    Promise.all(heaviest.map((form, i) => answered(api, endpoint, form, people[i])));
  await orRestart("eight at once", MEMORY, eight);
  api.stop();
  return worst;
}

function isCut(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "EPIPE" || error.code === "ECONNRESET")
  );
}

/** Starts the API and has it load what the first call of an endpoint loads. */
async function started(endpoint: Endpoint): Promise<BundledApi> {
  const api = await startBundledApi(BUNDLE);
  const empty = { name: "", query: "", type: "application/json", body: Buffer.from("{}") };
  await ask(api, endpoint, empty);
  return api;
}

let failed = false;
for (const { endpoint } of routes) {
  const name = `${endpoint.method} ${endpoint.path}`;
  // Who deletes the account has none any more.
  if (name === "DELETE /api/account") continue;
  const { ms, form, peak, heavy, statuses, problems } = await worstOf(endpoint);
  const answers = [...statuses].sort().join(", ");
  console.log(
    `${name}: ${Math.round(ms)} ms (${form}), ${Math.round(peak)} MB (${heavy}), answers ${answers}`,
  );
  for (const problem of new Set(problems)) console.log(`  ${problem}`);
  failed ||= problems.length > 0;
}
process.exit(failed ? 1 : 0);
