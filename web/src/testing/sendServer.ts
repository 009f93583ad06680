import type { RowResult, RowStatus, Send, SendAnswer, Template } from "@sendwright/functions/contract";
import { aConfig } from "./config.ts";
import { fakeApi, json, type Seen } from "./fakeApi.ts";
import { asListed, aTemplate } from "./templates.ts";

type Answer = Response | Promise<Response>;

/** What a call to send answers when its rows ended so; a status that is none yet makes the send one that goes on. */
export function aSendAnswer(id: string, rows: Record<string, RowStatus>, more: Partial<Send> = {}): SendAnswer {
  const results: RowResult[] = Object.entries(rows).map(([recipient, status], index) => ({
    row: index + 1,
    line: null,
    recipient,
    status,
    reason: status === "sent" ? "" : `Reason of ${recipient}`,
  }));
  const count = (status: RowStatus) => results.filter((result) => result.status === status).length;
  const [queued, sending, sent] = [count("queued"), count("sending"), count("sent")];
  const [failed, skipped, warning] = [count("failed"), count("skipped"), count("warning")];
  const isOver = queued + sending === 0;
  const time = "2026-11-20T12:00:00.000Z";
  const send: Send = {
    id,
    kind: "direct",
    state: isOver ? "done" : "running",
    pause_reason: null,
    resumes_at: null,
    counts: { total: results.length, queued, sending, sent, failed, skipped, warning },
    cancelled: 0,
    title: "Invitation",
    created_at: time,
    starts_at: time,
    started_at: time,
    ended_at: isOver ? time : null,
    next_at: null,
    deletes_at: null,
    rate: 60,
    rows_over_limit: 0,
    ...more,
  };
  return { success: !isOver || sent === results.length, message: `${sent} sent.`, send_id: id, send, results };
}

/** What `GET /api/sends/{id}` answers of the same. */
export function asFollowed({ send, results }: Pick<SendAnswer, "send" | "results">) {
  return { success: true, send, results, cursor: "c1" };
}

export const keyOf = ({ headers }: Seen): string => headers["idempotency-key"] ?? "";
const notFound = () => json(404, { success: false, error: "Not found.", reason: "not_found" });
export const broken = (): Promise<Response> => Promise.reject(new TypeError("network"));

/** The server as the tests of sending need it: what it holds, what it was asked, and how it answers a call to send. */
export class SendServer {
  templates: Template[] = [aTemplate()];
  sends: Pick<SendAnswer, "send" | "results">[] = [];
  /** Both ways of sending; everybody gets it unless a test says otherwise. */
  send = (seen: Seen): Answer => this.accept(aSendAnswer(keyOf(seen), { "ann@x.org": "sent", "bo@x.org": "sent" }));
  /** Answers instead of the usual ones, by "METHOD /path". */
  instead: Record<string, (seen: Seen) => Answer> = {};
  readonly asked: Seen[];

  constructor() {
    this.asked = fakeApi((seen) => this.#answer(seen));
  }

  /** Has a send from now on, and answers with it. */
  accept(answer: SendAnswer): Response {
    this.sends = [answer, ...this.sends.filter(({ send }) => send.id !== answer.send_id)];
    return json(answer.send.ended_at ? 200 : 202, answer);
  }

  /** The calls that were to send something. */
  get presses(): Seen[] {
    return this.asked.filter(({ method, url }) => method === "POST" && /^\/api\/send(-bulk)?$/.test(url));
  }

  #answer(seen: Seen): Answer {
    const [path = ""] = seen.url.split("?");
    const instead = this.instead[`${seen.method} ${path}`];
    if (instead) return instead(seen);
    if (path === "/api/config") return json(200, { success: true, config: aConfig() });
    if (path === "/api/templates") return json(200, { success: true, templates: this.templates.map(asListed) });
    if (path === "/api/sends") return json(200, { success: true, sends: this.sends.map(({ send }) => send) });
    if (path === "/api/send" || path === "/api/send-bulk") return this.send(seen);
    const template = this.templates.find(({ id }) => path === `/api/template/${id}`);
    if (template) return json(200, { success: true, template });
    const found = this.sends.find(({ send }) => path === `/api/sends/${send.id}`);
    return found && seen.method === "GET" ? json(200, asFollowed(found)) : notFound();
  }
}
