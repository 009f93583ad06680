import { request as open } from "node:http";
import type { Endpoint } from "@sendwright/core/contract";
import fc from "fast-check";
import * as z from "zod";

/**
 * A drawn request: the ids it names are filled in when it is made (`«template»`, `«send»`,
 * `«file»`).
 */
export interface Drawn {
  /** The route it was drawn for, by method and pattern. */
  route: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Valid contents for each field of a call; JSON calls take those of OBJECTS as they are. */
const GOOD: Record<string, string> = {
  template_id: "«template»",
  recipient: "bob@example.org, eve@example.org",
  variables: '{"Name":"Bob"}',
  mode: "csv",
  manual_recipients: "bob@example.org\neve@example.org",
  recipient_template: "Email",
  subject: "Hi {{Name}}",
  body: "<p>Hello {{Name}}, {{Day|date}}</p>",
  name: "N",
  dateFormat: "iso",
  timeFormat: "24hr",
  date_format_preference: "long",
  time_format_preference: "12hr",
  corrects: '{"send":"none-0001","rows":[1]}',
  replaces: "none-0001",
  keep_duplicates: "false",
  rows_left_out: "3",
  start_at: "2099-01-01T10:00:00+02:00",
  storage_path: "«file»",
  authorization_code: "none",
  recipientEmail: "bob@example.org",
  before: "1700000000000_abcdefgh",
  only: "open",
  after: "1",
};
const OBJECTS: Record<string, unknown> = {
  rows: [1, 2],
  variables: { Name: "Bob", "Recipient Name": "B", "Promo Code": "C", "Offer Type": "Discount" },
};
/** Other calls take numbers of rows. */
const GOOD_BULK = { ...GOOD, rows: '[{"line":2},{"line":3,"skip":"by_hand"}]' };

/** The valid fields of a call. */
export function goodOf({ path }: Endpoint): Record<string, string> {
  return path === "/api/send-bulk" ? GOOD_BULK : GOOD;
}

const CSV =
  "Name,Email,Day\r\nBob,bob@example.org,2026-01-02\r\nEve,eve@example.org,03.04.2026\r\n";

/** The content of a field without known valid ones. */
const OTHER = "x";

function text(last: number, maxLength: number): fc.Arbitrary<string> {
  const unit = fc
    .integer({ min: 0x21, max: last })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code));
  return fc.string({ unit, maxLength });
}
/**
 * Characters that Node accepts in a header. In an address it accepts only ASCII, and refuses the
 * rest before any of our code.
 */
const latin = (maxLength: number) => text(0xff, maxLength);
const ascii = (maxLength: number) => text(0x7e, maxLength);
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\ud800",
    "__proto__",
    "constructor",
    "../..",
    "{{",
    "{{#a}}",
    "{{Name|date}}",
    "[]",
    "null",
    "-1",
  ),
  fc.constantFrom(
    "<b>",
    "<table><td colspan=99999>",
    "=1+1",
    "\r\nBcc: x@y.z",
    "\u202e",
    "\ufeff",
    "a".repeat(100_000),
  ),
  fc.json({ maxDepth: 4 }),
);
const deep = fc
  .constantFrom("[", '{"a":', '[{"b":')
  .chain((unit) => fc.nat(200_000).map((times) => unit.repeat(times)));

/** The fields that travel in the body of a call, or in the query of one without a body. */
export function fieldsOf(endpoint: Endpoint): string[] {
  const elsewhere = new Set([...Object.keys(endpoint.headers), "id"]);
  const shape = endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [];
  return shape.filter((name) => !elsewhere.has(name));
}

/** Valid fields, with some missing, wrong or invented. */
function fields(endpoint: Endpoint, wrong: fc.Arbitrary<unknown>) {
  const good = goodOf(endpoint);
  const entries = fieldsOf(endpoint).map((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(good[name] ?? OTHER) },
        { weight: 2, arbitrary: wrong },
        { weight: 2, arbitrary: fc.constant(undefined) },
      ),
    ),
  );
  // Calls that send refuse unknown fields, and most requests must get further.
  const unknown = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.tuple(nasty, wrong));
  return fc.tuple(fc.tuple(...entries), unknown).map(([known, other]) => {
    const all = other ? [...known, other] : known;
    return all.filter(([, value]) => value !== undefined);
  });
}

function jsonBody(endpoint: Endpoint): fc.Arbitrary<string> {
  const asObject = fields(endpoint, fc.oneof(nasty, fc.jsonValue({ maxDepth: 5 }))).map((all) => {
    const entries = all.map(([name, value]) => [
      name,
      value === (GOOD[name] ?? OTHER) ? (OBJECTS[name] ?? value) : value,
    ]);
    return JSON.stringify(Object.fromEntries(entries));
  });
  return fc.oneof(
    { weight: 8, arbitrary: asObject },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 1, arbitrary: deep },
  );
}

const BOUNDARY = "fuzz";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form: the parameters and headers after its name, and its content. */
export type FormPart = [name: string, content: string | Buffer, more?: string | Buffer];

/** The bytes of a form. */
export function multipart(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(([name, content, more = ""]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    more,
    "\r\n\r\n",
    content,
    "\r\n",
  ]);
  const closed = [...pieces, `--${BOUNDARY}--\r\n`];
  return Buffer.concat(
    closed.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}

function formBody(endpoint: Endpoint): fc.Arbitrary<Buffer> {
  const file = fc.record({
    field: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(endpoint.files), "file") },
      nasty,
    ),
    filename: fc.oneof(
      fc.constantFrom("a.txt", "list.csv", "a%22b.txt", ".exe", "con", "../a"),
      nasty,
    ),
    type: fc.oneof(fc.constantFrom("text/csv", "image/png", ""), latin(30)),
    content: fc.oneof(
      fc.constant(Buffer.from(CSV)),
      fc.uint8Array({ maxLength: 300 }).map(Buffer.from),
      nasty.map((text) => Buffer.from(text)),
    ),
  });
  const parts = fc
    .tuple(fields(endpoint, nasty), fc.array(file, { maxLength: 4 }))
    .map(([all, files]) =>
      multipart([
        ...all.map(([name, value]): FormPart => [String(name), String(value)]),
        ...files.map(({ field, filename, type, content }): FormPart => {
          const head = Buffer.from(`; filename="${filename}"`);
          const typed = Buffer.from(type === "" ? "" : `\r\nContent-Type: ${type}`, "latin1");
          return [field, content, Buffer.concat([head, typed])];
        }),
      ]),
    );
  // Most arrive complete; some break off, some have an extra byte.
  return fc
    .tuple(
      parts,
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(1) },
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    )
    .map(([whole, kept]) => whole.subarray(0, Math.ceil(whole.length * kept)));
}

function bodies(endpoint: Endpoint): fc.Arbitrary<{ type: string; body: Buffer }> {
  const json = jsonBody(endpoint).map((text) => ({
    type: "application/json",
    body: Buffer.from(text),
  }));
  const form = formBody(endpoint).map((body) => ({ type: MULTIPART, body }));
  const other = fc.record({
    type: fc.oneof(
      latin(40),
      fc.constantFrom(
        "application/json; charset=x",
        "multipart/form-data",
        "multipart/form-data; boundary=",
      ),
    ),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map(Buffer.from),
      jsonBody(endpoint).map((text) => Buffer.from(text)),
    ),
  });
  const [likely, unlikely] = endpoint.body === "multipart" ? [form, json] : [json, form];
  return fc.oneof(
    { weight: 8, arbitrary: likely },
    { weight: 1, arbitrary: unlikely },
    { weight: 1, arbitrary: other },
  );
}

/** A path segment that may name something: usually an existing one. */
const segment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("«template»", "«send»") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("none", "__x__", "%E0%A4%A", "%00", "%2e%2e", "a".repeat(2_000)),
  },
  { weight: 1, arbitrary: ascii(30).map((part) => part.replace(/[?#/]/g, "")) },
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  ascii(60).map((asked) => `?${asked}`),
  fc.constantFrom("?after=1.2&after=3", "?before[a]=b", "?only=open&before=%00"),
);

/** Every header that the server reads, and its possible contents. */
const headerValue = fc.oneof(
  latin(60),
  fc.constantFrom(
    "*",
    'W/"a"',
    "abcdefgh",
    "gzip",
    "br",
    "identity",
    "1.2.3.4, ::1",
    "a".repeat(4_000),
  ),
);
const READ = [
  "idempotency-key",
  "if-match",
  "x-forwarded-for",
  "content-encoding",
  "x-request-id",
  "origin",
  "accept",
  "fastly-client-ip",
];
const headers = fc.dictionary(fc.constantFrom(...READ), headerValue, { maxKeys: 2 });
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"];

/** Draws requests to the app's endpoints. Most of them reach the actual work. */
export function requests(endpoints: readonly Endpoint[]): fc.Arbitrary<Drawn> {
  return fc.constantFrom(...endpoints).chain((endpoint) =>
    fc
      .record({
        route: fc.constant(`${endpoint.method} ${endpoint.path}`),
        method: fc.oneof(
          { weight: 20, arbitrary: fc.constant(endpoint.method) },
          fc.constantFrom(...METHODS),
        ),
        path: fc
          .tuple(segment, query)
          .map(([id, asked]) => endpoint.path.replace(":id", () => id) + asked),
        given: bodies(endpoint),
        headers,
      })
      .map(({ given, headers: drawn, ...rest }) => ({
        ...rest,
        body: given.body,
        headers: { "content-type": given.type, ...drawn },
      })),
  );
}

/** An answer exactly as it came. */
export interface RawAnswer {
  status: number;
  type: string;
  text: string;
}

/** Makes a request exactly as given: nothing corrects the path or the body. */
export function askRaw(
  base: string,
  { method, path, headers: given, body }: Omit<Drawn, "route">,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = open({
      hostname,
      port,
      method,
      path,
      headers: { ...given, "content-length": body.length },
      agent: false,
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers["content-type"] ?? "",
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    asked.end(body);
  });
}
