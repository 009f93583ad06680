import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bucket } from "../src/platform/firebase.ts";
import { anOwner, type Owner } from "./accessActors.ts";
import { type Api, signIn } from "./harness.ts";
import { startWholeApi, type TestEngine, testEngine } from "./sendsWorld.ts";

/** A person's own data as a zip, read by another program than the one that wrote it. */
let api: Api;
let engine: TestEngine;
let ada: Owner;
beforeAll(async () => {
  engine = testEngine();
  api = await startWholeApi(engine);
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await anOwner(engine);
});

function ask(token: string): Promise<Response> {
  return fetch(`${api.url}/api/account/export`, { headers: { authorization: `Bearer ${token}` } });
}

/** The files of a zip, path → content. Python's own reader checks every sum. */
async function unpack(answer: Response): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  try {
    const zip = join(folder, "all.zip");
    writeFileSync(zip, Buffer.from(await answer.arrayBuffer()));
    execFileSync("python3", ["-m", "zipfile", "-e", zip, join(folder, "out")]);
    const found = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const paths = found.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [path.slice(folder.length + 5), readFileSync(path, "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("everything of a person is in it: account, templates with their files, the list of sends; nothing of another's", async () => {
  const grace = await anOwner(engine);
  const fields = {
    name: "../Été: 1/2",
    subject: "Hi {{Name}}",
    body: "<p>Été</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  };
  const form = { ...fields };
  const files = [
    { field: "files", name: "a.txt", content: "first" },
    { field: "files", name: "a.txt", content: "second" },
  ];
  expect((await api.request("POST", "/api/templates", { token: ada.token, form, files })).status).toBe(201);
  const answer = await ask(ada.token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="sendwright.zip"');
  const all = await unpack(answer);
  const folder = [...all.keys()].find((path) => path.includes("Été"))?.split("/")[1] ?? "";
  expect([...all.keys()].sort()).toEqual(
    [
      ...["account.json", "sends.json", `templates/${folder}/template.json`],
      ...[`templates/${folder}/files/01 a.txt`, `templates/${folder}/files/02 a.txt`],
      ...["templates/02 T/template.json", "templates/02 T/files/01 a.txt"],
    ].sort(),
  );
  expect(JSON.parse(all.get(`templates/${folder}/template.json`) ?? "")).toMatchObject(fields);
  expect([all.get(`templates/${folder}/files/01 a.txt`), all.get(`templates/${folder}/files/02 a.txt`)].sort()).toEqual(
    ["first", "second"],
  );
  expect(JSON.parse(all.get("account.json") ?? "")).toMatchObject({ email: ada.email, user_id: ada.uid });
  const sends = JSON.parse(all.get("sends.json") ?? "");
  expect(sends).toMatchObject([
    { id: ada.send, state: "scheduled", title: "Invitation", subject: "Hello {{Full Name}}", counts: { total: 2 } },
  ]);
  const text = [...all].flat().join(" ");
  expect(text).not.toMatch(/refresh|key_id|Bearer/);
  for (const hers of [grace.email, grace.uid, grace.send, grace.template]) expect(text).not.toContain(hers);
});

test("who has nothing gets an account without templates and sends", async () => {
  const nobody = await signIn(api);
  const all = await unpack(await ask(nobody.token));
  expect([...all.keys()].sort()).toEqual(["account.json", "sends.json"]);
  expect(JSON.parse(all.get("sends.json") ?? "")).toEqual([]);
});

test("a file that is gone breaks the download off: half of it does not look like all of it", async () => {
  await bucket().file(ada.file).delete();
  await expect(ask(ada.token).then((answer) => answer.arrayBuffer())).rejects.toThrow();
});

test("so much work is asked for five times a minute, and not more", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await ask(ada.token);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
