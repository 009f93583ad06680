import { createHash } from "node:crypto";
import { addSuppressions, getSuppressions, removeSuppressions } from "@sendwright/core/contract";
import { MAX_SUPPRESSIONS } from "@sendwright/core/contract/limits";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { WriteBatch } from "firebase-admin/firestore";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { firestore } from "../src/platform/firebase.ts";
import * as store from "../src/store/suppressions.ts";
import { type Answer, type Api, type Person, startApi } from "./harness.ts";
import { connectedPerson } from "./sendsWorld.ts";

/** The people you don't email (decision 34), as calls change and read them. */
let api: Api;
let person: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await connectedPerson();
});
afterEach(() => void vi.restoreAllMocks());

const add = (...addresses: string[]) => addAs("typed", addresses);
const addAs = async (source: "typed" | "file", addresses: string[]) =>
  (await api.call(addSuppressions, { addresses, source }, person)).body;
const remove = async (...addresses: string[]) =>
  (await api.call(removeSuppressions, { addresses }, person)).body;
const list = async () => {
  const { body } = await api.call(getSuppressions, {}, person);
  return { ...body, suppressions: body.suppressions ?? [] };
};
const post = (json: object): Promise<Answer> =>
  api.request("POST", "/api/suppressions", { token: person.token, json });
const addressesOf = (entries: readonly { address: string }[]) =>
  entries.map(({ address }) => address).sort();
const keys = async () => [...(await store.readSuppressed(person.uid))].sort();
const document = () => firestore().collection("suppressions").doc(person.uid);
const addresses = (n: number, tag = "p") =>
  Array.from({ length: n }, (_, i) => `${tag}${i}@example.org`);

describe("the list", () => {
  it("is empty at first, and costs one read", async () => {
    expect(await list()).toMatchObject({ version: 0, suppressions: [] });
    let read = 0;
    await store.readSuppressed(person.uid, (documents) => {
      read += documents;
    });
    expect(read).toBe(0);
  });

  it("travels only if it isn't the version that the caller has", async () => {
    await add("ann@example.org");
    const asked = (version: string) => api.call(getSuppressions, { version }, person);
    expect((await asked("1")).body).toEqual({ success: true, version: 1 });
    for (const version of ["0", "2", "1.0", "one"])
      expect(addressesOf((await asked(version)).body.suppressions ?? [])).toEqual([
        "ann@example.org",
      ]);
    await remove("ann@example.org");
    expect((await asked("1")).body).toEqual({ success: true, version: 2, suppressions: [] });
  });

  it("has each address once, as it was added first, with when and how; the latest first", async () => {
    const first = await add("Ann@Example.org", "ann@example.ORG", " bo@müller.example ");
    expect(first).toMatchObject({ version: 1, success: true });
    expect(addressesOf(first.added)).toEqual(["Ann@Example.org", "bo@müller.example"]);
    const again = await addAs("file", ["ANN@example.org", "bo@xn--mller-kva.example", "'eve@b.co"]);
    expect([again.version, addressesOf(again.added)]).toEqual([2, ["eve@b.co"]]);
    const { version, suppressions } = await list();
    expect([version, suppressions.map(({ address, source }) => [address, source])]).toEqual([
      2,
      [
        ["eve@b.co", "file"],
        ["Ann@Example.org", "typed"],
        ["bo@müller.example", "typed"],
      ],
    ]);
    expect(suppressions.slice(1)).toEqual(expect.arrayContaining(first.added));
    expect(await keys()).toEqual(suppressions.map(({ address }) => addressKey(address)).sort());
  });

  it("loses what is removed, however it is written, and nothing else", async () => {
    const { added } = await add("ann@example.org", "bo@example.org");
    const gone = await remove("ANN@example.org", "no one", "eve@example.org");
    expect([gone.version, gone.removed]).toEqual([
      2,
      added.filter(({ address }) => address === "ann@example.org"),
    ]);
    expect(addressesOf((await list()).suppressions)).toEqual(["bo@example.org"]);
    expect(await remove("ann@example.org")).toMatchObject({ version: 2, removed: [] });
    await remove("bo@example.org");
    expect(await list()).toMatchObject({ version: 3, suppressions: [] });
    expect(await document().collection("parts").listDocuments()).toEqual([]);
  });

  it("gives back exactly what undoing sends, also of addresses that are hard to read", async () => {
    const hard = ["''ann@example.org", "'bo'@example.org", '"a..b"@example.org', "x@[192.0.2.1]"];
    const { added } = await add(...hard);
    expect(added).toHaveLength(hard.length);
    const { removed } = await remove(...added.map(({ address }) => address));
    expect(addressesOf(removed)).toEqual(addressesOf(added));
    expect(await keys()).toEqual([]);
  });

  it("has the date and the source of an entry again if its removal is undone", async () => {
    const [one] = (await add("ann@example.org")).added;
    const since = "2026-01-02T03:04:05.006Z";
    const before = { address: "bo@example.org", since, source: "file" };
    const call = { addresses: [before.address], source: before.source, since: [since] };
    expect((await post(call)).body).toMatchObject({ version: 2, added: [before] });
    expect((await list()).suppressions).toEqual([one, before]);
    // Someone who is on the list keeps their date.
    const again = { addresses: ["ann@example.org"], source: "file", since: [since] };
    expect((await post(again)).body).toMatchObject({ version: 2, added: [] });
    expect((await list()).suppressions).toEqual([one, before]);
  });

  it.each([
    ["in the future", ["ann@example.org"], [new Date(Date.now() + 60_000).toISOString()]],
    ["before computers", ["ann@example.org"], ["0099-01-01T00:00:00.000Z"]],
    ["no time", ["ann@example.org"], ["yesterday"]],
    ["of one of two", ["ann@example.org", "bo@example.org"], ["2026-01-02T03:04:05.006Z"]],
  ])("takes no date that is %s", async (_, given, since) => {
    const answer = await post({ addresses: given, source: "typed", since });
    expect(answer).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
    expect(await list()).toMatchObject({ version: 0, suppressions: [] });
  });

  it("of one person is no one else's", async () => {
    await add("ann@example.org");
    const ada = person;
    person = await connectedPerson();
    await remove("ann@example.org");
    expect(await list()).toMatchObject({ version: 0, suppressions: [] });
    person = ada;
    expect((await list()).suppressions).toHaveLength(1);
  });
});

describe("all or nothing:", () => {
  it.each<[string, unknown[], string]>([
    ["a word", ["ann@example.org", "nobody", "neither"], "Not an email address: nobody."],
    ["a blank", ["ann@example.org", " "], "Not an email address: ."],
    ["a name before it", ["Ann <ann@example.org>"], "Not an email address: Ann <ann@example.org>."],
    ["two", ["a@b.co, b@b.co"], "Not an email address: a@b.co, b@b.co."],
    ["an invisible character", ["ann\u200b@example.org"], "Not an email address: ann"],
  ])("%s among the addresses is refused by name", async (_what, given, sentence) => {
    const { status, body } = await post({ addresses: given, source: "typed" });
    expect([status, body.reason, String(body.error).startsWith(sentence)]).toEqual([
      400,
      "invalid_recipient",
      true,
    ]);
    expect(await list()).toMatchObject({ version: 0, suppressions: [] });
  });

  it.each<[string, object]>([
    ["none", { addresses: [], source: "typed" }],
    ["one too many", { addresses: addresses(MAX_SUPPRESSIONS + 1), source: "file" }],
    ["one that is too long", { addresses: ["a".repeat(321)], source: "typed" }],
    ["an unknown source", { addresses: ["ann@example.org"], source: "guessed" }],
  ])("%s isn't a list of addresses", async (_what, json) => {
    expect(await post(json)).toMatchObject({ status: 400, body: { reason: "invalid_input" } });
  });

  it("a full list takes no more, and says by how many it would be too long", async () => {
    const { added } = await addAs("file", addresses(MAX_SUPPRESSIONS - 1));
    expect(added).toHaveLength(MAX_SUPPRESSIONS - 1);
    const two = await post({ addresses: ["ann@example.org", "bo@example.org"], source: "typed" });
    expect(two).toMatchObject({
      status: 409,
      body: {
        reason: "too_many_suppressions",
        error:
          "Your list of people you don't email can have 10,000 addresses. With these, it would have 10,001.",
      },
    });
    expect((await add("ann@example.org", "P1@example.org")).added).toHaveLength(1);
    expect((await list()).suppressions).toHaveLength(MAX_SUPPRESSIONS);
    expect((await remove(...addresses(MAX_SUPPRESSIONS))).removed).toHaveLength(
      MAX_SUPPRESSIONS - 1,
    );
    expect(addressesOf((await list()).suppressions)).toEqual(["ann@example.org"]);
  }, 60_000);

  it("a part that is full takes no more, even of addresses that were made to be in it", async () => {
    const inPartA: string[] = [];
    const rest = `@${"n".repeat(60)}.${"o".repeat(60)}.${"w".repeat(50)}.example`;
    for (let i = 0; inPartA.length < 4_000; i++) {
      const address = `${String(i).padStart(64, "x")}${rest}`;
      if (createHash("sha256").update(address).digest("hex").startsWith("a")) inPartA.push(address);
    }
    const by = (from: number, to: number) =>
      store.addSuppressions(person.uid, inPartA.slice(from, to), "file", 1, () => {});
    await by(0, 2_500);
    await expect(by(2_500, 4_000)).rejects.toMatchObject({
      reason: "too_many_suppressions",
      message: "Your list of people you don't email has no room for these addresses.",
    });
    expect(await list()).toMatchObject({ version: 1 });
    expect(await keys()).toHaveLength(2_500);
  }, 60_000);
});

describe("at once:", () => {
  it("two tabs that add to a new list both succeed, and so do eight that add and remove", async () => {
    await Promise.all([add("ann@example.org"), add("bo@example.org")]);
    expect(await list()).toMatchObject({ version: 2 });
    expect(await keys()).toEqual(["ann@example.org", "bo@example.org"]);
    await Promise.all([
      ...addresses(4, "q").map((one) => add(one, "eve@example.org")),
      remove("ann@example.org"),
      remove("bo@example.org"),
    ]);
    expect(await keys()).toEqual(["eve@example.org", ...addresses(4, "q")].sort());
    expect((await document().get()).data()).toMatchObject({ count: 5 });
  });

  /**
   * The next commit to the list is applied, and its answer lost: the library repeats it, and it is
   * refused.
   */
  function loseAnAnswer(commits: number): void {
    const commit = WriteBatch.prototype.commit;
    let left = commits;
    vi.spyOn(WriteBatch.prototype, "commit").mockImplementation(async function (this: WriteBatch) {
      left -= 1;
      const written = await commit.call(this);
      if (left === 0) throw Object.assign(new Error("9 FAILED_PRECONDITION"), { code: 9 });
      return written;
    });
  }

  it("a write whose answer is lost still says which entries are new", async () => {
    await store.addSuppressions(person.uid, ["ann@example.org"], "typed", 1, () => {});
    const { uid } = person;
    // The first commit says when the account is looked for.
    loseAnAnswer(2);
    const both = ["ann@example.org", "bo@example.org"];
    const { version, changed } = await store.addSuppressions(uid, both, "file", 2, () => {});
    expect([version, addressesOf(changed)]).toEqual([2, ["bo@example.org"]]);
    vi.restoreAllMocks();
    loseAnAnswer(1);
    const gone = await store.removeSuppressions(uid, both, () => {});
    expect([gone.version, addressesOf(gone.changed)]).toEqual([3, both]);
    expect(await keys()).toEqual([]);
  });
});

describe("a list that can't be read", () => {
  it.each([
    ["its version", () => document().set({ version: "many" })],
    ["a part", () => document().collection("parts").doc("a").update({ entries: "1 typed\n7" })],
  ])("%s: says so, and changes nothing", async (_what, damage) => {
    const inPartA = addresses(100).filter(
      (one) => createHash("sha256").update(one).digest("hex")[0] === "a",
    );
    await add(...inPartA);
    await damage();
    const answers = await Promise.all([
      api.request("GET", "/api/suppressions", person),
      post({ addresses: inPartA, source: "typed" }),
      api.request("POST", "/api/suppressions/remove", {
        token: person.token,
        json: { addresses: inPartA },
      }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.reason])).toEqual(
      answers.map(() => [500, "unreadable"]),
    );
    await expect(store.readSuppressed(person.uid)).rejects.toMatchObject({ reason: "unreadable" });
  });
});

it("reading it is charged by document, and refused before it is read", async () => {
  const { chargeDocuments } = await import("../src/http/rateLimit.ts");
  chargeDocuments(person.sub, 40_000);
  const answer = await api.request("GET", "/api/suppressions", person);
  expect(answer).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
});
