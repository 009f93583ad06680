import { randomUUID } from "node:crypto";
import { isBodyTooLong } from "@sendwright/core/body/length";
import {
  DEFAULT_LIMITS,
  MAX_CORRECTED_ROWS,
  MAX_CSV_BYTES,
  MAX_OPEN_SENDS,
  MAX_PICTURE_BYTES,
  MAX_SIGNATURE_LENGTH,
  MAX_SUPPRESSIONS,
  MAX_VARIABLES,
} from "@sendwright/core/contract/limits";
import type { Attachment } from "@sendwright/core/contract/templates";
import { parseTemplate } from "@sendwright/core/placeholders";
import { cancel } from "../src/features/sends/control/control.ts";
import { bucket } from "../src/platform/firebase.ts";
import { newPath } from "../src/store/files.ts";
import { changeSettings } from "../src/store/settings.ts";
import { insertTemplate, newTemplateId, templateFolder } from "../src/store/templates.ts";
import type { Person } from "./harness.ts";
import { PICTURE } from "./owners.ts";
import {
  aPlan,
  begun,
  connectedPerson,
  copySend,
  HOUR,
  keyOf,
  type TestEngine,
} from "./sendsWorld.ts";

/** The costliest data that one person may store. costliest.ts has the calls. */
const MB = 1024 * 1024;
/** As long as each of the most rows of a file may be. */
const ROW_BYTES = Math.floor(MAX_CSV_BYTES / DEFAULT_LIMITS.MAX_CSV_RECIPIENTS) - 100;
const SENDS_PER_PAGE = 50;
/**
 * Placeholders in links: more of them, with values, and an email's links together are too long to
 * be sent.
 */
const IN_LINKS = 150;

const NAMES = Array.from({ length: MAX_VARIABLES }, (_, i) => `n${i}`);
const linkTo = (address: string) => `<p><a href="${address}">x</a></p>`;
const conditional = (name: string, inside: string) => `<p>{{#${name}}}${inside}{{/${name}}}</p>`;

/** HTML followed by a unit as often as the limit allows. */
function filled(html: string, unit: string, most: number): string {
  const limits = { MAX_BODY_LENGTH: most };
  const perUnit = unit.length + 1;
  let count = Math.floor((most * 10 - html.length) / unit.length);
  while (count > 0 && isBodyTooLong(html + unit.repeat(count), limits))
    count -= Math.ceil(count / perUnit);
  return html + unit.repeat(count);
}

const CONDITIONS = NAMES.map((name) =>
  conditional(name, `<a href="https://example.org/?{{${name}}}">x</a>`),
).join("");
/**
 * A template with 200 conditions, and as many links with a placeholder as its HTML has room for.
 */
const TEMPLATE_BODY = filled(CONDITIONS, linkTo("{{n0}}"), DEFAULT_LIMITS.MAX_BODY_LENGTH);
/** An email of the same size that can be sent. */
export const SENT_BODY = filled(
  NAMES.map((name, i) =>
    conditional(name, i < IN_LINKS ? `<a href="https://e.org/?{{${name}}}">x</a>` : `{{${name}}}`),
  ).join(""),
  linkTo("https://example.org/"),
  DEFAULT_LIMITS.MAX_BODY_LENGTH,
);
export const SUBJECT = "Hello {{n199}}";
/** The fields of the costliest template. */
export const TEMPLATE = {
  name: "N",
  subject: SUBJECT,
  body: TEMPLATE_BODY,
  dateFormat: "long",
  timeFormat: "12hr",
} as const;
/** What each says, parsed once: that takes a third of a second. */
const PARSED = parseTemplate({ subject: SUBJECT, body: TEMPLATE_BODY });
const SENT = parseTemplate({ subject: SUBJECT, body: SENT_BODY });
export const SIGNATURE = filled("<p>Ada</p>", linkTo("https://example.org/"), MAX_SIGNATURE_LENGTH);

/** A value of every placeholder, of so many bytes together; those in links are short. */
export function values(bytes: number): string[] {
  const short = "v".repeat(20);
  const long = "v".repeat(
    Math.floor((bytes - IN_LINKS * short.length) / (NAMES.length - IN_LINKS)) - 2,
  );
  return NAMES.map((_, i) => (i < IN_LINKS ? short : i === NAMES.length - 1 ? "Ada" : long));
}

export const ofNames = (texts: readonly string[]) =>
  Object.fromEntries(NAMES.map((name, i) => [name, texts[i] ?? ""]));
export const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** A list of the longest rows. */
export function csv(rows: number): string {
  const cells = values(ROW_BYTES).join(",");
  return [
    ["Email", ...NAMES].join(","),
    ...numbers(rows).map((n) => `p${n}@example.org,${cells}`),
  ].join("\n");
}

function plan(count: number, more: Parameters<typeof aPlan>[1]) {
  const { mail, rows, ...rest } = aPlan(count);
  const { variables } = SENT;
  const texts = values(ROW_BYTES);
  const picture = {
    filename: PICTURE,
    contentType: "image/gif",
    size: MAX_PICTURE_BYTES,
    from: aPicture(),
  };
  return {
    ...rest,
    mail: { ...mail, subject: SUBJECT, body: SENT_BODY, signature: SIGNATURE, variables },
    rows: rows.map((row) => ({
      ...row,
      values: variables.map(({ name }) => texts[NAMES.indexOf(name)] ?? ""),
    })),
    dateOrders: variables.map(() => ""),
    files: [picture],
    ...more,
  };
}

function aPicture(): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(MAX_PICTURE_BYTES);
  bytes.write("GIF89a");
  return bytes;
}

/** A person with the costliest data. */
export interface Costly extends Person {
  /** Ten, the first with files. */
  templates: string[];
  /** A template whose email can be sent. */
  sent: string;
  file: string;
  /**
   * The keys of a scheduled send of the most rows, of one that is over, and under which a call
   * begins one.
   */
  scheduled: string;
  over: string;
  held: string;
  size: Size;
}

/** How much there is of what the limits count. */
export interface Size {
  /** Rows of a list, and of a stored send. */
  rows: number;
  stored: number;
  /** People whom one question is about. */
  asked: number;
  templates: number;
  /** Open sends, the scheduled one included. */
  open: number;
  /** Bytes of a file. */
  file: number;
  /** People who aren't emailed. */
  suppressions: number;
}

/**
 * The most rows. A question may be about ten times as many people, but for each thirty the emulator
 * searches all rows of everyone.
 */
export const LARGEST: Size = {
  rows: DEFAULT_LIMITS.MAX_CSV_RECIPIENTS,
  stored: DEFAULT_LIMITS.MAX_CSV_RECIPIENTS,
  asked: MAX_CORRECTED_ROWS / 10,
  templates: DEFAULT_LIMITS.MAX_TEMPLATES_PER_USER,
  // Two places are left for the calls that begin a send.
  open: MAX_OPEN_SENDS - 2,
  file: 5 * MB,
  suppressions: MAX_SUPPRESSIONS,
};

/**
 * Stores it all, and returns whose it is. Everything in it has the size that the limits allow, but
 * a test has fewer rows: the emulator takes minutes for them.
 */
export async function aCostlyPerson(engine: TestEngine, size = LARGEST): Promise<Costly> {
  const person = await connectedPerson();
  const user = { ...person, name: "Ada" };
  await changeSettings(person.uid, { signature: SIGNATURE, reply_to: "team@example.org" });
  const first = newTemplateId();
  const folder = templateFolder(person.uid, first);
  const file = newPath(folder, PICTURE);
  await bucket().file(file).save(aPicture());
  const picture = {
    original_filename: PICTURE,
    storage_path: file,
    size: MAX_PICTURE_BYTES,
    content_type: "image/gif",
  };
  const count = DEFAULT_LIMITS.MAX_TEMPLATES_PER_USER;
  const save = async (
    body: string,
    parsed: typeof PARSED,
    id = newTemplateId(),
    files: Attachment[] = [],
  ) => {
    await insertTemplate(person.uid, id, { ...TEMPLATE, body }, files, count, parsed);
    return id;
  };
  const withFile = await save(TEMPLATE_BODY, PARSED, first, [picture]);
  const sent = await save(SENT_BODY, SENT);
  const others: string[] = [];
  while (others.length < size.templates - 2) others.push(await save(TEMPLATE_BODY, PARSED));
  const later = () => ({ startAt: engine.now() + HOUR });
  const keys = async (more: ReturnType<typeof plan>) =>
    keyOf(user, await begun(user, engine, more));
  const scheduled = await keys(plan(size.stored, later()));
  const over = await keys(plan(size.stored, later()));
  await cancel(engine, person.uid, over);
  const small = await begun(user, engine, aPlan(1, later()));
  await copySend(
    small,
    Array.from({ length: size.open - 2 }, () => person.uid),
  );
  const ended = await begun(user, engine, aPlan(1, later()));
  await cancel(engine, person.uid, keyOf(user, ended));
  await copySend(
    ended,
    Array.from({ length: SENDS_PER_PAGE }, () => person.uid),
  );
  return {
    ...person,
    templates: [withFile, ...others],
    sent,
    file,
    scheduled,
    over,
    held: randomUUID(),
    size,
  };
}
