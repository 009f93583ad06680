import { once } from "node:events";
import { connect, type Socket } from "node:net";
import * as contract from "@sendwright/core/contract";
import { PROCESSOR, RATES, READS } from "@sendwright/core/contract/endpoint";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { announce, google, tokenOf, until } from "../test/deployedApi.ts";
import { type Api, processor, startApi } from "../test/harness.ts";

vi.mock("./platform/firebase.ts", () => import("../test/deployedApi.ts"));
vi.mock("./store/apiRateLimits.ts", () => import("../test/deployedApi.ts"));
vi.mock("./config.ts", async () => (await import("../test/deployedApi.ts")).deployed);
const { fileRoute, openRoute, route } = await import("./http/route.ts");
const { chargeDocuments } = await import("./http/rateLimit.ts");
const { PLACES } = await import("./http/arrivals.ts");
const { USER_BODY } = await import("./http/rawBody.ts");

/** How many calls are at work, and the function that lets them end. */
let working = 0;
let end = () => {};
let ended: Promise<void>;
async function work(): Promise<void> {
  working += 1;
  await ended;
  working -= 1;
}

const settings = {
  undo_send: true,
  hours: { from: 0, to: 24 },
  time_zone: null,
  reply_to: "",
  signature: "",
};
/** A picture, and how many were given to their connections. */
let picture = Buffer.from("GIF89a");
let pictures = 0;
/** Documents that a call reads. */
let documents = 0;
const answer = async ({ user }: { user: { uid: string } }) => {
  await work();
  if (documents > 0) chargeDocuments(user.uid, documents);
  return { success: true as const, settings };
};
const routes = [
  route(contract.getSettings, answer),
  route(contract.saveSettings, answer),
  fileRoute(contract.getPicture, async (_call, begin) => {
    await work();
    begin("image/gif", "a.gif").end(picture);
    pictures += 1;
  }),
  route(contract.sendBulk, async () => {
    await work();
    throw new contract.AppError("reconnect_required", "Connect Google.");
  }),
  openRoute(contract.demoPreview, async () => {
    await work();
    return {
      success: true as const,
      rendered_subject: "",
      rendered_body_html: "",
      recipientEmail: "",
    };
  }),
];

const EDGE = "151.101.1.1";
let api: Api;
beforeAll(async () => {
  api = await startApi(routes);
});
afterAll(() => api.close());
let people = 0;
let token: string;
let address: string;
beforeEach(() => {
  people += 1;
  token = tokenOf(`ada${people}`);
  address = `203.0.113.${people}`;
  ended = new Promise((resolve) => {
    end = resolve;
  });
});

const demo = { "Recipient Name": "Ada", "Promo Code": "X", "Offer Type": "Discount" };
const preview = (forwarded: string) =>
  api.request("POST", "/api/demo/preview", {
    json: { recipientEmail: "a@example.com", variables: demo },
    headers: { "x-forwarded-for": forwarded },
  });
const bulk = {
  mode: "manual",
  subject: "S",
  body: "<p>B</p>",
  manual_recipients: "b@example.org",
  template_id: "",
};
const poll = { timeout: 60_000 };

describe("one caller's calls in an instance", () => {
  it.each([
    ["that read", 2, 200, () => api.request("GET", "/api/account/settings", { token })],
    ["that write", 2, 200, () => api.request("PUT", "/api/account/settings", { token, json: {} })],
    [
      "for a picture",
      2,
      200,
      () => api.request("GET", "/api/template/t/pictures/picture-0123456789abcdef.gif", { token }),
    ],
    ["that send", 3, 409, () => api.request("POST", "/api/send-bulk", { token, form: bulk })],
    ["without a user", 2, 200, () => preview(`${address}, ${EDGE}`)],
  ])(
    "%s: some run, the sixth waits, and the seventh is refused for a second",
    async (_, atOnce, status, call) => {
      const calls = Array.from({ length: 7 }, call);
      const refused = await Promise.race(calls);
      expect(refused).toMatchObject({
        status: 429,
        body: { success: false, reason: "rate_limited" },
      });
      expect(refused.headers.get("retry-after")).toBe("1");
      await expect.poll(() => working, poll).toBe(atOnce);
      end();
      const statuses = (await Promise.all(calls)).map((one) => one.status);
      expect(statuses.sort()).toEqual([...Array.from({ length: 6 }, () => status), 429].sort());
      expect((await call()).status).toBe(status);
    },
  );

  it("leave others theirs, and sends and other calls don't wait for each other", async () => {
    const reads = Array.from({ length: 5 }, () =>
      api.request("GET", "/api/account/settings", { token }),
    );
    await expect.poll(() => working, poll).toBe(2);
    const send = api.request("POST", "/api/send-bulk", { token, form: bulk });
    const other = api.request("GET", "/api/account/settings", { token: tokenOf(`grace${people}`) });
    await expect.poll(() => working, poll).toBe(4);
    // With the send, six of hers are here: the next one finds no place, whatever its kind.
    for (const one of [
      api.request("GET", "/api/account/settings", { token }),
      api.request("POST", "/api/send-bulk", { token, form: bulk }),
    ])
      expect(await one).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
    end();
    expect((await Promise.all([...reads, other])).map(({ status }) => status)).toEqual(
      Array(6).fill(200),
    );
    expect((await send).status).toBe(409);
  });

  it("above that are refused before their body has come", async () => {
    const head = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      "Content-Length": "9",
    };
    const reads = Array.from({ length: 7 }, () =>
      api.request("GET", "/api/account/settings", { token }),
    );
    expect((await Promise.race(reads)).status).toBe(429);
    const { socket, status } = await announce(api.url, "PUT", "/api/account/settings", head);
    expect(await status).toBe(429);
    socket.destroy();
    end();
    await Promise.all(reads);
  });
});

describe("an answer that its client doesn't read", () => {
  const path = "/api/template/t/pictures/picture-0123456789abcdef.gif";
  /** More than connections keep for both ends. */
  const BYTES = 40 * 1024 * 1024;
  beforeEach(() => {
    end();
    pictures = 0;
    picture = Buffer.alloc(BYTES);
  });
  afterEach(() => {
    picture = Buffer.from("GIF89a");
  });

  async function unread(): Promise<Socket> {
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
    const before = pictures;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await until(() => pictures > before);
    return socket;
  }
  const read = (of: string) => api.request("GET", "/api/account/settings", { token: of });

  it("holds one of its caller's six places until it has left or its client is gone", async () => {
    const clients: Socket[] = [];
    for (let i = 0; i < 6; i++) clients.push(await unread());
    expect(await read(token)).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
    expect((await read(tokenOf(`grace${people}`))).status).toBe(200);
    for (const client of clients) client.destroy();
    await expect.poll(async () => (await read(token)).status, poll).toBe(200);
  });

  it("ends after the time that a line of 2 Mbit a second takes, and 5 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const set = vi.spyOn(globalThis, "setTimeout");
    const slow = await unread();
    const deadline = () =>
      set.mock.calls.map(([, ms = 0]) => ms).find((ms) => ms > 5_000 + BYTES / 256);
    await until(() => deadline() !== undefined);
    expect(deadline()).toBeLessThan(5_000 + BYTES / 256 + 10);
    vi.advanceTimersByTime(deadline() ?? 0);
    let received = 0;
    slow.on("data", (bytes: Buffer) => {
      received += bytes.length;
    });
    await once(slow, "close");
    expect(received).toBeLessThan(BYTES);
    vi.restoreAllMocks();
  });

  it("arrives whole at a client that reads it", async () => {
    expect((await api.request("GET", path, { token })).body).toEqual({ bytes: BYTES });
  });
});

describe("a new user of the same Google account", () => {
  const [first, second] = [
    () => tokenOf(`ada${people}`),
    () => tokenOf(`ada${people}-again`, `ada${people}`),
  ];
  const read = (of: string) => api.request("GET", "/api/account/settings", { token: of });
  const refused = { status: 429, body: { reason: "rate_limited" } };
  beforeEach(() => {
    end();
    vi.useFakeTimers({ toFake: ["Date"] });
  });

  it("has what the first one has left of calls", async () => {
    const { calls } = RATES.settings;
    const save = (of: string) =>
      api.request("PUT", "/api/account/settings", { token: of, json: {} });
    for (let i = 0; i < calls; i++) expect((await save(first())).status).toBe(200);
    expect(await save(second())).toMatchObject(refused);
    expect((await save(tokenOf(`grace${people}`))).status).toBe(200);
  });

  it("has what the first one has left of documents", async () => {
    documents = READS.documents.atOnce;
    expect((await read(first())).status).toBe(200);
    documents = 0;
    expect(await read(second())).toMatchObject(refused);
  });
});

test("a user's call pays for all processor time, however many calls without a user are at work, or wait for Google", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const read = (of: string) => api.request("GET", "/api/account/settings", { token: of });
  const save = (of: string) => api.request("PUT", "/api/account/settings", { token: of, json: {} });
  const grace = tokenOf(`grace${people}`);
  const open = [preview(`${address}, ${EDGE}`), preview(`${address}, ${EDGE}`)];
  const costly = read(token);
  await expect.poll(() => working, poll).toBe(3);
  google.answers = new Promise((resolve) => {
    google.answer = resolve;
  });
  const waiting = [save(grace), save(grace)];
  await until(() => google.waiting === 2);
  // Divided by five, or by three, it would be within the limit.
  processor.used += PROCESSOR.atOnce * 1.5;
  end();
  for (const one of [...open, costly]) expect((await one).status).toBe(200);
  google.answer();
  for (const one of waiting) expect((await one).status).toBe(200);
  expect(await read(token)).toMatchObject({ status: 429, body: { reason: "rate_limited" } });
});

describe("a person's body that comes slowly", () => {
  const form = { "Content-Type": "multipart/form-data; boundary=X", "Content-Length": "100" };
  /** Begins an upload, and lets so much time pass that it counts as slow. */
  async function slowly(of: string) {
    const timers = vi.mocked(setTimeout).mock;
    const deadlines = () => timers.calls.filter(([, ms]) => ms === USER_BODY.form.ms).length;
    const before = deadlines();
    const upload = await announce(
      api.url,
      "POST",
      "/api/send-bulk",
      { ...form, Authorization: `Bearer ${of}` },
      "--X",
    );
    await until(() => deadlines() > before);
    vi.advanceTimersByTime(USER_BODY.freeMs);
    return upload;
  }
  beforeEach(() => {
    end();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(globalThis, "setTimeout");
  });

  it("is refused while three others of theirs do, and accepted once one of them ends", async () => {
    const held = [await slowly(token), await slowly(token), await slowly(token)];
    const fourth = await slowly(token);
    expect(await fourth.status).toBe(429);
    const other = await slowly(tokenOf(`grace${people}`));
    // One ends normally, and its place is free.
    held[0]?.socket.write("x".repeat(97));
    expect(await held[0]?.status).toBe(400);
    const next = await slowly(token);
    const last = await slowly(token);
    expect(await last.status).toBe(429);
    for (const { socket } of [...held, fourth, other, next, last]) socket.destroy();
  });

  it("needs one of half of the places: a person who has three loses one, and if everyone has one the next is refused", async () => {
    const [first, second, third] = [await slowly(token), await slowly(token), await slowly(token)];
    const others = [await slowly(tokenOf(`grace${people}`))];
    others.push(await slowly(tokenOf(`mary${people}`)));
    expect(await first.status).toBe(429);
    others.push(await slowly(tokenOf(`joan${people}`)));
    expect(await second.status).toBe(429);
    expect(1 + others.length).toBe(PLACES / 2);
    const refused = await slowly(tokenOf(`rosa${people}`));
    expect(await refused.status).toBe(429);
    for (const one of [third, ...others]) {
      one.socket.write("x".repeat(97));
      expect(await one.status).toBe(400);
    }
    for (const { socket } of [first, second, third, ...others, refused]) socket.destroy();
  });
});

test("an account whose uploads always break off is counted in the database all the same", async () => {
  end();
  let seconds = 0;
  vi.spyOn(performance, "now").mockImplementation(() => seconds * 1_000);
  vi.spyOn(globalThis, "setTimeout");
  const deadlines = () =>
    vi.mocked(setTimeout).mock.calls.filter(([, ms]) => ms === USER_BODY.form.ms).length;
  const counts = () => google.counted.filter((caller) => caller === `sub-ada${people}`).length;
  const form = { "Content-Type": "multipart/form-data; boundary=X", "Content-Length": "100" };
  for (let n = 1; n <= 10; n++) {
    const headers = { ...form, Authorization: `Bearer ${token}` };
    const { socket, status } = await announce(api.url, "POST", "/api/send-bulk", headers, "--X");
    void status.catch(() => {});
    await until(() => deadlines() === n);
    seconds += 39;
    socket.destroy();
    await once(socket, "close");
  }
  // All but the last, which has only just ended.
  await expect.poll(counts, poll).toBeGreaterThanOrEqual(8);
  vi.restoreAllMocks();
});
