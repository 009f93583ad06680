import { createHash } from "node:crypto";

/** People with names inside names, and umlauts. */
export const STAFF = [
  "Anna Müller",
  "Anna-Lena Müller",
  "Ben Meyer",
  "Cem Öz",
  "Dana Ek",
  "Eva Lind",
  "Finn Holm",
  "Gül Aydin",
  "Hans Meyer",
  "Ida Berg",
  "Jon Snow",
  "Kai Wolf",
] as const;

/** A file as a file field takes it. */
export interface PaySlip {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function addressOf(person: string): string {
  const letters = person.toLowerCase().replace("ü", "ue").replace("ö", "oe");
  return `${letters.replace(/[^a-z]+/g, ".")}@example.org`;
}

/** The list of people, with a personnel number each. */
export function staffList(people: readonly string[] = STAFF): string {
  const rows = people.map((person, i) => `${person},${addressOf(person)},${10_100 + i}`);
  return ["Name,Email,Personnel no.", ...rows].join("\n");
}

/** A PDF of one page that names a person, of at least `bytes`. No two have the same bytes. */
export function paySlip(person: string, names = person, bytes = 0): PaySlip {
  const comment = Buffer.from(person).toString("hex").padEnd(bytes, "0");
  const buffer = pdfWith(`Pay slip of ${names}`, comment);
  return { name: `${person}.pdf`, mimeType: "application/pdf", buffer };
}

export function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function pdfWith(text: string, comment: string): Buffer {
  const stream = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
  ];
  let pdf = `%PDF-1.4\n%${comment}\n`;
  const places = objects.map((object, i) => {
    const place = pdf.length;
    pdf += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const end = `xref\n0 6\n0000000000 65535 f \n${places.join("")}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
  // WinAnsi has Latin-1's letters in their places.
  return Buffer.from(pdf + end, "latin1");
}
