import { strToU8, type Zippable, zipSync } from "fflate";
import { formatsOf } from "../dates/formats.ts";
import { safeFileName } from "./safeFileName.ts";
import {
  FILES_FOLDER,
  PROGRAM,
  type SharedFields,
  type SharedFile,
  TEXT_PART,
  VERSION,
} from "./templateFile.ts";

/** The zip of a template: its text as JSON, and its files. */
export function writeTemplateFile(
  fields: SharedFields,
  files: readonly SharedFile[],
): Uint8Array<ArrayBuffer> {
  const { name, subject, body } = fields;
  const taken = new Set<string>();
  const placed = files.map((file) => ({
    ...file,
    path: FILES_FOLDER + freeName(file.name, taken),
  }));
  const text = {
    program: PROGRAM,
    version: VERSION,
    name,
    subject,
    body,
    ...formatsOf(fields),
    files: placed.map(({ path, name: called, type }) => ({ path, name: called, type })),
  };
  const parts: Zippable = { [TEXT_PART]: strToU8(`${JSON.stringify(text, null, 2)}\n`) };
  // Most files that people attach are packed already.
  for (const { path, content } of placed) parts[path] = [content, { level: 0 }];
  return zipSync(parts);
}

/** A name that any system allows, and that no other file has, also where case doesn't count. */
function freeName(name: string, taken: Set<string>): string {
  const safe = safeFileName(name);
  const [, stem = "", ending = ""] = /^(.+?)(\.[^.]*)?$/s.exec(safe) ?? [];
  let free = safe;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
