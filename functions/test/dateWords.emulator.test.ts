import * as contract from "@sendwright/core/contract";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { firestore } from "../src/platform/firebase.ts";
import { revisionOf } from "../src/store/templates.ts";
import type { Person } from "./harness.ts";
import { connectedPerson, mailbox, rawMail, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";

/**
 * Dates in words: a language and the day of the week, chosen once in a template or a composed
 * email.
 */
const engine = testEngine({ patience: 3_600_000 });
let person: Person;
const api = wholeApi(engine);
beforeEach(async () => {
  person = await connectedPerson();
});

/** A template as a page saves it that doesn't know the two fields. */
const OLD = {
  name: "Einladung",
  subject: "Termin {{Termin|date}}",
  body: "<p>Wir sehen uns am {{Termin|date}}.</p>",
  dateFormat: "long",
  timeFormat: "24hr",
} as const;
const GERMAN = { date_language: "de", date_weekday: true } as const;
const WRITTEN = "Freitag, 31. Januar 2025";

const create = async (more: object = GERMAN) =>
  (await api.call(contract.createTemplate, { ...OLD, ...more }, person)).body.template;

let sent = 0;
/** Sends to someone new by a path of the API; returns the words of the email after "am". */
async function written(path: string, form: Record<string, string>): Promise<string | undefined> {
  sent += 1;
  const to = `termin-${sent}-${person.uid}@example.org`.toLowerCase();
  const who: Record<string, Record<string, string>> = {
    "/api/send": { recipient: to, variables: '{"Termin":"2025-01-31"}' },
    "/api/send-bulk": {
      mode: "manual",
      manual_recipients: to,
      variables: '{"Termin":"2025-01-31"}',
    },
    "/api/test-send": { variables: '{"Termin":"2025-01-31"}' },
  };
  const before = new Set((await mailbox(person.email)).map(({ id }) => id));
  const answer = await api.request("POST", path, {
    ...person,
    form: { ...who[path], ...form },
    files: [],
  });
  expect(answer).toMatchObject({ status: 200, body: { send: { counts: { sent: 1 } } } });
  const mail = (await mailbox(person.email)).find(({ id }) => !before.has(id));
  const raw = await rawMail(mail?.id ?? "");
  return /^Wir sehen uns am (.+)\.\r?$/m.exec(raw)?.[1];
}

describe("a template with a language", () => {
  it("keeps it when a page saves the template that doesn't know it, and gives it up for a blank one", async () => {
    const created = await create();
    expect(created).toMatchObject({ ...OLD, ...GERMAN });
    const save = async (more: object) =>
      (await api.call(contract.saveTemplate, { id: created.id, ...OLD, ...more }, person)).body
        .template;
    expect(await save({ name: "Anders" })).toMatchObject({ name: "Anders", ...GERMAN });
    expect(await save({ dateFormat: "iso" })).toMatchObject({ dateFormat: "iso", ...GERMAN });
    expect(await save({ date_language: "", date_weekday: false })).toMatchObject({
      date_language: "",
      date_weekday: false,
    });
  });

  it("is read by a page that doesn't know it", async () => {
    const created = await create();
    const { date_language: _, date_weekday: __, ...known } = contract.template.shape;
    const old = z.object(known).parse(created);
    expect(old).toMatchObject(OLD);
    expect(old).not.toHaveProperty("date_language");
  });

  it("is copied with it", async () => {
    const { id } = await create();
    const copy = await api.call(contract.duplicateTemplate, { id }, person);
    expect(copy.body.template).toMatchObject(GERMAN);
  });

  it("that only a later version offers can be read", async () => {
    const { id } = await create();
    await firestore().doc(`templates/${id}`).update({ date_language: "is" });
    const read = await api.call(contract.getTemplate, { id }, person);
    expect(read.body.template).toMatchObject({ date_language: "is" });
    const preview = { template_id: id, variables: { Termin: "2025-01-31" } };
    const shown = await api.call(contract.preview, preview, person);
    expect(shown.body.rendered_subject).toBe("Termin föstudagur, 31. janúar 2025");
  });

  it.each(["xx", "de-DE", "Deutsch", "de "])("isn't saved with %j", async (date_language) => {
    const answer = await api.request("POST", "/api/templates", {
      ...person,
      json: { ...OLD, date_language },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { reason: "invalid_input", error: '"date_language" is not a language for dates.' },
    });
  });

  it("counts as changed when it changes", async () => {
    const created = await create();
    const changed = { id: created.id, ...OLD, date_language: "fr" };
    const saved = await api.call(contract.saveTemplate, changed, person);
    expect(saved.body.template.revision).not.toBe(created.revision);
    expect(saved.body.template.revision).toBe(revisionOf({ revision: 2, attachments: [] }));
  });
});

describe("an email", () => {
  it.each(["/api/send", "/api/send-bulk", "/api/test-send"])(
    "of %s writes dates as its template says, also if the caller names only the format",
    async (path) => {
      const { id } = await create();
      expect(await written(path, { template_id: id })).toBe(WRITTEN);
      const format = path === "/api/send-bulk" ? "date_format_preference" : "dateFormat";
      expect(await written(path, { template_id: id, [format]: "long" })).toBe(WRITTEN);
      expect(await written(path, { template_id: id, [format]: "iso" })).toBe("2025-01-31");
      const own = { template_id: id, date_language: "en-GB", date_weekday: "false" };
      expect(await written(path, own)).toBe("31 January 2025");
    },
  );

  it("that is composed has its own, and the send keeps them", async () => {
    const { subject, body } = OLD;
    const composed = { template_id: "", subject, body, date_format_preference: "long" };
    const form = { ...composed, date_language: "de", date_weekday: "true" };
    expect(await written("/api/send-bulk", form)).toBe(WRITTEN);
    const { sends } = (await api.call(contract.listSends, {}, person)).body;
    const id = sends[0]?.id ?? "";
    const mail = await api.call(contract.getSendMail, { id, row: 1 }, person);
    expect(mail.body.mail).toMatchObject({ dateFormat: "long", ...GERMAN });
    expect(mail.body.rendered_subject).toBe(`Termin ${WRITTEN}`);
    expect(await written("/api/send-bulk", composed)).toBe("January 31, 2025");
  });
});
