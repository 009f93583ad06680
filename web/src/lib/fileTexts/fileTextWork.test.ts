import { readFileSync } from "node:fs";
import { join } from "node:path";
import { proofKey, proveFiles } from "@sendwright/core/pairing/proof";
import { describe, expect, it } from "vitest";
import { FileTextWork } from "./fileTextWork.ts";

const work = new FileTextWork();

/** A file of `fixtures`, which `makeFiles.py` made. */
function fixture(name: string): Blob {
  return new Blob([readFileSync(join(import.meta.dirname, "fixtures", name))]);
}

const people = {
  columns: ["Name", "Personnel no."],
  rows: [
    { id: 1, cells: ["Anna Müller", "10170"] },
    { id: 2, cells: ["Ben Meyer", "10171"] },
    { id: 3, cells: ["Cem Öz", "10172"] },
    { id: 4, cells: ["Steffi Pfiffner", "10173"] },
  ],
};

/** What the file proves if it is the file of this row. */
async function proofOf(name: string, row: number) {
  const text = await work.read(fixture(name));
  const found = proveFiles(
    { list: people, address: null, by: ["Name"] },
    [{ row, hash: "file" }],
    new Map([["file", text]]),
  ).proofs();
  return found.get(proofKey({ row, hash: "file" }));
}

describe("the text of a file", () => {
  it.each([
    "slip-libreoffice.pdf",
    "slip-chromium.pdf",
    "slip-reportlab.pdf",
    "slip-libreoffice.docx",
    "decomposed-libreoffice.pdf",
    "decomposed-chromium.pdf",
    "two-columns-libreoffice.pdf",
    "two-columns-chromium.pdf",
    "two-columns-reportlab.pdf",
    // It may be read, but not copied or changed.
    "owner-password-reportlab.pdf",
  ])("names its person: %s", async (name) => {
    expect(await proofOf(name, 1)).toEqual({ kind: "names_person" });
    expect(await proofOf(name, 2)).toEqual({ kind: "names_others", others: [1] });
  });

  it.each(["ligatures-libreoffice.pdf", "ligatures-chromium.pdf"])(
    "has the letters of its ligatures: %s",
    async (name) => {
      expect(await proofOf(name, 4)).toEqual({ kind: "names_person" });
    },
  );

  it.each(["everyone-libreoffice.pdf", "everyone-chromium.pdf", "everyone-reportlab.pdf"])(
    "names everyone whose pages it has: %s",
    async (name) => {
      expect(await proofOf(name, 2)).toEqual({ kind: "names_others_too", others: [1, 3] });
      expect((await work.read(fixture(name))).pages).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    "scan-reportlab.pdf",
    "outlines-chromium.pdf",
    "password-reportlab.pdf",
    "broken-cut.pdf",
    "broken-start.pdf",
    "bomb-by-hand.docx",
  ])("isn't checked, and nothing is thrown: %s", async (name) => {
    expect((await work.read(fixture(name))).text).toBeNull();
    expect(await proofOf(name, 1)).toEqual({ kind: "not_checked" });
  });

  it("is read from the first 20 of 2,000 pages", async () => {
    const text = await work.read(new Blob([pdfOf(2_000)]));
    expect(text.pages).toBe(2_000);
    expect(text.text?.match(/Page of Anna/g)).toHaveLength(20);
  });

  it("isn't looked for in other formats", async () => {
    for (const bytes of ["", "Anna Müller", "PK nothing", "{\\rtf1 Anna Müller}"])
      expect(await work.read(new Blob([bytes]))).toEqual({ text: null, pages: null });
  });
});

/** A PDF whose pages share one text. */
function pdfOf(pages: number): string {
  const text = "BT /F1 12 Tf 72 700 Td (Page of Anna) Tj ET";
  const kids = Array.from({ length: pages }, (_, i) => `${i + 5} 0 R`).join(" ");
  const page =
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>>>";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    ...Array.from({ length: pages }, () => page),
  ];
  let pdf = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const place = pdf.length;
    pdf += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  return `${pdf}xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
}
