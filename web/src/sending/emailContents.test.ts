import { createHash } from "node:crypto";
import type { CheckResult } from "@sendwright/core/check/types";
import { DEFAULT_FORMATS } from "@sendwright/core/contract";
import type { RowFiles } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import { type ContentFile, emailText, rowTexts } from "@sendwright/core/sends/content";
import { expect, it } from "vitest";
import { type ContentSource, emailContents } from "./emailContents.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const texts = { subject: "To {{Name}}", body: "<p>By {{Due|date}}</p>" };
const { variables } = parseTemplate(texts);
const stored = (name: string, more: { hash?: string }) => ({
  original_filename: name,
  storage_path: `path of ${name}`,
  size: 1,
  content_type: "text/plain",
  ...more,
});
const source: ContentSource = {
  ...DEFAULT_FORMATS,
  ...texts,
  variables,
  signature: "<p>Ann</p>",
  attachments: [stored("new.txt", { hash: "of new" }), stored("old.txt", {})],
  added: [new File(["x"], "chosen.txt")],
};
const row = (id: number, verdict: "ready" | "skip") =>
  ({ id, n: id, verdict, values: ["Bo", "1/2/2026"] }) as CheckResult["rows"][number];
const check = {
  rows: [row(1, "ready"), row(2, "ready"), row(3, "skip"), row(4, "ready")],
  dateOrders: new Map([["Due", "dmy" as const]]),
  numberForms: new Map(),
};

/** What the server would hash for the same row. */
function expected(own: ContentFile[] = [], further: string[][] = []): string {
  const files = [
    { name: "new.txt", content: "of new" },
    { name: "old.txt", content: "path of old.txt" },
    { name: "chosen.txt", content: hashOf("x") },
  ];
  const email = { ...source, signature: "<p>Ann</p>", dateOrders: check.dateOrders, files };
  return hashOf(rowTexts(email)(hashOf(emailText(email)), ["Bo", "1/2/2026"], own, further));
}

it("hashes each row that goes, with its own files, but none whose files only the server knows", async () => {
  const own = new Map<number, RowFiles>([
    [2, { files: [{ name: "slip.pdf", hash: "of slip" }] }],
    [4, { files_of: { send: "earlier", row: 1 } }],
  ]);
  expect([...(await emailContents(source, check, own))]).toEqual([
    [1, expected()],
    [2, expected([{ name: "slip.pdf", content: "of slip" }])],
  ]);
});

it("knows nothing without the signature, or if a file can't be read", async () => {
  const lost = new File(["x"], "lost.txt");
  lost.arrayBuffer = () => Promise.reject(new Error("It was moved."));
  expect(await emailContents({ ...source, signature: null }, check)).toEqual(new Map());
  expect(await emailContents({ ...source, added: [lost] }, check)).toEqual(new Map());
});

it("hashes an email for several rows once, with the values and the files of all of them", async () => {
  const family = [
    { ...row(1, "ready"), further: [3] },
    row(2, "ready"),
    { ...row(3, "skip"), verdict: "joined" as const, joinedTo: 1, values: ["Cy", "1/2/2026"] },
  ];
  const file = (name: string) => ({ files: [{ name, hash: `of ${name}` }] });
  const own = new Map<number, RowFiles>([
    [1, file("a.pdf")],
    [3, { files: [...file("b.pdf").files, ...file("a.pdf").files] }],
  ]);
  const contents = await emailContents(source, { ...check, rows: family }, own);
  const both = ["a.pdf", "b.pdf"].map((name) => ({ name, content: `of ${name}` }));
  expect([...contents]).toEqual([
    [1, expected(both, [["Cy", "1/2/2026"]])],
    [2, expected()],
  ]);
});
