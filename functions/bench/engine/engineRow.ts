import { parseTemplate } from "@sendwright/core/placeholders";
import type { BenchRow } from "../../../bench/measure.ts";
import { sharing, took, worked } from "../../../bench/measure.ts";
import { NOTE, talk } from "../../../bench/people.ts";
import type { Engine } from "../../src/features/sends/engine.ts";
import { loadMail } from "../../src/features/sends/work/loadMail.ts";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import type { ComposedMail } from "../../src/mail/composeMail.ts";
import { sendMessage } from "../../src/platform/gmail.ts";
import { freshAccessToken } from "../../src/platform/googleAuth.ts";
import { readGrant } from "../../src/store/grants.ts";
import { readSend } from "../../src/store/sends/read.ts";
import type { StoredRow } from "../../src/store/sends/rows.ts";
import { rowFilePath } from "../../src/store/sends/sendFilePaths.ts";
import { googleBase } from "../../test/harness.ts";
import { aPlan, aSender, begun, NO_END, ownProject, testEngine } from "../../test/sendsWorld.ts";
import { withOwnFiles } from "../../test/slips.ts";
import { contents, deleteFiles } from "../ownFiles.ts";

/** Calls that the engine has in flight at once (`CONCURRENCY` in serve.ts). */
const LANES = 4;
/** How long the local Gmail takes for an email, where time is measured. */
const GMAIL_MS = 50;
const EMAILS = 400;
const [FEW, MANY] = [1_000, 10_000];
const ATTEMPT_MS = 20_000;
const COPIES = { replyTo: "", cc: "Cleo <cleo@example.org>", bcc: "log@example.org" };
/** Bytes of a row's own file. */
const SIZE = 20_000;

ownProject();

interface Given {
  /** How long the local Gmail takes for an email (milliseconds). */
  delayMs?: number;
  gmail?: Partial<Engine>;
  /** Two people get a copy of every email. */
  hasCopies?: boolean;
  /** Every email has a file of its own. */
  hasFiles?: boolean;
}

/**
 * A send that has begun, of a sender of its own: the local Google counts what each account has
 * sent.
 */
async function aSend(
  emails: number,
  { delayMs = 0, gmail = {}, hasCopies = false, hasFiles = false }: Given = {},
) {
  const [user, engine] = [await aSender(), testEngine(gmail)];
  const body = JSON.stringify({ user: user.email, delayMs });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${googleBase()}/limits`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The local Google refused the limit: ${await answer.text()}`);
  const simple = aPlan(emails);
  const plan = hasFiles ? await withOwnFiles(user, simple, contents(emails, SIZE)) : simple;
  const { variables } = parseTemplate(talk);
  const rows = plan.rows.map((row) => {
    const values = new Map(Object.entries(valuesOf(row.n)));
    const recipients = hasCopies ? { recipients: 3 } : {};
    return { ...row, ...recipients, values: variables.map(({ name }) => values.get(name) ?? "") };
  });
  const mail = { ...plan.mail, ...talk, variables };
  const id = await begun(user, engine, {
    ...plan,
    mail,
    rows,
    dateOrders: variables.map(() => ""),
    copies: hasCopies ? COPIES : plan.copies,
  });
  return { user, engine, id, emails };
}

const valuesOf = (n: number) => ({
  "Full Name": `Person ${n}`,
  "Talk Date": `2026-12-${10 + (n % 20)}`,
  "Talk Time": "14:30",
  Room: `Hall ${n % 9}, upstairs`,
  Note: NOTE,
});

type Begun = Awaited<ReturnType<typeof aSend>>;

/** Sends it as the worker does, in a slice that never ends and without a pace. */
async function send({ user, engine, id, emails }: Begun): Promise<void> {
  await runSlice(engine, user.uid, NO_END);
  const counts = (await readSend(id))?.counts;
  if (counts?.sent !== emails) throw new Error(`Not all were sent: ${JSON.stringify(counts)}`);
}

/**
 * What composes and posts the same emails and writes nothing down: after a crash, no one knows who
 * got theirs.
 */
async function withoutLedger({ user, engine, id }: Begun) {
  const [grant, stored] = [await readGrant(user.sub), await readSend(id)];
  if (!grant || !stored) throw new Error("The send or its grant is missing.");
  const { token: accessToken } = await freshAccessToken(grant.refreshToken);
  const rows = await engine.ledger.queuedRows(id, 0, EMAILS);
  const mail = await loadMail(engine, stored);
  if (!("compose" in mail)) throw new Error("The email can't be loaded.");
  const ownFiles = ({ files = [] }: Pick<StoredRow, "files">) =>
    Promise.all(
      files.map(async ({ filename, contentType, hash }) => {
        const path = rowFilePath(id, stored.nonce, hash);
        return { filename, contentType, content: await engine.ledger.readFile(path) };
      }),
    );
  const compose = async (row: (typeof rows)[number]): Promise<ComposedMail> => {
    if ("isUnreadable" in row) throw new Error("A row can't be read.");
    const own = await ownFiles(row);
    return (await mail.compose(row, own, grant, new Date(), new Set())).message;
  };
  const post = async (message: ComposedMail): Promise<void> => {
    const { kind } = await sendMessage({ accessToken, message, timeout: ATTEMPT_MS });
    if (kind !== "sent") throw new Error(`Gmail's answer was ${kind}.`);
  };
  return { rows, compose, post };
}

/** Takes all of the work in so many loops beside each other. */
async function inLoops<T>(
  loops: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = all.values();
  const loop = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: loops }, loop));
}

/** The milliseconds for each email of so many loops that post emails that are ready. */
async function timeOfLoops(loops: number, emails: number): Promise<number> {
  const { rows, compose, post } = await withoutLedger(await aSend(emails, { delayMs: GMAIL_MS }));
  const ready: ComposedMail[] = [];
  for (const row of rows) ready.push(await compose(row));
  return (await took(() => inLoops(loops, ready, post))) / emails;
}

/** The engine's emails a second, as multiples of those of four loops and of one. */
async function speed(): Promise<{ loops: number; loop: number }> {
  const [loops, loop] = [await timeOfLoops(LANES, EMAILS), await timeOfLoops(1, EMAILS / LANES)];
  const begun = await aSend(EMAILS, { delayMs: GMAIL_MS });
  const own = (await took(() => send(begun))) / EMAILS;
  return { loops: loops / own, loop: loop / own };
}

const [ofLoops, ofLoop] = sharing(
  speed,
  ({ loops }) => loops,
  ({ loop }) => loop,
);

/**
 * The worker's processor time, compared with what composes and posts the same emails, and loads
 * their files.
 */
async function work(given: Given = {}): Promise<number> {
  const floor = await aSend(EMAILS, given);
  const { rows, compose, post } = await withoutLedger(floor);
  const alone = await worked(() => inLoops(LANES, rows, async (row) => post(await compose(row))));
  const own = await aSend(EMAILS, given);
  const ledger = await worked(() => send(own));
  if (given.hasFiles) for (const { user, id } of [floor, own]) await deleteFiles(user.uid, id);
  return ledger / alone;
}

/**
 * The milliseconds of the processor for each email of a send, with a Gmail that answers at once.
 */
async function workOfEach(emails: number): Promise<number> {
  const begun = await aSend(emails, {
    gmail: { sendMessage: async () => ({ kind: "sent", messageId: "m" }) },
  });
  return (await worked(() => send(begun))) / emails;
}

const gmail = `on the same local Gmail, which takes ${GMAIL_MS} ms`;

export const rows: BenchRow[] = [
  {
    name: "engine-loops",
    what: `emails a second of the engine without a pace, compared with ${LANES} loops that post emails that are ready and write nothing down, ${gmail}`,
    unit: `times the emails of ${LANES} loops`,
    atLeast: 0.8,
    decision:
      "a call to Gmail waits for the ledger: find in serve.ts what each email does before and after its call.",
    measure: ofLoops,
  },
  {
    name: "engine-loop",
    what: `the same, compared with a plain loop of one email after the other, ${gmail}`,
    unit: "times the emails of a plain loop",
    atLeast: 3,
    decision:
      "a call to Gmail waits for the ledger, or fewer than four are in flight: see engine-loops.",
    measure: ofLoop,
  },
  {
    name: "engine-work",
    what: `the worker's processor time for each of ${EMAILS} emails, compared with composing and posting the same emails alone`,
    unit: "times the processor time",
    atMost: 1.8,
    decision:
      "an instance sends fewer emails at once: find in a profile what a claim and an outcome cost.",
    measure: () => work(),
  },
  {
    name: "engine-copies",
    what: "the same if two people get a copy of each, one in Cc and one in Bcc",
    unit: "times the processor time",
    atMost: 1.8,
    decision:
      "copies make sending slower: find in a profile what they cost each email in loadMail.ts.",
    measure: () => work({ hasCopies: true }),
  },
  {
    name: "engine-files",
    what: `the same if each has a file of ${SIZE / 1_000} kB of its own, compared with loading, composing and posting them alone`,
    unit: "times the processor time",
    atMost: 1.8,
    decision:
      "an instance sends fewer files at once: find in a profile what a file costs beside its loading in ownFiles.ts.",
    measure: () => work({ hasFiles: true }),
  },
  {
    name: "engine-growth",
    what: `the worker's processor time for each email of a send of ${MANY.toLocaleString("en")} rows, compared with ${FEW.toLocaleString("en")} rows`,
    unit: "times the processor time",
    atMost: 1.1,
    rounds: 1,
    decision: "an email costs more the more rows a send has: find what reads or counts rows again.",
    measure: async () => (await workOfEach(MANY)) / (await workOfEach(FEW)),
  },
];
