import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getExport, startExport } from "@sendwright/core/contract/account";
import { workOnExport } from "../src/features/account/export/work.ts";
import { bucket } from "../src/platform/firebase.ts";
import { readExport } from "../src/store/exports.ts";
import { insertTemplate, newTemplateId, templateFolder } from "../src/store/templates.ts";
import type { Api } from "./harness.ts";

/** Works on a person's export until it is no longer at work, as the queue's tasks do. */
export async function workThrough(
  uid: string,
  by?: Parameters<typeof workOnExport>[2],
): Promise<void> {
  for (let made = await readExport(uid); made?.state === "working"; made = await readExport(uid)) {
    await workOnExport({ uid, id: made.id }, Date.now, by);
  }
}

/**
 * Exports a person's data as the page does: begins it, waits for it, and gets the file from its
 * address.
 */
export async function exported(
  api: Api,
  { uid, token }: { uid: string; token: string },
): Promise<Response> {
  await api.call(startExport, {}, { token });
  await workThrough(uid);
  const { body } = await api.call(getExport, {}, { token });
  if (body.export.state !== "ready") throw new Error(`The export is ${body.export.state}.`);
  return fetch(body.export.address);
}

/** The files of a zip, path → content. Python's own reader checks every sum. */
export async function unpack(answer: Response): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  try {
    const zip = join(folder, "all.zip");
    writeFileSync(zip, Buffer.from(await answer.arrayBuffer()));
    execFileSync("python3", ["-m", "zipfile", "-e", zip, join(folder, "out")]);
    const found = readdirSync(join(folder, "out"), { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile(),
    );
    const paths = found.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [path.slice(folder.length + 5), readFileSync(path)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Stores a template of this name with files of random bytes. Returns the files, name → bytes. */
export async function largeTemplate(
  uid: string,
  name: string,
  sizes: readonly number[],
): Promise<Map<string, Buffer>> {
  const id = newTemplateId();
  const files = new Map<string, Buffer>();
  const attachments = [];
  for (const [i, size] of sizes.entries()) {
    const content = randomBytes(size);
    const storage_path = `${templateFolder(uid, id)}${i}`;
    await bucket().file(storage_path).save(content, { resumable: false });
    const original_filename = `${id}-${i}.bin`;
    files.set(original_filename, content);
    attachments.push({
      original_filename,
      storage_path,
      size,
      content_type: "application/octet-stream",
    });
  }
  const fields = {
    name,
    subject: "S",
    body: "<p>B</p>",
    dateFormat: "iso",
    timeFormat: "24hr",
  } as const;
  await insertTemplate(uid, id, fields, attachments, 1_000);
  return files;
}

const DIGESTS = `
import hashlib, json, os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    files = [one for one in zip.namelist() if one.endswith(".bin")]
    print(json.dumps({os.path.basename(one)[3:]: hashlib.sha256(zip.read(one)).hexdigest() for one in files}))`;

/** The SHA-256 of each stored file in a zip, by its own name, as Python reads it. */
export function digestsOf(zip: string): Map<string, string> {
  return new Map(
    Object.entries(JSON.parse(execFileSync("python3", ["-c", DIGESTS, zip], { encoding: "utf8" }))),
  );
}
