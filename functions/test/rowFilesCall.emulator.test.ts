import { createHash, randomUUID } from "node:crypto";
import { findFiles, missingFiles, uploadFiles } from "@sendwright/core/contract/files";
import { MAX_FILES_OF_ROWS } from "@sendwright/core/contract/limits";
import type { ListRow } from "@sendwright/core/contract/sendCalls";
import { getCorrections, getSend, getSendMail } from "@sendwright/core/contract/sends";
import { HOUR } from "@sendwright/core/dates/units";
import { beforeAll, describe, expect, it } from "vitest";
import { sweep } from "../src/features/sends/maintenance/sweep.ts";
import { bucket } from "../src/platform/firebase.ts";
import { readSend } from "../src/store/sends/read.ts";
import { rowFilePath } from "../src/store/sends/sendFilePaths.ts";
import { exported, unpack } from "./exportWorld.ts";
import type { Person } from "./harness.ts";
import { aTag } from "./harness.ts";
import { storedFiles } from "./owners.ts";
import { attachment } from "./sendForms.ts";
import { aTemplate, connectedPerson, testEngine } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";
import { deliveredSlips } from "./slips.ts";

/** The calls that send a file to one person each. */
let person: Person;
let template: string;
const engine = testEngine({ patience: 3_600_000 });
const api = wholeApi(engine);
beforeAll(async () => {
  person = await connectedPerson();
  template = await aTemplate(person.uid, { subject: "Pay slip", body: "<p>Hello {{Name}}</p>" });
});

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const named = (text: string, name = `${text}.pdf`) => ({ name, hash: sha(text) });

async function uploaded(...texts: string[]): Promise<void> {
  const files = texts.map((content) => ({ field: "files", name: "f.pdf", content }));
  await api.call(uploadFiles, {}, { token: person.token, files });
}

type Rows = (Partial<ListRow> & { to?: string; name?: string })[];

/** Sends a list whose rows have these entries; the given fields override. */
function send(
  rows: Rows,
  more: Record<string, string> = {},
  files: ReturnType<typeof attachment>[] = [],
) {
  const tag = aTag();
  const lines = rows.map(({ to = "", name = "Bo" }, i) =>
    rows[i]?.skip ? "," : `${to || `r${i + 1}-${tag}@example.org`},${name}`,
  );
  const entries = rows.map(({ to: _to, name: _name, ...entry }, i) => ({ line: i + 2, ...entry }));
  const { key = randomUUID(), ...fields } = more;
  return api.request("POST", "/api/send-bulk", {
    token: person.token,
    headers: { "idempotency-key": key },
    form: {
      mode: "csv",
      template_id: template,
      recipient_template: "Email",
      rows: JSON.stringify(entries),
      ...fields,
    },
    files: [
      { field: "csv_file", name: "a.csv", content: ["Email,Name", ...lines].join("\r\n") },
      ...files,
    ],
  });
}

const slipsOf = async (to: string) =>
  (await deliveredSlips(person.email))
    .filter(([receiver]) => receiver === to)
    .map(([, texts]) => texts);

describe("a call whose rows have files", () => {
  it("sends each row its own, shared ones and none, and says so in the results, the email and the export", async () => {
    const [ada, bo, cy] = ["ada", "bo", "cy"].map((who) => `${who}-${randomUUID()}@example.org`);
    await uploaded("of Ada", "of both");
    const { status, body } = await send([
      { to: ada ?? "", files: [named("of Ada", "Ü.pdf".normalize("NFD")), named("of both")] },
      { to: bo ?? "", files: [named("of both", "other name.pdf")] },
      { to: cy ?? "" },
    ]);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await slipsOf(ada ?? "")).toEqual([["of Ada", "of both"]]);
    expect(await slipsOf(bo ?? "")).toEqual([["of both"]]);
    expect(await slipsOf(cy ?? "")).toEqual([[]]);
    const id = String(body.send_id);
    expect(await storedFiles(`sends/${person.uid}_${id}/`)).toHaveLength(2);
    const { results } = (await api.call(getSend, { id }, person)).body;
    expect(results.map(({ files }) => files)).toEqual([
      ["Ü.pdf", "of both.pdf"],
      ["other name.pdf"],
      undefined,
    ]);
    const mail = (await api.call(getSendMail, { id, row: 1 }, person)).body;
    expect(mail.row_files).toEqual([
      { name: "Ü.pdf", size: 6 },
      { name: "of both.pdf", size: 7 },
    ]);
    expect(mail.mail.files).toEqual([]);
    const zip = await unpack(await exported(api, person));
    const folder = [...zip.keys()].find((path) => path.endsWith("rows.json"))?.split("/")[1];
    const texts = [...zip].filter(([path]) => path.includes(`${folder}/row files/`));
    expect(texts.map(([, bytes]) => String(bytes)).sort()).toEqual(["of Ada", "of both"]);
    const rows = JSON.parse(String(zip.get(`sends/${folder}/rows.json`)));
    expect(rows[1].files[0].filename).toBe("other name.pdf");
    expect(rows[1].files[0].as).toBe(rows[0].files[1].as);
    expect(rows[2].files).toBeUndefined();
  });

  it("with a content that isn't there is refused with its hash; after the upload, the same call with the same key sends", async () => {
    await uploaded("here");
    const key = randomUUID();
    const to = `late-${randomUUID()}@example.org`;
    const rows = [{ to, files: [named("here"), named("late"), named("late", "b.pdf")] }];
    const refused = await send(rows, { key });
    expect([refused.status, refused.body.reason]).toEqual([409, "files_missing"]);
    expect(missingFiles.parse(refused.body)).toEqual({ files: [sha("late")] });
    expect(await readSend(`${person.uid}_${key}`)).toBeNull();
    await uploaded("late");
    expect((await send(rows, { key })).status).toBe(200);
    expect((await send(rows, { key })).body.send_id).toBe(key);
    expect(await slipsOf(to)).toEqual([["here", "late", "late"]]);
  });

  it("with the same key and another file is another send", async () => {
    await uploaded("one slip", "other slip");
    const key = randomUUID();
    const to = `key-${randomUUID()}@example.org`;
    expect((await send([{ to, files: [named("one slip")] }], { key })).status).toBe(200);
    const other = await send([{ to, files: [named("other slip")] }], { key });
    expect([other.status, other.body.reason]).toEqual([409, "idempotency_conflict"]);
  });

  it("finds no one else's files by their hash", async () => {
    const me = person;
    person = await connectedPerson();
    await uploaded("hers alone");
    person = me;
    expect((await send([{ files: [named("hers alone")] }])).body.reason).toBe("files_missing");
  });

  it.each<[what: string, rows: () => Rows, reason: string, words: string]>([
    [
      "a skipped row with a file",
      () => [{}, { skip: "by_hand", files: [named("small")] }],
      "invalid_input",
      "A skipped row can't have files of its own.",
    ],
    [
      "files and the files of another row",
      () => [{ files: [named("small")], files_of: { send: "x", row: 1 } }],
      "invalid_input",
      'A row has "files" or "files_of", not both.',
    ],
    ["an empty list", () => [{ files: [] }], "invalid_input", "must have at least 1 entries"],
    [
      "a hash that is a path",
      () => [{ files: [{ name: "a", hash: "../../sends" }] }],
      "invalid_input",
      "must be a SHA-256 hash",
    ],
    [
      "a program",
      () => [{ files: [named("small", "pay.exe")] }],
      "attachment_kind_refused",
      "Row 1: pay.exe",
    ],
    [
      "hidden characters in a name",
      () => [{}, { files: [named("small", "a\u202efdp.x")] }],
      "invalid_input",
      "Row 2: ",
    ],
    [
      "a name without letters",
      () => [{ files: [named("small", " ")] }],
      "invalid_input",
      "has no name",
    ],
    [
      "more files than an email may have",
      () => [{ files: Array.from({ length: 6 }, () => named("small")) }],
      "attachment_limit",
      "Row 1: Attachment count limit (5) exceeded.",
    ],
    [
      "more files than an email may have, by names of pictures of the body",
      () => [
        {
          files: Array.from({ length: 6 }, (_, i) =>
            named("small", `picture-${String(i).padStart(16, "0")}.png`),
          ),
        },
      ],
      "attachment_limit",
      "Row 1: Attachment count limit (5) exceeded.",
    ],
    [
      "a program whose name is encoded",
      () => [{ files: [named("small", "=?utf-8?Q?pay=2Eexe?=")] }],
      "attachment_kind_refused",
      "Row 1: pay.exe",
    ],
    [
      "a line break in a name",
      () => [{ files: [named("small", "a.pdf\r\nBcc: eve@example.org")] }],
      "invalid_input",
      "Row 1: ",
    ],
    [
      "more bytes than an email may have",
      () => [{}, {}, { files: [named("large"), named("large", "again")] }],
      "attachment_limit",
      "Row 3: Total attachment size limit (5 MB) exceeded.",
    ],
    [
      "more files than a send may have",
      () =>
        Array.from({ length: MAX_FILES_OF_ROWS / 4 + 1 }, () => ({
          files: Array.from({ length: 4 }, () => named("small")),
        })),
      "attachment_limit",
      "A send can have at most 2,000 files of single people.",
    ],
  ])("with %s is refused, and nothing begins", async (_what, rows, reason, words) => {
    const large = "x".repeat(3 * 1024 * 1024);
    const files = rows().map((row) => ({
      ...row,
      ...(row.files && {
        files: row.files.map((file) =>
          file.hash === sha("large") ? { ...file, hash: sha(large) } : file,
        ),
      }),
    }));
    await uploaded("small", large);
    const key = randomUUID();
    const { status, body } = await send(files, { key });
    expect([status, body.reason]).toEqual([400, reason]);
    expect(body.error).toContain(words);
    expect(await readSend(`${person.uid}_${key}`)).toBeNull();
  });

  it("counts a row's files together with everyone's", async () => {
    await uploaded("fifth", "sixth");
    const everyones = Array.from({ length: 4 }, (_, i) => attachment(`all ${i}.txt`, 10));
    const over = await send([{ files: [named("fifth"), named("sixth")] }], {}, everyones);
    expect([over.status, over.body.error]).toEqual([
      400,
      "Row 1: Attachment count limit (5) exceeded.",
    ]);
    expect((await send([{ files: [named("fifth")] }], {}, everyones)).status).toBe(200);
  });

  it("takes no size from the page: a wrong one in the question changes nothing", async () => {
    const large = "y".repeat(3 * 1024 * 1024);
    await uploaded(large);
    const files = [{ hash: sha(large), size: 1 }];
    expect((await api.call(findFiles, { files }, person)).body.known).toEqual([sha(large)]);
    const { body } = await send([{ files: [named(large, "a.pdf"), named(large, "b.pdf")] }]);
    expect(body.reason).toBe("attachment_limit");
  });

  it("without rows takes none", async () => {
    const { status, body } = await api.request("POST", "/api/send-bulk", {
      token: person.token,
      form: { mode: "manual", template_id: template, files: "[]" },
    });
    expect([status, body.reason]).toEqual([409, "page_outdated"]);
  });
});

describe("a test to yourself", () => {
  const form = () => ({ template_id: template, variables: '{"Name":"Me"}' });
  const test = (row_files: unknown, field = "row_files") =>
    api.request("POST", "/api/test-send", {
      token: person.token,
      form: { ...form(), [field]: JSON.stringify(row_files) },
    });

  it("has the files of the row that is tried out", async () => {
    await uploaded("tried out");
    expect((await test([named("tried out")])).status).toBe(200);
    expect(await slipsOf(person.email)).toEqual([["tried out"]]);
  });

  it("of a correction has the files of the row of the earlier send", async () => {
    await uploaded("kept for the test");
    const { body } = await send([{ to: "no address", files: [named("kept for the test")] }]);
    const before = (await slipsOf(person.email)).length;
    const of = { send: body.send_id, row: 1 };
    expect((await test(of, "files_of")).status).toBe(200);
    expect((await slipsOf(person.email)).slice(before)).toEqual([["kept for the test"]]);
    const gone = await test({ ...of, row: 2 }, "files_of");
    expect([gone.status, gone.body.reason]).toEqual([409, "files_missing"]);
  });

  it("says which aren't there", async () => {
    const { status, body } = await test([named("never uploaded")]);
    expect([status, body.reason, body.files]).toEqual([
      409,
      "files_missing",
      [sha("never uploaded")],
    ]);
  });
});

describe("a correction", () => {
  /** A send with a row that can't be sent and has a file; returns its key. */
  async function failed(text: string): Promise<string> {
    await uploaded(text);
    const { body } = await send([{}, { to: "nowhere at all", files: [named(text, "slip.pdf")] }]);
    return String(body.send_id);
  }

  it("names the row whose files it has, and gets them although the upload is gone", async () => {
    const id = await failed("of the corrected");
    const { rows } = (await api.call(getCorrections, { id }, person)).body;
    expect(rows.map(({ row, files, file_sizes }) => [row, files, file_sizes])).toEqual([
      [2, ["slip.pdf"], ["of the corrected".length]],
    ]);
    await bucket()
      .file(`uploads/${person.uid}/${sha("of the corrected")}`)
      .delete();
    const to = `right-${randomUUID()}@example.org`;
    const corrects = JSON.stringify({ send: id, rows: [2], here: [1] });
    const again = await send([{ to, files_of: { send: id, row: 2 } }], { corrects });
    expect([again.status, again.body.error]).toEqual([200, undefined]);
    expect(await slipsOf(to)).toEqual([["of the corrected"]]);
    expect((again.body.results as { files: string[] }[]).map(({ files }) => files)).toEqual([
      ["slip.pdf"],
    ]);
  });

  it("can be tried out with those files, as long as they are there", async () => {
    const id = await failed("of the tried correction");
    const test = () =>
      api.request("POST", "/api/test-send", {
        token: person.token,
        form: {
          template_id: template,
          variables: '{"Name":"Me"}',
          files_of: JSON.stringify({ send: id, row: 2 }),
        },
      });
    const before = await slipsOf(person.email);
    expect((await test()).status).toBe(200);
    expect(await slipsOf(person.email)).toEqual([...before, ["of the tried correction"]]);
    await api.request("DELETE", `/api/sends/${id}`, person);
    const late = await test();
    expect([late.status, late.body.reason, late.body.error]).toEqual([
      409,
      "files_missing",
      "The files of this row were deleted with its earlier send. Add them again.",
    ]);
  });

  it("doesn't begin if those files are gone, and names the rows", async () => {
    const id = await failed("of the deleted");
    const gone = { send: id, row: 1 };
    const other = { send: randomUUID(), row: 1 };
    const { status, body } = await send([{}, { files_of: gone }, { files_of: other }]);
    expect([status, body.reason, body.rows]).toEqual([409, "files_missing", [2, 3]]);
    await api.request("DELETE", `/api/sends/${id}`, person);
    const late = await send([{ files_of: { send: id, row: 2 } }]);
    expect([late.body.reason, late.body.rows]).toEqual(["files_missing", [1]]);
    expect(late.body.error).toBe(
      "The files of these rows were deleted with their earlier send: 1. Add them again.",
    );
  });

  it("names all rows whose files go while it copies them, and leaves nothing behind", async () => {
    await uploaded("copied for two", "copied for one", "still there");
    const earlier = await send([
      { to: "first of three", files: [named("copied for two")] },
      { to: "second of three", files: [named("copied for two"), named("copied for one")] },
      { to: "third of three", files: [named("still there")] },
      {},
    ]);
    const id = String(earlier.body.send_id);
    const stored = await readSend(`${person.uid}_${id}`);
    for (const text of ["copied for two", "copied for one"]) {
      const path = rowFilePath(`${person.uid}_${id}`, stored?.nonce ?? "", sha(text));
      await bucket().file(path).delete();
    }
    const key = randomUUID();
    const rows = [3, 2, 1].map((row) => ({ files_of: { send: id, row } }));
    const { status, body } = await send(rows, { key });
    expect([status, body.reason, body.rows]).toEqual([409, "files_missing", [2, 3]]);
    expect(await readSend(`${person.uid}_${key}`)).toBeNull();
    expect(await storedFiles(`sends/${person.uid}_${key}/`)).toEqual([]);
  });

  describe("that is scheduled", () => {
    const corrected = (id: string, to: string) => {
      const corrects = JSON.stringify({ send: id, rows: [2], here: [1] });
      const start_at = new Date(engine.now() + 2 * HOUR).toISOString();
      const rows = [{ to, files_of: { send: id, row: 2 } }];
      return send(rows, { corrects, start_at });
    };

    it("doesn't begin if the files are gone, and names the rows", async () => {
      const id = await failed("gone before the schedule");
      await api.request("DELETE", `/api/sends/${id}`, person);
      const { status, body } = await corrected(id, "late@example.org");
      expect([status, body.reason, body.rows]).toEqual([409, "files_missing", [1]]);
    });

    it("has its own copies: it sends them although the earlier send is deleted before it starts", async () => {
      const id = await failed("gone after the schedule");
      const to = `later-${randomUUID()}@example.org`;
      const again = await corrected(id, to);
      expect([again.status, again.body.error]).toEqual([202, undefined]);
      const gone = await api.request("DELETE", `/api/sends/${id}`, person);
      expect(gone.status).toBe(200);
      expect(await storedFiles(`sends/${person.uid}_${id}/`)).toEqual([]);
      engine.owners.add(person.uid);
      engine.pass(2 * HOUR + 1);
      await sweep(engine, ["starts"]);
      await engine.drain();
      expect(await slipsOf(to)).toEqual([["gone after the schedule"]]);
    });
  });

  it("finds no one else's rows", async () => {
    const id = await failed("of another person");
    const [me, mine] = [person, template];
    person = await connectedPerson();
    template = await aTemplate(person.uid, { subject: "Pay slip", body: "<p>{{Name}}</p>" });
    expect((await send([{ files_of: { send: id, row: 2 } }])).body.reason).toBe("files_missing");
    [person, template] = [me, mine];
  });
});
