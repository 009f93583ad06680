import {
  type addSuppressions,
  type ExportState,
  type findReceived,
  type InputOf,
  type SendAnswer,
  type Settings,
  type Suppression,
  TEMPLATE_CHANGED,
  type Template,
} from "@sendwright/core/contract";
import { recipientKey } from "@sendwright/core/recipients/recipients";
import { type Receipt, whoReceived } from "@sendwright/core/sends/received";
import { aConfig } from "./config.ts";
import { fakeApi, json, type Seen } from "./fakeApi.ts";
import { held } from "./held.ts";
import { aSendAnswer } from "./sendFactories.ts";
import { asListed, aTemplate } from "./templateFactories.ts";

type Answer = Response | Promise<Response>;
/** Answers by "METHOD /path"; `*` as the last part of a path matches any. */
export type Answers = Record<string, (seen: Seen) => Answer>;

export const keyOf = ({ headers }: Seen): string => headers["idempotency-key"] ?? "";
export const sentBody = ({ body }: Seen) => JSON.parse(String(body));
const notFound = () => json(404, { success: false, error: "Not found.", reason: "not_found" });
export const broken = (): Promise<Response> => Promise.reject(new TypeError("network"));

/** The server as the page's tests need it: its data, the calls it received, and its answers. */
export class FakeServer {
  config = aConfig();
  settings: Settings = {
    undo_send: true,
    hours: { from: 8, to: 20 },
    time_zone: null,
    reply_to: "",
    signature: "",
  };
  templates: Template[] = [aTemplate()];
  sends: Pick<SendAnswer, "send" | "results">[] = [];
  export: ExportState = { state: "none" };
  /** People you don't email, the latest first. */
  suppressions: Suppression[] = [];
  suppressionsVersion = 0;
  /** Both ways of sending; everyone gets the email unless a test says otherwise. */
  send = (seen: Seen): Answer =>
    this.accept(aSendAnswer(keyOf(seen), { "ann@x.org": "sent", "bo@x.org": "sent" }));
  /** Overrides of the usual answers. */
  instead: Answers = {};
  readonly asked: Seen[];

  constructor(holds: Holds = {}) {
    Object.assign(this, holds);
    this.asked = fakeApi((seen) => {
      const call = `${seen.method} ${pathOf(seen)}`;
      const instead = this.instead[call] ?? this.instead[call.replace(/[^/]*$/, "*")];
      return (instead ?? this.usual)(seen);
    });
  }

  /** Answers this call only once the test calls the function that it returns. */
  hold(call: string): () => void {
    const { arrival, arrive } = held();
    const answer = this.instead[call] ?? this.usual;
    this.instead[call] = async (seen) => {
      await arrival;
      return answer(seen);
    };
    return arrive;
  }

  /** Has a send from now on, and answers with it. */
  accept(answer: SendAnswer): Response {
    this.sends = [answer, ...this.sends.filter(({ send }) => send.id !== answer.send_id)];
    return json(answer.send.ended_at ? 200 : 202, answer);
  }

  /** Has these people, and no others, on the list of people you don't email. */
  dontEmail(...addresses: string[]): void {
    const more = { since: "2026-11-20T12:00:00.000Z", source: "typed" } as const;
    this.suppressions = addresses.map((address) => ({ address, ...more }));
    this.suppressionsVersion += 1;
  }

  /** The calls of one path. */
  calls(path: string): Seen[] {
    return this.asked.filter(({ url }) => url === path);
  }

  /** The calls that were to send something. */
  get presses(): Seen[] {
    return this.asked.filter(
      ({ method, url }) => method === "POST" && /^\/api\/send(-bulk)?$/.test(url),
    );
  }

  /** What it answers unless a test says otherwise. */
  usual = (seen: Seen): Answer => {
    const path = pathOf(seen);
    if (path === "/api/config") return json(200, { success: true, config: this.config });
    if (path === "/api/account/settings") {
      if (seen.method === "PUT") this.settings = { ...this.settings, ...sentBody(seen) };
      return json(200, { success: true, settings: this.settings });
    }
    if (path === "/api/account/export" && seen.method === "POST")
      this.export = { state: "working", done: 0, total: 0 };
    if (path.startsWith("/api/account/export"))
      return json(200, { success: true, export: this.export });
    if (path.startsWith("/api/suppressions")) return this.#suppressions(seen);
    if (path === "/api/preview") return json(200, this.#rendered(sentBody(seen)));
    if (this.#isOtherRevision(seen))
      return json(409, { error: TEMPLATE_CHANGED, reason: "template_changed" });
    if (path === "/api/test-send")
      return json(200, aSendAnswer(keyOf(seen), { "ada@example.com": "sent" }));
    if (path === "/api/send" || path === "/api/send-bulk") return this.send(seen);
    if (path === "/api/received")
      return json(200, { success: true, received: this.#received(sentBody(seen)) });
    if (path === "/api/find-person")
      return json(200, { success: true, sends: [], rows: [], copied: [], more: false, unknown: 0 });
    if (seen.method !== "GET") return notFound();
    if (path === "/api/templates")
      return json(200, { success: true, templates: this.templates.map(asListed) });
    if (path === "/api/sends")
      return json(200, { success: true, sends: this.sends.map(({ send }) => send) });
    const template = this.templates.find(({ id }) => path === `/api/template/${id}`);
    if (template) return json(200, { success: true, template });
    const found = this.sends.find(({ send }) => path === `/api/sends/${send.id}`);
    return found
      ? json(200, { success: true, send: found.send, results: found.results, cursor: "c1" })
      : notFound();
  };

  /** The people you don't email, and changes of them. */
  #suppressions(seen: Seen): Response {
    const keyOfEntry = ({ address }: Suppression) => recipientKey(address);
    if (seen.method === "GET") {
      const { suppressionsVersion: version, suppressions } = this;
      const isKnown = seen.url.endsWith(`?version=${version}`);
      return json(200, { success: true, version, ...(!isKnown && { suppressions }) });
    }
    const given: InputOf<typeof addSuppressions> = sentBody(seen);
    const keys = new Set(given.addresses.map(recipientKey));
    const there = this.suppressions.filter((one) => keys.has(keyOfEntry(one)));
    const known = new Set(there.map(keyOfEntry));
    if (pathOf(seen) === "/api/suppressions/remove") {
      this.suppressions = this.suppressions.filter((one) => !there.includes(one));
      if (there.length > 0) this.suppressionsVersion += 1;
      return json(200, { success: true, version: this.suppressionsVersion, removed: there });
    }
    const sinceOf = new Map(given.addresses.map((one, at) => [one, given.since?.[at]]));
    const added = [...new Map(given.addresses.map((one) => [recipientKey(one), one]))].flatMap(
      ([key, address]) => {
        const since = sinceOf.get(address) ?? "2026-11-26T12:00:00.000Z";
        return known.has(key) ? [] : { address, since, source: given.source };
      },
    );
    this.suppressions = [...added, ...this.suppressions];
    if (added.length > 0) this.suppressionsVersion += 1;
    return json(200, { success: true, version: this.suppressionsVersion, added });
  }

  /** Whether a call names another revision of its template than the server has. */
  #isOtherRevision({ body, url }: Seen): boolean {
    if (!/^\/api\/(?:test-)?send/.test(url) || !body) return false;
    const given = body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body));
    const template = this.templates.find(({ id }) => id === given.template_id);
    return (
      given.revision !== undefined && template !== undefined && given.revision !== template.revision
    );
  }

  /** Who received an email, as the server would tell by the sends that it holds. */
  #received({
    send: id,
    rows = [],
    template_id,
    subject,
    people = [],
    replaces,
  }: InputOf<typeof findReceived>): Receipt[] {
    const again = this.sends.find(({ send }) => send.id === id);
    const chosen = again?.results.filter(({ row }) => rows.includes(row)) ?? people;
    const title =
      again?.send.title ?? this.templates.find((one) => one.id === template_id)?.name ?? subject;
    const same = this.sends.filter(
      ({ send }) => send.title === title && send.kind !== "test" && send.id !== replaces,
    );
    return whoReceived(
      chosen.map(({ row, recipient, ...one }) => ({
        row,
        ...("group" in one && { group: one.group }),
        content: ("content" in one && one.content) || null,
        mailbox: recipientKey(recipient),
        from: null,
        self: id === undefined ? null : { send: id, n: row },
      })),
      same.flatMap(({ send, results }) =>
        results.map(({ row: n, recipient, status, cc }) => ({
          send: send.id,
          n,
          status,
          mailbox: recipientKey(recipient),
          ...(cc !== undefined && { copied: cc.split(",").map(recipientKey) }),
          from: null,
          content: null,
          at: send.started_at ?? send.starts_at,
        })),
      ),
    );
  }

  /** What the server would render, near enough: values in the place of plain placeholders. */
  #rendered({
    template_id,
    variables,
    ...written
  }: Record<string, string> & { variables: Record<string, string> }) {
    const { subject = "", body = "" } = {
      ...this.templates.find(({ id }) => id === template_id),
      ...written,
    };
    const fill = (text: string) =>
      text.replaceAll(/\{\{([^{}|]+)[^{}]*\}\}/g, (_all, name: string) => String(variables[name]));
    const [rendered_subject, rendered_body_html] = [fill(subject), fill(body)];
    const rendered_text = rendered_body_html;
    return {
      success: true,
      rendered_subject,
      rendered_body_html,
      rendered_text,
      missing: [],
      syntax_warnings: [],
    };
  }
}

/** What a test says that a server holds and answers. */
export type Holds = Partial<
  Pick<
    FakeServer,
    | "config"
    | "settings"
    | "templates"
    | "suppressions"
    | "suppressionsVersion"
    | "sends"
    | "export"
    | "send"
    | "instead"
  >
>;

const pathOf = ({ url }: Seen): string => url.split("?")[0] ?? "";
