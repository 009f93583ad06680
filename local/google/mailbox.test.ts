import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import { asJson, senderOf } from "./testing/harness.ts";

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

const get = (path: string, init?: RequestInit) =>
  fetch(`${google.url}${path}`, { redirect: "manual", ...init });

/** The text of a page, without tags. */
const textOf = async (path: string) =>
  (await (await get(path)).text()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("an email is shown with its lines, its files and its headers, each unfolded", async () => {
  const text = await textOf(`/mail/${id}`);
  expect(text).toContain(
    "From &quot;Zoë&quot; &lt;ada@example.com&gt; Account ada@example.com To &quot;Bo&quot;",
  );
  expect(text).toContain("Reply to help@example.com");
  expect(text).toContain("attachment (14 bytes)");
  expect(text).toContain("Pläne.html");
  expect(text).toContain("Subject: Your talk, and more Date:");
  expect(text).not.toContain("Plain text");
});

test("the list names the newest first, and finds recipients and subjects", async () => {
  const newest = await send("To: cy@example.com\r\nSubject: Newest\r\n\r\nplain text");
  const list = await textOf("/mail");
  expect(list.indexOf("cy@example.com")).toBeLessThan(list.indexOf("bo@example.com"));
  expect(await (await get("/mail")).text()).toContain(`href="/mail/${newest}"`);
  expect(await textOf("/mail?search=NEWEST")).toContain("1 of 2 emails");
  expect(await textOf("/mail?search=NEWEST")).not.toContain("bo@example.com");
  expect(await textOf(`/mail/${newest}`)).toContain("plain text");
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

test.each([
  "/mail/nothing.eml",
  "/mail/nothing",
  "/mail/nothing.html",
  "/mail/nothing/attachments/0",
])("%s is not there", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("parts that a mail has not are not there", async () => {
  const plain = await send("To: bo@example.com\r\n\r\nplain");
  expect((await get(`/mail/${plain}.html`)).status).toBe(404);
  expect((await get(`/mail/${plain}/attachments/0`)).status).toBe(404);
  expect((await get(`/mail/${id}/attachments/9`)).status).toBe(404);
  expect((await get(`/mail/${id}/attachments/x`)).status).toBe(404);
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
      const files = [...html.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)].map(
        ([, path = ""]) => path,
      );
      expect(files.length).toBe(2);
      for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
    }
  });

  test("lead to each other", async () => {
    expect((await get("/")).headers.get("location")).toBe("/mail");
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
    const email = await send(`To: bo@example.com\r\nSubject: ${script}\r\n\r\n${script}`);
    for (const path of ["/mail", `/mail/${email}`, `/mail?search=${encodeURIComponent(script)}`])
      expect(await (await get(path)).text()).not.toContain("<script>alert");
    params.set("scope", script);
    const refusal = await get(`/o/oauth2/v2/auth?${params}`);
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).not.toContain("<script>alert");
  });
});

test("all emails can be deleted, and an empty mailbox leads to the product", async () => {
  expect((await get("/mail/delete", { method: "POST" })).headers.get("location")).toBe("/mail");
  expect(await (await get("/mail")).text()).toContain(
    '<a href="http://127.0.0.1:5999">Open Sendwright</a>',
  );
});

test("a foreign name that leads here is refused", async () => {
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const call = request(
      `${google.url}/mail.json`,
      { headers: { Host: "evil.example" } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
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
