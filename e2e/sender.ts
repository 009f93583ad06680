import { setTimeout } from "node:timers/promises";
import type { BrowserContextOptions } from "@playwright/test";
import { APP, AUTH, GOOGLE } from "./stack.ts";

/** A sign-in as the authentication service answers it. */
interface SignIn {
  localId: string;
  email: string;
  displayName?: string;
  idToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: string;
}

/**
 * The key under which Firebase keeps its user: it has the project's API key in it, and the page
 * takes any for the emulator.
 */
async function userKey(): Promise<string> {
  const { apiKey } = (await (await fetch(`${APP}/__/firebase/init.json`)).json()) as {
    apiKey?: string;
  };
  return `firebase:authUser:${apiKey || "local"}:[DEFAULT]`;
}

/**
 * The storage of a signed-in browser: Firebase's user, which is read again when the page starts
 * (and moved to IndexedDB if the page wants that), and the page's own mark that there is one.
 */
async function stateOf(
  signIn: SignIn,
): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
  const key = await userKey();
  const user = {
    uid: signIn.localId,
    email: signIn.email,
    displayName: signIn.displayName ?? null,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      refreshToken: signIn.refreshToken,
      accessToken: signIn.idToken,
      expirationTime: Date.now() + Number(signIn.expiresIn) * 1_000,
    },
  };
  const localStorage = [
    { name: key, value: JSON.stringify(user) },
    { name: "sendwright:session", value: "in" },
  ];
  return { cookies: [], origins: [{ origin: APP, localStorage }] };
}

const SCOPES = ["openid", "email", "profile", "https://www.googleapis.com/auth/gmail.send"];

/** A row of the results table, as far as these stories look at it. */
interface Row {
  row: number;
  recipient: string;
  status: string;
  reason: string;
}

/** A send as `GET /api/sends/{id}` tells of it. */
export interface Followed {
  send: {
    id: string;
    state: string;
    pause_reason: string | null;
    resumes_at: string | null;
    ended_at: string | null;
    counts: Record<string, number>;
  };
  results: Row[];
}

/** An answer of the API. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

/** A stored template; with long dates and 24 hours unless it says otherwise. */
export interface Template {
  name: string;
  subject: string;
  body: string;
  dateFormat?: string;
  timeFormat?: string;
}

const INVITATION = {
  name: "Invitation",
  subject: "Hello {{Name}}",
  body: "<p>Dear {{Name}}, see you.</p>",
};

/** A unique network address: the limits per address must not slow one story because of another. */
export function anAddress(): string {
  return ["10", ...crypto.getRandomValues(new Uint8Array(3))].join(".");
}

/** A person who uses the API without the page. */
export class Sender {
  readonly email: string;
  readonly #address = anAddress();
  #signIn: SignIn | null = null;

  constructor(email: string) {
    this.email = email;
  }

  /** The code that Google's window gives to the page after the consent, for `store-token`. */
  async googleCode(): Promise<string> {
    const asked = new URLSearchParams({
      client_id: "sendwright-local.apps.googleusercontent.com",
      redirect_uri: "postmessage",
      response_type: "code",
      scope: SCOPES.join(" "),
      auto: this.email,
    });
    const { code } = (await (await fetch(`${GOOGLE}/o/oauth2/v2/auth?${asked}`)).json()) as {
      code: string;
    };
    return code;
  }

  /**
   * Signs in as the page does: consent, `store-token`, the credential at the authentication
   * service.
   */
  async signIn(): Promise<void> {
    const stored = await this.call("POST", "/api/auth/google/store-token", {
      authorization_code: await this.googleCode(),
    });
    if (stored.status !== 200)
      throw new Error(`store-token answered ${JSON.stringify(stored.body)}`);
    const postBody = new URLSearchParams({
      id_token: String(stored.body.id_token),
      providerId: "google.com",
    });
    const signedIn = await fetch(
      `${AUTH}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          postBody: postBody.toString(),
          requestUri: "http://localhost",
          returnSecureToken: true,
        }),
      },
    );
    if (!signedIn.ok)
      throw new Error(`The authentication service answered ${await signedIn.text()}`);
    this.#signIn = (await signedIn.json()) as SignIn;
  }

  /** What this person's browser starts with. Throws before `signIn`. */
  async browserState(): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
    if (!this.#signIn) throw new Error(`${this.email} has not signed in.`);
    return await stateOf(this.#signIn);
  }

  /** One call of the API, with a JSON body or a form. */
  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(APP + path, {
      method,
      headers: {
        "x-forwarded-for": this.#address,
        ...(this.#signIn && { authorization: `Bearer ${this.#signIn.idToken}` }),
        ...(body && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  /**
   * Asks the API, and asks again after a 5xx and a broken connection, as the page does: five times
   * in all.
   */
  async ask<Body = Record<string, unknown>>(path: string): Promise<Answer<Body>> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.call<Body>("GET", path).catch((error: unknown) => {
        if (tries === 5) throw error;
        return null;
      });
      if (answer && (answer.status < 500 || tries === 5)) return answer;
      await setTimeout(500 * tries);
    }
  }

  /** Changes settings of this person's account. */
  async settle(settings: Record<string, unknown>): Promise<void> {
    const { status, body } = await this.call("PUT", "/api/account/settings", settings);
    if (status !== 200) throw new Error(`The settings were answered ${JSON.stringify(body)}`);
  }

  /** Keeps a template, one with one placeholder unless told otherwise; returns its id. */
  async template(template: Template = INVITATION): Promise<string> {
    const formats = { dateFormat: "long", timeFormat: "24hr" };
    const made = await this.call<{ template: { id: string } }>("POST", "/api/templates", {
      ...formats,
      ...template,
    });
    if (made.status !== 201)
      throw new Error(`The template was answered ${JSON.stringify(made.body)}`);
    return made.body.template.id;
  }

  /**
   * Sends a template to a file of this many people, under the caller's key; later, if a time is
   * given.
   */
  async sendToFile(
    template: string,
    people: readonly string[],
    key: string,
    startAt?: Date,
  ): Promise<Answer> {
    const lines = people.map((address, i) => `Person ${i + 1},${address}`);
    const form = new FormData();
    form.set("mode", "csv");
    form.set("template_id", template);
    form.set("recipient_template", "Email");
    if (startAt) form.set("start_at", startAt.toISOString());
    form.set(
      "csv_file",
      new Blob([["Name,Email", ...lines].join("\r\n")], { type: "text/csv" }),
      "people.csv",
    );
    return await this.call("POST", "/api/send-bulk", form, { "idempotency-key": key });
  }

  /** The state of a send, with all its rows. */
  async follow(key: string): Promise<Followed> {
    const { status, body } = await this.ask<Followed>(`/api/sends/${key}`);
    if (status !== 200)
      throw new Error(`The send's status answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** This person's sends, the newest first. */
  async sends(): Promise<Followed["send"][]> {
    const { status, body } = await this.ask<{ sends: Followed["send"][] }>("/api/sends");
    if (status !== 200)
      throw new Error(`The list of sends answered ${status}: ${JSON.stringify(body)}`);
    return body.sends;
  }

  /** The addresses that the local Gmail delivered this person's emails to, sorted, with repeats. */
  async delivered(): Promise<string[]> {
    const list = await fetch(`${GOOGLE}/mail.json?user=${encodeURIComponent(this.email)}`);
    return ((await list.json()) as { to: string }[]).map(({ to }) => to).sort();
  }

  /** Tells the local Google how this person's next calls fail (`local/google/README.md`). */
  async fault(fault: Record<string, unknown>): Promise<void> {
    await this.#atGoogle("POST", "/faults", { ...fault, user: this.email });
  }

  /** Whether faults of this person's are waiting. */
  async hasFaults(): Promise<boolean> {
    const faults = (await (await fetch(`${GOOGLE}/faults`)).json()) as { user?: string }[];
    return faults.some(({ user }) => user === this.email);
  }

  /** Switches on limits of this person's account. */
  async limit(limits: Record<string, number>): Promise<void> {
    await this.#atGoogle("POST", "/limits", { ...limits, user: this.email });
  }

  /** Switches them off. */
  async unlimit(): Promise<void> {
    await this.#atGoogle("DELETE", `/limits?user=${encodeURIComponent(this.email)}`);
  }

  /** Takes the permission back, as a person does in the Google account's settings. */
  async revoke(): Promise<void> {
    await this.#atGoogle("DELETE", `/grants?user=${encodeURIComponent(this.email)}`);
  }

  async #atGoogle(method: string, path: string, body?: object): Promise<void> {
    const answer = await fetch(GOOGLE + path, {
      method,
      headers: { "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    if (!answer.ok) throw new Error(`The local Google answered ${await answer.text()}`);
  }
}

/** Unique addresses, sorted. */
export function addresses(n: number): string[] {
  const tag = crypto.randomUUID().slice(0, 8);
  return Array.from(
    { length: n },
    (_, i) => `p${String(i + 1).padStart(4, "0")}.${tag}@example.org`,
  );
}
