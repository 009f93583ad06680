import { APP, GOOGLE } from "./browser.ts";
import { AUTH } from "./stack.ts";

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

/** One person who uses the API without the page. */
export class Sender {
  readonly email: string;
  #token = "";

  /** Gives a person with an address that nobody had before, signed in. */
  static async signedIn(name: string): Promise<Sender> {
    const sender = new Sender(`${name}.${Date.now()}@example.com`);
    await sender.signIn();
    return sender;
  }

  private constructor(email: string) {
    this.email = email;
  }

  /** Signs in as the page does: consent, `store-token`, the credential at the authentication service. */
  async signIn(): Promise<void> {
    const asked = new URLSearchParams({
      client_id: "sendwright-local.apps.googleusercontent.com",
      redirect_uri: "postmessage",
      response_type: "code",
      scope: SCOPES.join(" "),
      auto: this.email,
    });
    const { code } = (await (await fetch(`${GOOGLE}/o/oauth2/v2/auth?${asked}`)).json()) as { code: string };
    const stored = await this.call("POST", "/api/auth/google/store-token", { authorization_code: code });
    if (stored.status !== 200) throw new Error(`store-token answered ${JSON.stringify(stored.body)}`);
    const postBody = new URLSearchParams({ id_token: String(stored.body.id_token), providerId: "google.com" });
    const signedIn = await fetch(`${AUTH}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        postBody: postBody.toString(),
        requestUri: "http://localhost",
        returnSecureToken: true,
      }),
    });
    this.#token = ((await signedIn.json()) as { idToken: string }).idToken;
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
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }

  /** Whether the configuration says that mail can go out. */
  async isConnected(): Promise<boolean> {
    const { body } = await this.call<{ config: { connected: boolean } }>("GET", "/api/config");
    return body.config.connected;
  }

  /** Keeps a template with one placeholder; gives its id. */
  async template(): Promise<string> {
    const fields = { subject: "Hello {{Name}}", body: "<p>Dear {{Name}}, see you.</p>" };
    const made = await this.call<{ template: { id: string } }>("POST", "/api/templates", {
      ...fields,
      ...{ name: "Invitation", dateFormat: "long", timeFormat: "24hr" },
    });
    return made.body.template.id;
  }

  /** Sends a template to a file of so many people, under a key of the caller's. */
  async sendToFile(template: string, people: readonly string[], key: string): Promise<Answer> {
    const lines = people.map((address, i) => `Person ${i + 1},${address}`);
    const form = new FormData();
    form.set("mode", "csv");
    form.set("template_id", template);
    form.set("recipient_template", "Email");
    form.set("csv_file", new Blob([["Name,Email", ...lines].join("\r\n")], { type: "text/csv" }), "people.csv");
    return await this.call("POST", "/api/send-bulk", form, { "idempotency-key": key });
  }

  /** How a send stands, with all its rows. */
  async follow(key: string): Promise<Followed> {
    const { status, body } = await this.call<Followed>("GET", `/api/sends/${key}`);
    if (status !== 200) throw new Error(`The send's status answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** The addresses that the local Gmail delivered this person's mails to, sorted, as often as it did. */
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

/** So many addresses that nobody else has, sorted. */
export function addresses(n: number): string[] {
  const tag = Date.now();
  return Array.from({ length: n }, (_, i) => `p${String(i + 1).padStart(4, "0")}.${tag}@example.org`);
}
