import { csvFile } from "./csvFile.ts";

const NAMES = ["Title", "First Name", "Name", "Invoice", "Amount", "Due", "Note", "Link"];

/** A template that takes its values from eight columns. */
export const INVOICE = {
  name: "Reminder of an invoice",
  subject: "Invoice {{Invoice}}",
  body: `<p>${NAMES.map((name) => `{{${name}}}`).join(" ")}</p>`,
};

/** A file of 25 people with all of them and their addresses; the note of the third is long. */
export function invoices() {
  const people = ["Anja,Braun", "Jörg,Weiss", "Mia,Roth"];
  const rows = Array.from({ length: 25 }, (_, i) => {
    const note = i === 2 ? `Please call ${"before noon or after the break, ".repeat(8)}`.replaceAll(",", "") : "first";
    const [number, day] = [100 + i, String(i + 1).padStart(2, "0")];
    return `Ms,${people[i % 3]},p${number}@example.org,RE-${number},"1,234.50",2027-01-${day},${note},https://example.org/re/${number}`;
  });
  return csvFile(["Title,First Name,Name,Email,Invoice,Amount,Due,Note,Link", ...rows].join("\n"));
}
