import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import {
  type Endpoint,
  GOOGLE_SCOPES,
  type InputOf,
  type OutputOf,
} from "@sendwright/core/contract";
import * as z from "zod";
import { createApp } from "../src/app.ts";
import type { Route } from "../src/http/route.ts";

/** A file of a multipart call. */
export interface TestFile {
  field: string;
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
  type?: string;
}

/** The parts of a call beside its method and path. */
export interface Given {
  token?: string;
  json?: unknown;
  /** Text parts of a multipart form; sent together with `files`. */
  form?: Record<string, string>;
  files?: TestFile[];
  /** A raw body, e.g. a broken one; give its Content-Type in `headers`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** An answer as it is on the wire. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The whole API in the test's own process, on its own port. */
export interface Api {
  url: string;
  /** One request. The answer must be a JSON object. */
  request(method: string, path: string, given?: Given): Promise<Answer>;
  /**
   * One call of the contract: input as the handler gets it, answer typed; for calls that must
   * succeed.
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    given?: Pick<Given, "token" | "files">,
  ): Promise<Answer<OutputOf<E>>>;
  close(): Promise<void>;
}

/** The milliseconds of the processor that this process seems to have used. */
export const processor = { used: 0 };

/**
 * Whether a call is refused for its processor time must not depend on the machine, or on other
 * tests in this process.
 */
function measureNothing(): void {
  process.cpuUsage = () => ({ user: processor.used * 1_000, system: 0 });
}

/** Starts `createApp()` on a free port; the emulators' addresses are in the environment. */
export async function startApi(routes?: Route[]): Promise<Api> {
  measureNothing();
  const server = createApp(routes).listen(0, "127.0.0.1");
  server.keepAliveTimeout = 0; // as the local Google's: never closed under a request in flight
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request: Api["request"] = (method, path, given = {}) => sendTo(url + path, method, given);
  return {
    url,
    request,
    call: (endpoint, input, given = {}) => callEndpoint(request, endpoint, input, given),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const answerBody = z.record(z.string(), z.unknown());

/** One request to an address; the answer must be a JSON object or a file. */
export async function sendTo(url: string, method: string, given: Given): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(given.token === undefined ? {} : { authorization: `Bearer ${given.token}` }),
      ...(given.json === undefined ? {} : { "content-type": "application/json" }),
      // Each has its own address, so that tests side by side don't share the per-address rates.
      "x-forwarded-for": randomUUID(),
      ...given.headers,
    },
    body: bodyOf(given) ?? null,
  });
  const { status, headers } = response;
  // A file's bytes are for tests about files.
  if (headers.has("content-disposition"))
    return { status, headers, body: { bytes: (await response.blob()).size } };
  return { status, headers, body: answerBody.parse(await response.json()) };
}

function bodyOf(given: Given) {
  if (given.raw !== undefined) return given.raw;
  if (given.form || given.files) return formOf(given.form ?? {}, given.files ?? []);
  return given.json === undefined ? undefined : JSON.stringify(given.json);
}

function formOf(fields: Record<string, string>, files: TestFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { field, name, content, type } of files) {
    form.append(field, new Blob([content], { type: type ?? "application/octet-stream" }), name);
  }
  return form;
}

async function callEndpoint<E extends Endpoint>(
  request: Api["request"],
  endpoint: E,
  input: InputOf<E>,
  given: Pick<Given, "token" | "files">,
): Promise<Answer<OutputOf<E>>> {
  const encoded = answerBody.parse(z.encode(endpoint.input, input));
  const headers: Record<string, string> = {};
  for (const [field, header] of Object.entries(endpoint.headers)) {
    if (encoded[field] !== undefined) headers[header] = String(encoded[field]);
    delete encoded[field];
  }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const part = encodeURIComponent(String(encoded[name]));
    delete encoded[name];
    return part;
  });
  const asForm = endpoint.body === "multipart";
  const query = new URLSearchParams(endpoint.body === "none" ? formFields(encoded) : {});
  const answer = await request(endpoint.method, query.size > 0 ? `${path}?${query}` : path, {
    ...given,
    headers,
    ...(asForm ? { form: formFields(encoded) } : endpoint.body === "json" ? { json: encoded } : {}),
  });
  const body = endpoint.output.safeParse(answer.body);
  if (!body.success) {
    throw new Error(
      `${endpoint.method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
    );
  }
  return { ...answer, body: body.data as OutputOf<E> };
}

function formFields(input: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** A signed-in person. */
export interface Person {
  email: string;
  /** Google's id of the account. */
  sub: string;
  uid: string;
  /** The Firebase ID token. */
  token: string;
}

/** Eight letters that no other test has. With digits, some would be read as a number. */
export function aTag(): string {
  return randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
}

/** An address that no other test has. */
export function uniqueEmail(name = "ada", domain = "example.com"): string {
  return `${name}-${randomUUID().slice(0, 13)}@${domain}`;
}

/**
 * Signs a person in exactly as the page does: consent at the local Google, `store-token`, the
 * credential at the Auth emulator. The Gmail grant is stored then.
 */
export async function signIn(api: Api, email = uniqueEmail()): Promise<Person> {
  const code = await consent(email);
  const stored = await api.request("POST", "/api/auth/google/store-token", {
    json: { authorization_code: code },
  });
  if (stored.status !== 200) throw new Error(`store-token answered ${JSON.stringify(stored.body)}`);
  return signInWithIdToken(String(stored.body.id_token));
}

/** Consents to scopes; returns the code that the consent popup would give the page. */
export async function consent(
  email: string,
  scopes: readonly string[] = GOOGLE_SCOPES,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: environment("GOOGLE_CLIENT_ID"),
    redirect_uri: "postmessage",
    response_type: "code",
    scope: scopes.join(" "),
    auto: email,
  });
  const answer = await fetch(`${googleBase()}/o/oauth2/v2/auth?${query}`);
  return z.object({ code: z.string() }).parse(await answer.json()).code;
}

/** Signs in at the Auth emulator with Google's id token; returns the resulting person. */
export async function signInWithIdToken(idToken: string): Promise<Person> {
  const answer = await fetch(
    `http://${environment("FIREBASE_AUTH_EMULATOR_HOST")}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        postBody: new URLSearchParams({ id_token: idToken, providerId: "google.com" }).toString(),
        requestUri: "http://localhost",
        returnSecureToken: true,
      }),
    },
  );
  const signedIn = z
    .object({ localId: z.string(), idToken: z.string(), email: z.string() })
    .parse(await answer.json());
  const { sub } = z.object({ sub: z.string() }).parse(claimsOf(idToken));
  return { uid: signedIn.localId, token: signedIn.idToken, email: signedIn.email, sub };
}

export function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split(".")[1] ?? "";
  return answerBody.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
}

/** The local Google's base address. */
export function googleBase(): string {
  return environment("GOOGLE_LOCAL_BASE");
}

function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the tests' stack gives it.`);
  return value;
}
