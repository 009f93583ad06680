import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { CLIENT_ID } from "./client.ts";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";
import { aMessage, asJson, mailsIn, oauthClient, senderOf, signIn } from "./testing/harness.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test.each(["SIGTERM", "SIGINT"] as const)(
  "one line when it listens, and a clean end at %s",
  async (signal) => {
    const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
      env: { PATH: process.env.PATH, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const url = /^Local Google: (http:\/\/127\.0\.0\.1:\d+) \(mailbox: \1\/mail\)\n$/.exec(
      line.toString(),
    )?.[1];
    expect((await fetch(`${url}/mail.json`)).status).toBe(200);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  },
);

describe("a connection", () => {
  let google: RunningGoogle;
  const agent = new Agent({ keepAlive: true });

  beforeEach(async () => {
    google = await startGoogle();
  });

  afterEach(async () => {
    agent.destroy();
    await google.close();
  });

  it("never closes an idle connection, because a request might be on its way", async () => {
    const [answer] = (await once(get(`${google.url}/mail.json`, { agent }), "response")) as [
      IncomingMessage,
    ];
    answer.resume();
    expect(answer.headers).toMatchObject({ connection: "keep-alive" });
    // How long it would wait before it closes.
    expect(answer.headers).not.toHaveProperty("keep-alive");
  });
});

describe("a restart", () => {
  let statePath: string;
  beforeEach(async () => {
    statePath = await mkdtemp(join(tmpdir(), "google-"));
  });
  afterEach(() => rm(statePath, { recursive: true }));

  test("mail, grants and keys outlive a restart; codes and faults do not", async () => {
    const first = await startGoogle({ statePath });
    const send = await senderOf(first.url, "ada@example.com");
    for (const subject of ["1", "2", "3"]) {
      await send(asJson(aMessage({ subject })));
    }
    const { refresh_token, id_token } = await signIn(first.url, "keeper@example.com");
    const listed = await mailsIn(first.url);
    await first.close();

    const second = await startGoogle({ statePath });
    expect(await mailsIn(second.url)).toEqual(listed);
    expect(listed.map(({ subject }) => subject)).toEqual(["1", "2", "3"]);
    const bytes = await (await fetch(`${second.url}/mail/${listed[0]?.id}.eml`)).text();
    expect(bytes).toBe(aMessage({ subject: "1" }));
    const client = oauthClient(second.url);
    await client.verifyIdToken({ idToken: id_token ?? "", audience: CLIENT_ID });
    client.setCredentials({ refresh_token: refresh_token ?? "" });
    expect((await client.refreshAccessToken()).credentials.access_token).toEqual(
      expect.any(String),
    );
    expect((await signIn(second.url, "keeper@example.com")).refresh_token).toBeUndefined();
    await second.close();
  });

  test("deleted mail stays deleted", async () => {
    const first = await startGoogle({ statePath });
    for (const user of ["ada@example.com", "grace@example.com"]) {
      await (await senderOf(first.url, user))(asJson(aMessage()));
    }
    await fetch(`${first.url}/mail?user=ada@example.com`, { method: "DELETE" });
    await first.close();
    const second = await startGoogle({ statePath });
    expect((await mailsIn(second.url)).map(({ user }) => user)).toEqual(["grace@example.com"]);
    await fetch(`${second.url}/mail`, { method: "DELETE" });
    expect(await readdir(join(statePath, "mail"))).toEqual([]);
    await second.close();
  });

  test("fresh starts with no data and leaves other data alone", async () => {
    const first = await startGoogle({ statePath });
    await (await senderOf(first.url, "ada@example.com"))(asJson(aMessage()));
    await first.close();
    await writeFile(join(statePath, "mine.txt"), "mine");
    const second = await startGoogle({ statePath, fresh: true });
    expect(await mailsIn(second.url)).toEqual([]);
    expect((await signIn(second.url, "ada@example.com")).refresh_token).toEqual(expect.any(String));
    expect(await readdir(statePath)).toContain("mine.txt");
    await second.close();
  });

  test("a start never reads an incomplete file", async () => {
    const first = await startGoogle({ statePath });
    await (await senderOf(first.url, "ada@example.com"))(asJson(aMessage()));
    await first.close();
    await writeFile(join(statePath, "drafts", "left-behind"), "{");
    await writeFile(join(statePath, "mail", "1a2b3c4d5e6f7a8b.eml"), "To: bo@example.com");
    const second = await startGoogle({ statePath });
    expect(await mailsIn(second.url)).toHaveLength(1);
    await second.close();
  });
});
