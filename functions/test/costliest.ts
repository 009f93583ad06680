import { randomUUID } from "node:crypto";
import {
  DEFAULT_LIMITS,
  MAX_DEMO_FIELD_LENGTH,
  MAX_FILES_OF_ROWS,
  MAX_ROW_VALUES_BYTES,
} from "@sendwright/core/contract/limits";
import * as z from "zod";
import {
  type Costly,
  csv,
  numbers,
  ofNames,
  SENT_BODY,
  SIGNATURE,
  SUBJECT,
  TEMPLATE,
  values,
} from "./costliestData.ts";
import { type Answer, consent, type Given, type TestFile } from "./harness.ts";
import { PICTURE } from "./owners.ts";
import { connectedPerson, HOUR } from "./sendsWorld.ts";

/**
 * Each endpoint's costliest call with the costliest data. `npm run bench` measures these calls;
 * costliest.emulator.test.ts checks that they do what they are for.
 */
/**
 * One call: its route, the id in its path, what it brings, and the status that shows that it did
 * its work.
 */
export interface CostlyCall {
  route: string;
  id?: (owner: Costly) => string;
  query?: (owner: Costly) => string;
  given?: (owner: Costly) => Given | Promise<Given>;
  status: number;
  /**
   * The call that makes room for the next of this kind, and where the answer names what it ends.
   */
  endedBy?: { route: string; id: (body: Answer["body"]) => string };
  /** It ends what another call must begin again first, and is measured together with that. */
  isEnd?: true;
}

function aFile(field: string, bytes: number): TestFile {
  return { field, name: "a.pdf", content: new Uint8Array(bytes).fill(65) };
}

const named = (noun: "template" | "send") => (body: Answer["body"]) =>
  z.object({ id: z.string() }).parse(body[noun]).id;
const UNDO = { route: "POST /api/sends/:id/undo", id: named("send") };
const CANCEL = { route: "POST /api/sends/:id/cancel", id: named("send") };
const REMOVE = { route: "DELETE /api/template/:id", id: named("template") };

const firstTemplate = ({ templates: [id = ""] }: Costly) => id;
const template = (index: number) => (owner: Costly) => owner.templates[index] ?? "";
const scheduled = (owner: Costly) => owner.scheduled;
const over = (owner: Costly) => owner.over;
const asForm = (
  fields: Record<string, string>,
  files: TestFile[],
  key: string = randomUUID(),
): Given => ({
  form: fields,
  files,
  headers: { "idempotency-key": key },
});
const sending = (owner: Costly) => ({ template_id: owner.sent, hold: "10" });
const demo = "x".repeat(MAX_DEMO_FIELD_LENGTH);
/** So long that all of them just fit into one call. */
const notEmailed = ({ suppressions }: Costly["size"]) =>
  numbers(suppressions).map(
    (n) => `${n}${"n".repeat(58)}@${"o".repeat(60)}.${"w".repeat(50)}.example`,
  );

/** The costliest call of every route, in an order in which each finds what it needs. */
export const COSTLIEST: readonly CostlyCall[] = [
  { route: "GET /api/config", status: 200 },
  { route: "GET /api/account/settings", status: 200 },
  {
    route: "PUT /api/account/settings",
    given: () => ({ json: { signature: SIGNATURE } }),
    status: 200,
  },
  {
    route: "POST /api/auth/google/store-token",
    given: async ({ email }) => ({ json: { authorization_code: await consent(email) } }),
    status: 200,
    isEnd: true,
  },
  { route: "GET /api/templates", status: 200 },
  { route: "GET /api/template/:id", id: firstTemplate, status: 200 },
  { route: "GET /api/template/:id/pictures/:name", id: firstTemplate, status: 200 },
  {
    route: "PUT /api/template/:id",
    id: template(1),
    // Another text each time: the one before it is kept.
    given: () => ({ json: { ...TEMPLATE, subject: `${SUBJECT} ${randomUUID()}` } }),
    status: 200,
  },
  { route: "GET /api/template/:id/versions", id: template(1), status: 200 },
  { route: "GET /api/template/:id/versions/:version", id: template(1), status: 200 },
  {
    route: "POST /api/template/:id/attachments",
    id: template(2),
    given: ({ size }) => ({ files: [aFile("file", size.file)] }),
    status: 200,
  },
  {
    route: "POST /api/preview",
    given: (owner) => ({
      json: { template_id: firstTemplate(owner), variables: ofNames(values(MAX_ROW_VALUES_BYTES)) },
    }),
    status: 200,
  },
  { route: "DELETE /api/template/:id", id: template(3), status: 200, isEnd: true },
  { route: "POST /api/template/:id/duplicate", id: template(2), status: 201, endedBy: REMOVE },
  { route: "DELETE /api/template/:id", id: template(4), status: 200, isEnd: true },
  {
    route: "POST /api/templates",
    given: ({ size }) => ({ form: TEMPLATE, files: [aFile("files", size.file)] }),
    status: 201,
    endedBy: REMOVE,
  },
  {
    route: "GET /api/template/:id/attachments",
    id: firstTemplate,
    query: ({ file }) => `?storage_path=${encodeURIComponent(file)}`,
    status: 200,
  },
  {
    route: "DELETE /api/template/:id/attachments",
    id: firstTemplate,
    given: ({ file }) => ({ json: { storage_path: file } }),
    status: 200,
  },
  {
    route: "POST /api/demo/preview",
    given: () => ({
      json: {
        recipientEmail: "a@example.com",
        variables: { "Recipient Name": demo, "Promo Code": demo, "Offer Type": "Discount" },
      },
    }),
    status: 200,
  },
  {
    route: "POST /api/files",
    given: ({ size }) => ({ files: [aFile("files", size.file)] }),
    status: 200,
  },
  {
    route: "POST /api/files/known",
    given: () => ({
      json: {
        files: numbers(MAX_FILES_OF_ROWS).map((n) => ({
          hash: n.toString(16).padStart(64, "0"),
          size: 1_000,
        })),
      },
    }),
    status: 200,
  },
  // Before the calls that send, which read the list.
  {
    route: "POST /api/suppressions",
    given: ({ size }) => ({ json: { addresses: notEmailed(size), source: "file" } }),
    status: 200,
  },
  { route: "GET /api/suppressions", status: 200 },
  { route: "GET /api/sends", status: 200 },
  { route: "GET /api/sends/:id", id: scheduled, status: 200 },
  { route: "GET /api/sends/:id", id: over, status: 200 },
  { route: "GET /api/sends/:id/mail", id: scheduled, status: 200 },
  { route: "GET /api/sends/:id/pictures/:name", id: scheduled, status: 200 },
  { route: "DELETE /api/template/:id", id: template(5), status: 200, isEnd: true },
  { route: "POST /api/sends/:id/template", id: scheduled, status: 201, endedBy: REMOVE },
  { route: "GET /api/sends/:id/corrections", id: over, status: 200 },
  {
    route: "POST /api/find-person",
    given: () => ({ json: { address: "p1@example.org" } }),
    status: 200,
  },
  {
    route: "POST /api/received",
    given: (owner) => ({
      json: {
        template_id: owner.sent,
        people: numbers(owner.size.asked).map((row) => ({
          row,
          recipient: `Person ${row} <p${row}@example.org>`,
        })),
      },
    }),
    status: 200,
  },
  {
    route: "POST /api/send-bulk",
    given: (owner) =>
      asForm(
        { mode: "csv", recipient_template: "Email", ...sending(owner) },
        [
          { field: "csv_file", name: "a.csv", content: csv(owner.size.rows), type: "text/csv" },
          aFile("attachments", owner.size.file),
        ],
        owner.held,
      ),
    status: 202,
    endedBy: UNDO,
  },
  { route: "POST /api/sends/:id/undo", id: ({ held }) => held, status: 200, isEnd: true },
  {
    route: "POST /api/send",
    given: (owner) =>
      asForm(
        {
          ...sending(owner),
          recipient: numbers(DEFAULT_LIMITS.MAX_DIRECT_RECIPIENTS)
            .map((n) => `p${n}@example.org`)
            .join(", "),
          variables: JSON.stringify(ofNames(values(MAX_ROW_VALUES_BYTES / 2))),
        },
        [aFile("attachments", owner.size.file)],
      ),
    status: 202,
    endedBy: UNDO,
  },
  {
    route: "POST /api/sends/:id/move",
    id: scheduled,
    given: () => ({ json: { start_at: inHours(2) } }),
    status: 200,
  },
  { route: "POST /api/sends/:id/pause", id: scheduled, status: 200 },
  { route: "POST /api/sends/:id/resume", id: scheduled, status: 200 },
  { route: "POST /api/sends/:id/cancel", id: scheduled, status: 200, isEnd: true },
  { route: "DELETE /api/sends/:id", id: scheduled, status: 200, isEnd: true },
  {
    route: "POST /api/sends/:id/retry",
    id: over,
    given: ({ size }) => ({ json: { rows: numbers(size.stored) } }),
    status: 200,
    endedBy: CANCEL,
  },
  { route: "POST /api/sends/:id/cancel", id: over, status: 200, isEnd: true },
  {
    route: "POST /api/test-send",
    given: () => ({
      json: {
        template_id: "",
        subject: SUBJECT,
        body: SENT_BODY,
        variables: ofNames(values(MAX_ROW_VALUES_BYTES / 2)),
      },
    }),
    status: 202,
    endedBy: CANCEL,
  },
  {
    route: "POST /api/suppressions/remove",
    given: ({ size }) => ({ json: { addresses: notEmailed(size) } }),
    status: 200,
    isEnd: true,
  },
  { route: "POST /api/account/export", status: 200 },
  { route: "GET /api/account/export/state", status: 200 },
  { route: "GET /api/account/export", status: 409 },
  { route: "POST /api/account/disconnect", status: 200, isEnd: true },
  {
    route: "POST /api/account/sign-out-everywhere",
    given: () => ({ json: { cancel_sends: true } }),
    status: 200,
    isEnd: true,
  },
  // The earlier session has ended.
  {
    route: "DELETE /api/account",
    given: async ({ email }) => ({ token: (await connectedPerson(email)).token }),
    status: 200,
    isEnd: true,
  },
];

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR).toISOString();
}

/** The request of a call: method, path, and the rest. */
export async function requestOf({ route, id, query, given }: CostlyCall, owner: Costly) {
  const [method = "", path = ""] = route.split(" ");
  const parts = { ":id": id?.(owner) ?? "", ":name": PICTURE, ":version": "1" };
  const filledPath = path.replace(/:\w+/g, (part) => parts[part as keyof typeof parts]);
  const more = (await given?.(owner)) ?? {};
  return {
    method,
    path: filledPath + (query?.(owner) ?? ""),
    given: { token: owner.token, ...more },
  };
}
