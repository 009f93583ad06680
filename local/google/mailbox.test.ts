import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asJson, senderOf } from "./harness.ts";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";

const MAIL = [
  "From: =?utf-8?Q?Zo=C3=AB?= <ada@example.com>",
  "To: Bo <bo@example.com>",
  "Reply-To: help@example.com",
  "Subject: Your talk,",
  " and more",
  "Date: Tue, 15 Jun 2027 10:00:00 +0200",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="outer"',
  "",
  "--outer",
  'Content-Type: multipart/related; boundary="inner"',
  "",
  "--inner",
  "Content-Type: text/html; charset=utf-8",
  "",
  '<p>Hi</p><script>alert(1)</script><img src="cid:pic"><img src="https://spy.example/x.gif">',
  "--inner",
  "Content-Type: image/gif",
  "Content-ID: <pic>",
  "Content-Transfer-Encoding: base64",
  "",
  "R0lGODlhAQABAAAAACw=",
  "--inner--",
  "--outer",
  "Content-Type: text/html; name=page.html",
  "Content-Disposition: attachment; filename*=utf-8''Pl%C3%A4ne.html",
  "",
  "<script>alert(2)</script>",
  "--outer--",
  "",
].join("\r\n");

let google: RunningGoogle;
let id: string;
beforeAll(async () => {
  google = await startGoogle({ appUrl: "http://127.0.0.1:5999" });
  id = await send(MAIL);
});
afterAll(() => google.close());

async function send(message: string): Promise<string> {
  const send = await senderOf(google.url, "ada@example.com");
  const { data } = await send(asJson(message));
  return data.id ?? "";
}

const get = (path: string, init?: RequestInit) => fetch(`${google.url}${path}`, { redirect: "manual", ...init });

test("a mail is shown as it was parsed", async () => {
  expect(await (await get(`/mail/${id}.json`)).json()).toMatchObject({
    user: "ada@example.com",
    from: '"Zoë" <ada@example.com>',
    to: '"Bo" <bo@example.com>',
    replyTo: "help@example.com",
    subject: "Your talk, and more",
    date: "2027-06-15T08:00:00.000Z",
    hasHtml: true,
    text: null,
    attachments: [
      { type: "image/gif", size: 14 },
      { name: "Pläne.html", type: "text/html" },
    ],
  });
});

test("headers are unfolded, each on its line", async () => {
  const { headers } = (await (await get(`/mail/${id}.json`)).json()) as { headers: string[] };
  expect(headers).toContain("Subject: Your talk, and more");
  expect(headers).toHaveLength(7);
});

test("its HTML runs nothing and fetches nothing", async () => {
  const answer = await get(`/mail/${id}.html`);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy.split("; ")).toEqual(
    expect.arrayContaining(["sandbox allow-popups", "default-src 'none'", "img-src data:"]),
  );
  const html = await answer.text();
  expect(html).toContain("<p>Hi</p>");
  expect(html).toContain('src="data:image/gif;base64,');
});

test("an attachment is saved, never opened", async () => {
  const answer = await get(`/mail/${id}/attachments/1`);
  expect(answer.headers.get("content-disposition")).toContain("filename*=UTF-8''Pl%C3%A4ne.html");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await answer.text()).trim()).toBe("<script>alert(2)</script>");
});

test.each(["/mail/nothing.eml", "/mail/nothing.json", "/mail/nothing.html", "/mail/nothing/attachments/0"])(
  "%s is not there",
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test("parts that a mail has not are not there", async () => {
  const plain = await send("To: bo@example.com\r\n\r\nplain");
  expect((await get(`/mail/${plain}.html`)).status).toBe(404);
  expect((await get(`/mail/${plain}/attachments/0`)).status).toBe(404);
  expect((await get(`/mail/${id}/attachments/9`)).status).toBe(404);
  expect((await get(`/mail/${id}/attachments/x`)).status).toBe(404);
});

test("the page hears of every change at once", async () => {
  const stop = new AbortController();
  const answer = await get("/mail/events", { signal: stop.signal });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const reader = answer.body?.getReader();
  await send("To: bo@example.com\r\n\r\nnew");
  const { value } = (await reader?.read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe("data: change\n\n");
  stop.abort();
});

describe("the pages", () => {
  test("have all the files they name", async () => {
    const consent = `/o/oauth2/v2/auth?${new URLSearchParams({
      client_id: "sendwright-local.apps.googleusercontent.com",
      redirect_uri: "postmessage",
      response_type: "code",
      scope: "openid",
    })}`;
    for (const page of ["/mail", consent]) {
      const html = await (await get(page)).text();
      const files = [...html.matchAll(/(?:href|src)="(\/(?:pages|picture)\/[^"]+)"/g)].map(([, path = ""]) => path);
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
    }
    expect((await get("/fonts/newsreader.woff2")).status).toBe(200);
  });

  test("lead to each other", async () => {
    expect((await get("/")).headers.get("location")).toBe("/mail");
    expect((await get("/app")).headers.get("location")).toBe("http://127.0.0.1:5999");
  });

  test("write what they are given as text", async () => {
    const script = '"><script>alert(1)</script>';
    const params = new URLSearchParams({
      client_id: "sendwright-local.apps.googleusercontent.com",
      redirect_uri: "postmessage",
      response_type: "code",
      scope: "openid",
      state: script,
      login_hint: script,
    });
    const consent = await get(`/o/oauth2/v2/auth?${params}`);
    expect(await consent.text()).not.toContain("<script>alert");
    const reply = await get("/o/oauth2/v2/auth", { method: "POST", body: params });
    expect(await reply.text()).not.toContain("<script>alert");
    params.set("scope", script);
    const refusal = await get(`/o/oauth2/v2/auth?${params}`);
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).not.toContain("<script>alert");
  });
});

test("a foreign name that leads here is refused", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const call = request(`${google.url}/mail.json`, { headers: { Host: "evil.example" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on("error", reject).end();
  });
  expect(status).toBe(403);
});

test("a page elsewhere may call Google's APIs and nothing else", async () => {
  const headers = { Origin: "http://127.0.0.1:5000", "Access-Control-Request-Method": "POST" };
  const api = await get("/gmail/v1/users/me/messages/send", { method: "OPTIONS", headers });
  expect(api.headers.get("access-control-allow-origin")).toBe("*");
  for (const path of ["/faults", "/mail.json", "/limits"]) {
    expect((await get(path, { headers })).headers.get("access-control-allow-origin")).toBeNull();
  }
});
