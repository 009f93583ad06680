import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_MESSAGE_BYTES } from "./gmailRoutes.ts";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import {
  aMessage,
  asJson,
  GMAIL_SEND,
  mailsIn,
  oauthClient,
  refusalOf,
  senderOf,
  signIn,
} from "./testing/harness.ts";

let google: RunningGoogle;
let now = Date.now();
beforeAll(async () => {
  google = await startGoogle({ now: () => now });
});
afterAll(() => google.close());

/** Bytes that nothing may change: every byte value, bare line ends, a missing last one. */
const NASTY = Buffer.concat([
  Buffer.from("To: Zoë <zoe@example.com>\nSubject: =?utf-8?B?8J+Yig==?=\r\n\r\n.\r\n--edge\n"),
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
]);

async function bytesOf(id: string | null | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${google.url}/mail/${id}.eml`)).arrayBuffer());
}

describe("a send through Google's own library", () => {
  test("arrives as JSON", async () => {
    const send = await senderOf(google.url, "ada@example.com");
    const { data, status } = await send(asJson(NASTY));
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      threadId: data.id,
      labelIds: ["SENT"],
    });
    expect(await bytesOf(data.id)).toEqual(NASTY);
  });

  test("arrives as an upload", async () => {
    const send = await senderOf(google.url, "ada@example.com");
    const media = {
      mimeType: "message/rfc822",
      body: Readable.from([NASTY.subarray(0, 50), NASTY.subarray(50)]),
    };
    const { data } = await send({ userId: "ada@example.com", media });
    expect(await bytesOf(data.id)).toEqual(NASTY);
  });

  test("goes to Cc and Bcc, too, and no one but its sender has the Bcc header", async () => {
    const send = await senderOf(google.url, "copier@example.com");
    const head = "From: copier@example.com\r\nTo: bo@example.com\r\nCc: cy@example.com\r\n";
    const message = `${head}Bcc: boss@example.com,\r\n other@example.com\r\nSubject: Hi\r\n\r\nBcc: not a header\r\n`;
    const { data } = await send(asJson(message));
    const [{ to } = { to: "" }] = await mailsIn(google.url, "copier@example.com");
    expect(to).toBe("bo@example.com, cy@example.com, boss@example.com, other@example.com");
    expect((await bytesOf(data.id)).toString()).toBe(message);
    const without = `${head}Subject: Hi\r\n\r\nBcc: not a header\r\n`;
    for (const address of String(to).split(", ")) {
      const got = await fetch(`${google.url}/mail/${data.id}.eml?as=${address}`);
      expect(await got.text()).toBe(without);
    }
    expect((await fetch(`${google.url}/mail/${data.id}.eml?as=eve@example.com`)).status).toBe(404);
    expect(await (await fetch(`${google.url}/mail/${data.id}`)).text()).toContain(
      "As delivered to",
    );
  });

  test("is listed with the account that sent it, even with another From", async () => {
    const send = await senderOf(google.url, "lister@corp.example");
    const message =
      'From: Eve <eve@else.example>\r\nTo: "Li, Bo" <bo@example.com>\r\nCc: Team: x@example.com;\r\nBcc: y@example.com\r\nSubject: =?utf-8?Q?Caf=C3=A9?=\r\n\r\nHi';
    const { data } = await send(asJson(message));
    expect(await mailsIn(google.url, "Lister@corp.example")).toEqual([
      {
        id: data.id,
        threadId: data.id,
        user: "lister@corp.example",
        from: '"Eve" <eve@else.example>',
        to: "bo@example.com, x@example.com, y@example.com",
        subject: "Café",
        size: message.length,
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });
});

describe("a message that Gmail refuses", () => {
  test.each([
    [
      "no recipient",
      "From: ada@example.com\r\nSubject: x\r\n\r\nTo: bo@example.com",
      "Recipient address required",
    ],
    ["an empty To", "To: \r\n\r\nx", "Recipient address required"],
    ["nothing but text", "hello", "Recipient address required"],
    ["no address in To", "To: Bo\r\n\r\nx", "Invalid To header"],
    ["half an address", "To: bo@\r\n\r\nx", "Invalid To header"],
    ["a domain without a dot", "To: bo@example\r\n\r\nx", "Invalid To header"],
    ["one bad address of two", "To: bo@example.com, nobody\r\n\r\nx", "Invalid To header"],
    ["a bad Cc", "To: bo@example.com\r\nCc: a@@b.example\r\n\r\nx", "Invalid Cc header"],
    ["a bad Bcc", "To: bo@example.com\r\nBcc: ..\r\n\r\nx", "Invalid Bcc header"],
  ])("has %s", async (_name, message, text) => {
    const send = await senderOf(google.url, "refused@example.com");
    const refusal = await refusalOf(send(asJson(message)));
    expect([refusal.status, refusal.data]).toEqual([
      400,
      {
        error: {
          code: 400,
          message: text,
          errors: [{ message: text, domain: "global", reason: "invalidArgument" }],
          status: "INVALID_ARGUMENT",
        },
      },
    ]);
    expect(await mailsIn(google.url, "refused@example.com")).toEqual([]);
  });

  test.each([
    ["no raw", {}, "invalidArgument"],
    ["an empty raw", { raw: "" }, "invalidArgument"],
    [
      "raw in plain base64",
      {
        raw: Buffer.from("To: a@b.example\r\n\r\n\xfb\xff").toString("base64").replace(/=/g, "+/"),
      },
      "invalid",
    ],
    ["raw that is no base64", { raw: "To: bo@example.com" }, "invalid"],
    ["raw of a length that cannot be", { raw: "AAAAA" }, "invalid"],
  ])("comes as JSON with %s", async (_name, requestBody, reason) => {
    const send = await senderOf(google.url, "refused@example.com");
    const refusal = await refusalOf(send({ requestBody }));
    expect(refusal.status).toBe(400);
    expect(refusal.data.error).toMatchObject({ code: 400, errors: [{ reason }] });
  });

  test("comes as broken JSON", async () => {
    const { access_token } = await signIn(google.url, "ada@example.com");
    const answer = await fetch(`${google.url}/gmail/v1/users/me/messages/send`, {
      method: "POST",
      headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" },
      body: "{raw",
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { errors: [{ reason: "parseError" }] } });
  });

  test.each(["uploadType=resumable", "uploadType=multipart", ""])(
    "comes as an upload with %j",
    async (query) => {
      const { access_token } = await signIn(google.url, "ada@example.com");
      const answer = await fetch(`${google.url}/upload/gmail/v1/users/me/messages/send?${query}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${access_token}`, "Content-Type": "message/rfc822" },
        body: aMessage(),
      });
      expect(answer.status).toBe(501);
      expect(await answer.json()).toMatchObject({
        error: { code: 501, errors: [{ reason: "notImplemented" }] },
      });
    },
  );
});

test("35 MiB go through to the byte, one more does not", async () => {
  const send = await senderOf(google.url, "heavy@example.com");
  const message = Buffer.alloc(MAX_MESSAGE_BYTES, "x");
  message.write("To: bo@example.com\r\nSubject: Heavy\r\n\r\n");
  const upload = (body: Buffer) =>
    send({ media: { mimeType: "message/rfc822", body: Readable.from([body]) } });
  const { data } = await upload(message);
  expect((await bytesOf(data.id)).equals(message)).toBe(true);
  const tooLarge = Buffer.concat([message, Buffer.from("x")]);
  for (const call of [upload(tooLarge), send(asJson(tooLarge))]) {
    const refusal = await refusalOf(call);
    expect(refusal.status).toBe(413);
    expect(refusal.data.error).toMatchObject({ errors: [{ reason: "uploadTooLarge" }] });
  }
});

describe("a caller who may not", () => {
  const send = (headers: Record<string, string>, user = "me") =>
    fetch(`${google.url}/gmail/v1/users/${user}/messages/send`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(asJson(aMessage()).requestBody),
    });

  test.each([
    ["no token", {}, "required"],
    ["an unknown token", { Authorization: "Bearer ya29.nothing" }, "authError"],
    ["no bearer", { Authorization: "Basic abc" }, "required"],
  ])("brings %s", async (_name, headers, reason) => {
    const answer = await send(headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer realm=");
    expect(await answer.json()).toMatchObject({
      error: {
        code: 401,
        status: "UNAUTHENTICATED",
        errors: [{ reason, location: "Authorization" }],
      },
    });
  });

  test("did not tick the Gmail box", async () => {
    const send = await senderOf(google.url, "noscope@example.com", { deny: GMAIL_SEND });
    const refusal = await refusalOf(send(asJson(aMessage())));
    expect(refusal.status).toBe(403);
    expect(refusal.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
    expect(refusal.data.error).toMatchObject({
      message: "Request had insufficient authentication scopes.",
      errors: [
        { message: "Insufficient Permission", domain: "global", reason: "insufficientPermissions" },
      ],
      status: "PERMISSION_DENIED",
      details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }],
    });
  });

  test("writes for somebody else", async () => {
    const { access_token } = await signIn(google.url, "ada@example.com");
    const answer = await send({ Authorization: `Bearer ${access_token}` }, "grace@example.com");
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { message: "Delegation denied for ada@example.com" },
    });
  });

  test("has revoked the grant, or waited an hour", async () => {
    for (const end of [
      (token: string) => oauthClient(google.url).revokeToken(token),
      async () => {
        now += 3_600_000;
      },
    ]) {
      const { access_token } = await signIn(google.url, "leaver@example.com");
      await end(access_token ?? "");
      const answer = await send({ Authorization: `Bearer ${access_token}` });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { errors: [{ reason: "authError" }] } });
    }
  });
});

test("a missing path answers as Google does", async () => {
  const answer = await fetch(`${google.url}/gmail/v1/users/me/profile`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 404, status: "NOT_FOUND" } });
});
