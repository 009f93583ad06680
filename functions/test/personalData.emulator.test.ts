import { readFileSync } from "node:fs";
import { getExport, startExport } from "@sendwright/core/contract/account";
import { KEPT } from "@sendwright/core/contract/limits";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAccount, finishDeletions } from "../src/features/account/deleteAccount.ts";
import { bucket, firestore } from "../src/platform/firebase.ts";
import { keepCount } from "../src/store/dailyQuota.ts";
import { deleteExport } from "../src/store/exports.ts";
import { hashOfAccount } from "../src/store/hashOfAccount.ts";
import { senders } from "../src/store/senders.ts";
import { beginStop, endStop } from "../src/store/stops.ts";
import { addSuppressions } from "../src/store/suppressions.ts";
import { keepProgress } from "../src/store/upkeep.ts";
import { expectSend } from "./expectations.ts";
import { exported, unpack, workThrough } from "./exportWorld.ts";
import { type Person, signIn } from "./harness.ts";
import { anOwner, everythingOf, type Owner, PICTURE } from "./owners.ts";
import { aPlan, aTemplate, begun, testEngine, wholeSlice } from "./sendsWorld.ts";
import { wholeApi } from "./servers.ts";
import { withSlips } from "./slips.ts";

/** All that is stored of a person, as they export it and as docs/privacy.md names it. */
const engine = testEngine();
const api = wholeApi(engine);

const suppress = ({ uid }: Person, addresses: string[]) =>
  addSuppressions(uid, addresses, "file", 1_764_000_000_000, () => {});

/** The texts of a person's export, path → content. */
async function exportOf(person: Person): Promise<Map<string, string>> {
  return new Map(
    [...(await unpack(await exported(api, person)))].map(([path, bytes]) => [
      path,
      bytes.toString(),
    ]),
  );
}

/** A zip, read by another program than its writer. */
describe("the export of one's own data", () => {
  let ada: Owner;
  beforeEach(async () => {
    ada = await anOwner(engine);
  });

  test("contains all of a person's data: account, templates with their files, the list of sends; nothing of another's", async () => {
    const grace = await anOwner(engine);
    await suppress(ada, ["ann@example.org"]);
    await suppress(grace, ["hers@example.org"]);
    const form = {
      name: "../Été: 1/2",
      subject: "Hi {{Name}}",
      body: "<p>Été</p>",
      dateFormat: "iso",
      timeFormat: "24hr",
    };
    const files = [
      { field: "files", name: "a.txt", content: "first" },
      { field: "files", name: "a.txt", content: "second" },
    ];
    expect(
      (await api.request("POST", "/api/templates", { token: ada.token, form, files })).status,
    ).toBe(201);
    const all = await exportOf(ada);
    const folder = [...all.keys()].find((path) => path.includes("Été"))?.split("/")[1] ?? "";
    expect([...all.keys()].sort()).toEqual(
      [
        ...["account.json", "sends.json", `templates/${folder}/template.json`],
        ...[`templates/${folder}/files/01 a.txt`, `templates/${folder}/files/02 a.txt`],
        ...["templates/02 T/template.json", "templates/02 T/earlier versions.json"],
        `templates/02 T/files/01 ${PICTURE}`,
        ...["sends/01 Invitation/email.json", "sends/01 Invitation/rows.json"],
        `sends/01 Invitation/files/01 ${PICTURE}`,
      ].sort(),
    );
    expect(JSON.parse(all.get(`templates/${folder}/template.json`) ?? "")).toMatchObject(form);
    expect(
      [
        all.get(`templates/${folder}/files/01 a.txt`),
        all.get(`templates/${folder}/files/02 a.txt`),
      ].sort(),
    ).toEqual(["first", "second"]);
    expect(JSON.parse(all.get("templates/02 T/earlier versions.json") ?? "")).toMatchObject([
      { replaced_at: expect.stringMatching(/Z$/), name: "T", subject: "Old", body: "<p>B</p>" },
    ]);
    expect(JSON.parse(all.get("account.json") ?? "")).toMatchObject({
      email: ada.email,
      user_id: ada.uid,
      people_you_dont_email: [
        { address: "ann@example.org", since: "2025-11-24T16:00:00.000Z", source: "file" },
      ],
    });
    const sends = JSON.parse(all.get("sends.json") ?? "");
    expect(sends).toMatchObject([
      {
        id: ada.send,
        state: "scheduled",
        title: "Invitation",
        subject: "Hello {{Full Name}}",
        counts: { total: 2 },
      },
    ]);
    expect(JSON.parse(all.get("sends/01 Invitation/rows.json") ?? "")).toMatchObject([
      { row: 1, values: { "Full Name": "Person 1" }, status: "queued" },
      { row: 2, values: { "Full Name": "Person 2" }, status: "queued" },
    ]);
    const text = [...all].flat().join(" ");
    expect(text).not.toMatch(/refresh|key_id|Bearer/);
    for (const hers of [grace.email, grace.uid, grace.send, grace.template, "hers@example.org"])
      expect(text).not.toContain(hers);
  });

  test("contains the email, every row and the files of a scheduled and a just finished send", async () => {
    const user = { ...ada, name: "Ada" };
    const file = {
      filename: "b.txt",
      contentType: "text/plain",
      size: 4,
      from: Buffer.from("copy"),
    };
    const details = {
      firstSubject: "Hello Person 1",
      firstPerson: "Person 1",
      listName: "people.csv",
    };
    const plan = aPlan(450, { startAt: engine.now() + 3_600_000, files: [file], details });
    await begun(user, engine, plan);
    const copies = { cc: "boss@example.org", bcc: "log@example.org" };
    const one = aPlan(1);
    const ended = await begun(user, engine, {
      ...one,
      rows: one.rows.map((row) => ({ ...row, ...copies })),
    });
    expect(await wholeSlice(engine, ada)).toEqual({ kind: "idle" });
    await expectSend(ended, { state: "done" });
    const all = await exportOf(ada);
    const sends: { state: string; folder: string; counts: { total: number } }[] = JSON.parse(
      all.get("sends.json") ?? "",
    );
    const [large, done] = [
      sends.find(({ counts }) => counts.total === 450),
      sends.find(({ state }) => state === "done"),
    ];
    const rows = JSON.parse(all.get(`${large?.folder}/rows.json`) ?? "");
    expect(rows.map(({ recipient }: { recipient: string }) => recipient)).toEqual(
      plan.rows.map(({ to }) => to),
    );
    expect(JSON.parse(all.get(`${large?.folder}/email.json`) ?? "")).toMatchObject({
      subject: plan.mail.subject,
      body: plan.mail.body,
      variables: ["Full Name"],
      ...details,
      files: [{ filename: "b.txt", content_type: "text/plain", as: "files/01 b.txt" }],
    });
    expect(all.get(`${large?.folder}/files/01 b.txt`)).toBe("copy");
    expect(JSON.parse(all.get(`${done?.folder}/rows.json`) ?? "")).toMatchObject([
      { row: 1, status: "sent", ...copies },
    ]);
  });

  test("contains unreadable data as stored, and everything else", async () => {
    const second = await aTemplate(ada.uid, { name: "Second" });
    await firestore().collection("templates").doc(second).update({ body: 7 });
    await firestore().collection("settings").doc(ada.uid).set({ undo_send: "perhaps" });
    await senders()
      .doc(ada.uid)
      .set({ pace: "fast", hours: { "498000": 3 } } as never);
    await firestore().collection("sends").doc(`${ada.uid}_${ada.send}`).update({ counts: "many" });
    const lists = firestore().collection("suppressions").doc(ada.uid);
    await lists.set({ version: "many" });
    const lines = "7\n1764000000000 typed b@example.org";
    await lists.collection("parts").doc("a").set({ entries: lines });
    await lists.collection("parts").doc("b").set({ entries: 5 });
    await beginStop(ada.uid, "We are asking you something first.", 1_764_000_000_000);
    const all = await exportOf(ada);
    expect(JSON.parse(all.get("templates/02 Second/template.json") ?? "")).toMatchObject({
      problem: "This template can't be read.",
      stored: { name: "Second", body: 7 },
    });
    expect(all.get(`templates/01 T/files/01 ${PICTURE}`)).toBe("GIF89a");
    const [send] = JSON.parse(all.get("sends.json") ?? "");
    expect(send).toMatchObject({ id: ada.send, problem: "This send can't be read." });
    expect(JSON.parse(all.get(`${send.folder}/rows.json`) ?? "")).toHaveLength(2);
    expect(JSON.parse(all.get("account.json") ?? "")).toMatchObject({
      mails_per_hour: { "498000": 3 },
      people_you_dont_email: [
        "7",
        { address: "b@example.org", since: "2025-11-24T16:00:00.000Z", source: "typed" },
        { entries: 5 },
      ],
      sending_stopped: {
        reason: "We are asking you something first.",
        since: "2025-11-24T16:00:00.000Z",
      },
    });
  });

  test("contains an account without templates and sends for a person who has none", async () => {
    const nobody = await signIn(api);
    const all = await exportOf(nobody);
    expect([...all.keys()].sort()).toEqual(["account.json", "sends.json"]);
    expect(JSON.parse(all.get("sends.json") ?? "")).toEqual([]);
  });

  test("fails if a file is missing: half of it doesn't look complete", async () => {
    await bucket().file(ada.file).delete();
    await api.call(startExport, {}, ada);
    await workThrough(ada.uid);
    expect((await api.call(getExport, {}, ada)).body.export).toEqual({
      state: "failed",
    });
    await expect(exported(api, ada)).rejects.toThrow("failed");
  });

  test("is new twice a day, and no more; asking for one that is at work counts nothing", async () => {
    const begin = async () => {
      const { status, body } = await api.request("POST", "/api/account/export", {
        token: ada.token,
      });
      return `${status} ${body.reason ?? (body.export as { state: string }).state}`;
    };
    expect([await begin(), await begin(), await begin()]).toEqual(Array(3).fill("200 working"));
    await deleteExport(ada.uid);
    expect(await begin()).toBe("200 working");
    await deleteExport(ada.uid);
    expect(await begin()).toBe("429 daily_budget");
    expect((await api.call(getExport, {}, ada)).body.export).toEqual({
      state: "none",
    });
  });
});

/** Compared with the data that is really stored. */
describe("docs/privacy.md", () => {
  const text = readFileSync(new URL("../../docs/privacy.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)`[^|]*\| ((?:`\w+` ?)+)\|/gm)];
  const told = new Map(
    rows.map(([, name = "", fields = ""]) => [
      name,
      [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    ]),
  );

  let owner: Owner;
  beforeAll(async () => {
    owner = await anOwner(engine);
    const fields = {
      name: "N",
      subject: "S",
      body: "<p>B</p>",
      dateFormat: "iso",
      timeFormat: "24hr",
      reply_to: "team@example.org",
      signature: true,
    };
    await api.request("POST", "/api/templates", { token: owner.token, json: fields });
    const settings = {
      undo_send: false,
      hours: { from: 9, to: 17 },
      time_zone: "Europe/Berlin",
      reply_to: "team@example.org",
      signature: "<p>Ada</p>",
    };
    expect(
      (await api.request("PUT", "/api/account/settings", { token: owner.token, json: settings }))
        .status,
    ).toBe(200);
    const form = { template_id: owner.template, recipient: "bob@example.org" };
    expect((await api.request("POST", "/api/send", { token: owner.token, form })).status).toBe(200);
    await exported(api, owner);
    const files = [{ field: "files", name: "slip.pdf", content: "what Bob earns" }];
    expect((await api.request("POST", "/api/files", { token: owner.token, files })).status).toBe(
      200,
    );
    await begun(
      { ...owner, name: "Ada" },
      engine,
      await withSlips(owner, aPlan(1, { startAt: engine.now() + 3_600_000 })),
    );
    await keepCount(owner.uid, owner.sub, engine.now());
    await beginStop(owner.uid, "We are asking you something first.", engine.now(), owner.sub);
    await keepProgress("privacy", 1, null);
    await suppress(owner, ["ann@example.org", "bob@example.org"]);
    await begun({ ...owner, name: "Ada" }, engine, {
      ...aPlan(1),
      rows: aPlan(1).rows.map((row) => ({ ...row, to: "ann@example.org" })),
    });
    await wholeSlice(engine, owner);
  });

  test("names every collection and every field that is stored, and no others", async () => {
    const stored = new Map<string, Set<string>>();
    const look = async (collection: FirebaseFirestore.CollectionReference) => {
      const fields =
        stored.get(collection.id) ?? stored.set(collection.id, new Set()).get(collection.id);
      for (const document of (await collection.get()).docs) {
        // Other tests' documents may differ from any real one. The names of counters contain no
        // one's id.
        const about = `${document.ref.path} ${JSON.stringify(document.data())}`;
        const isCounter = collection.id === "rates" || collection.id === "keptCounts";
        if (!isCounter && !about.includes(owner.uid) && !about.includes(owner.sub)) continue;
        for (const field of Object.keys(document.data())) fields?.add(field);
        if (["sends", "suppressions", "templates"].includes(collection.id))
          await Promise.all((await document.ref.listCollections()).map(look));
      }
    };
    // The tests of the rules have a collection of their own while they run.
    const collections = (await firestore().listCollections()).filter(
      ({ id }) => id !== "rulesTest",
    );
    await Promise.all(collections.map(look));
    const namesOf = (all: ReadonlyMap<string, Iterable<unknown>>) =>
      [...all].flatMap(([collection, fields]) => [
        collection,
        ...[...fields].map((field) => `${collection}.${field}`),
      ]);
    const named = namesOf(told);
    const unnamed = namesOf(stored).filter((name) => !named.includes(name));
    expect(
      unnamed,
      "Name each of these in its collection's row of the table in docs/privacy.md, and say whether it is personal and until when it is kept. If it is, web/src/features/privacy tells people, too.",
    ).toEqual([]);
    const gone = [...told.keys()].filter((collection) => !stored.has(collection));
    expect(
      gone,
      "Nothing is stored there any more: remove the row from docs/privacy.md, or store something in this test.",
    ).toEqual([]);
  });

  test("says what stays after a deletion: two documents under hashes, without anything that names the person", async () => {
    const gone = await anOwner(engine);
    const form = { template_id: gone.template, recipient: "bob@example.org" };
    expect((await api.request("POST", "/api/send", { token: gone.token, form })).status).toBe(200);
    await suppress(gone, ["ann@example.org"]);
    await beginStop(gone.uid, "We are asking.", engine.now(), gone.sub);
    expect(await deleteAccount(gone.uid, gone.sub, engine.now())).toBe(true);
    await finishDeletions(engine.now() + 600_000);
    expect(await everythingOf([gone])).toEqual({});
    const kept = {
      keptCounts: hashOfAccount("count", gone.sub),
      stops: `google-${hashOfAccount("stop", gone.sub)}`,
    };
    for (const [collection, id] of Object.entries(kept)) {
      const fields = (await firestore().collection(collection).doc(id).get()).data() ?? {};
      expect(told.get(collection)).toEqual(expect.arrayContaining(Object.keys(fields)));
      for (const theirs of [gone.uid, gone.sub, gone.email])
        expect(JSON.stringify(fields)).not.toContain(theirs);
    }
    expect(text).toMatch(
      /^\| `keptCounts` .* for a deleted account, under a hash of the Google account's number/m,
    );
    expect(text).toMatch(
      /^\| `stops` .* The one under your user id is deleted with the account; the other stays/m,
    );
    expect(await endStop(kept.stops)).toBe(true);
  });

  test("its numbers are those by which the server deletes", () => {
    expect(text).toContain(`${KEPT.hoursAfterEnd} hours after the send has ended`);
    expect(text).toContain(`at the latest ${KEPT.daysOfLife} days after its start`);
    expect(text).toContain(`in any case ${KEPT.daysOfRows} days after its start`);
    expect(text).toContain(`in any case ${KEPT.daysOfFiles} days after they were stored`);
    expect(text).toContain(`${KEPT.hoursOfUploads} hours after you added them`);
    expect(text).toContain(`in any case ${KEPT.daysOfUploads} days after they were stored`);
    expect(text).toContain(`${KEPT.daysOfVersions} days after it was replaced`);
  });
});
