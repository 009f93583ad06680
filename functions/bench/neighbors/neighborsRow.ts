import { createSign, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, type RequestOptions, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchRow } from "../../../bench/measure.ts";
import { quantile } from "../../../bench/measure.ts";
import { auth } from "../../src/platform/firebase.ts";
import { claimsOf, type Person, signIn, startApi } from "../../test/harness.ts";
import { aPlan, aTemplate, begun, testEngine } from "../../test/sendsWorld.ts";

const SECONDS = 10;
/** As a page asks that follows a send. */
const ONE_EVERY = 2;
const OTHERS = 20;
const CALLS_OF_ONE = 50;
const ROWS = 1_000;
const ROUNDS = 3;

checkSignaturesHere();
const api = await startApi();
const refusing = createServer((_request, response) => response.writeHead(429).end("{}")).listen(0, "127.0.0.1");
refusing.keepAliveTimeout = 0; // as the API's here: never closed under a request that is on its way
await new Promise((resolve) => refusing.once("listening", resolve));
const refusingUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
const engine = testEngine();
const others: Person[] = [];
for (let i = 0; i < OTHERS; i += 1) {
  const other = await signIn(api);
  await aTemplate(other.uid, { name: "Invitation" });
  others.push(other);
}

/**
 * The emulator asks for a revocation at every check of a token. In the cloud a signature is checked without the network:
 * here too, by as much work.
 */
function checkSignaturesHere(): void {
  const service = auth();
  const ask = service.verifyIdToken.bind(service);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const signature = createSign("RSA-SHA256").update("a token").sign(privateKey);
  service.verifyIdToken = async (token, checkRevoked = false) => {
    if (checkRevoked) return ask(token, true);
    if (!createVerify("RSA-SHA256").update("a token").verify(publicKey, signature)) throw new Error("Forged.");
    return { ...claimsOf(token), uid: claimsOf(token).sub } as Awaited<ReturnType<typeof ask>>;
  };
}

/** A call of a person's: GET without a body, else POST. */
interface Call {
  url: string;
  token: string;
  body?: string;
}

/** Connections are kept: those of the one are not those of the others. */
const agents = { one: new Agent({ keepAlive: true }), others: new Agent({ keepAlive: true }) };

/** Makes one call as soon as it is due, however long those before it take. */
async function callAt(ms: number, { url, token, body }: Call, agent: Agent) {
  await new Promise((resolve) => setTimeout(resolve, ms));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const options: RequestOptions = { agent, headers, method: body === undefined ? "GET" : "POST" };
  const begin = performance.now();
  const [answer] = await once(request(url, options).end(body), "response");
  for await (const _ of answer);
  return { status: Number(answer.statusCode), ms: performance.now() - begin };
}

/** What a page asks for. */
function ordinary({ token }: Person, n: number): Call {
  const looks = ["/api/templates", "/api/sends?only=open", "/api/config"].map((path) => ({
    url: api.url + path,
    token,
  }));
  return looks[n % (looks.length + 1)] ?? previewBy(token);
}

function previewBy(token: string): Call {
  const preview = { template_id: "", subject: "Hello", body: `<p>${randomUUID()}</p>`, variables: {} };
  return { url: `${api.url}/api/preview`, token, body: JSON.stringify(preview) };
}

/** The p95 of twenty ordinary callers beside one who makes fifty calls a second. Throws if one of the twenty is refused. */
async function neighbors(flood: Call): Promise<number> {
  const ofOne = Array.from({ length: SECONDS * CALLS_OF_ONE }, (_, i) =>
    callAt((i * 1_000) / CALLS_OF_ONE, flood, agents.one),
  );
  const ofOthers = others.flatMap((person, i) =>
    Array.from({ length: SECONDS / ONE_EVERY }, (_, n) => {
      return callAt(ONE_EVERY * (n + i / OTHERS) * 1_000, ordinary(person, n + i), agents.others);
    }),
  );
  const answers = await Promise.all(ofOthers);
  const refused = (await Promise.all(ofOne)).filter(({ status }) => status === 429).length;
  const bad = answers.filter(({ status }) => status !== 200);
  if (bad.length > 0)
    throw new Error(`${bad.length} of the others' calls were refused, the first with ${bad[0]?.status}.`);
  if (refused === 0) throw new Error("The one caller was never refused.");
  const times = answers.map(({ ms }) => ms);
  return quantile(times, 0.95);
}

/** By a person who has called nothing yet: the measurement includes their whole budget. */
async function looksAtLargeSend(): Promise<Call> {
  const person = await signIn(api);
  const id = await begun({ ...person, name: "Ada" }, engine, aPlan(ROWS, { startAt: Date.now() + 3_600_000 }));
  return { url: `${api.url}/api/sends/${id.slice(person.uid.length + 1)}`, token: person.token };
}

function row(name: string, what: string, flood: () => Promise<Call>): BenchRow {
  return {
    name,
    what: `${OTHERS} callers beside one who ${what} ${CALLS_OF_ONE} times a second, compared with one whom a bare server refuses`,
    unit: "times the 95th percentile",
    atMost: 2,
    rounds: ROUNDS,
    decision: "one person slows the others down: let fewer calls of one person in, or make the call cost less.",
    measure: async () => {
      const quiet = await neighbors({ url: refusingUrl, token: "" });
      return (await neighbors(await flood())) / quiet;
    },
  };
}

export const rows: BenchRow[] = [
  row("neighbors-look", `asks for a whole send of ${ROWS.toLocaleString("en-US")} rows`, looksAtLargeSend),
  row("neighbors-preview", "asks for a preview", async () => previewBy((await signIn(api)).token)),
];
