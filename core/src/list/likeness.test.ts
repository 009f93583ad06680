import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import "../../../test/seed.ts";
import { suggestColumns } from "./columns.ts";

const isSuggested = (header: string, name: string) =>
  (suggestColumns([name], [header]).get(name) ?? []).includes(header);

describe("a column that looks like a placeholder", () => {
  test.each([
    // The words in any order.
    ["First name child", "Child first name"],
    ["Name, first", "First name"],
    ["Date of birth", "Birth date"],
    ["Birthday child", "Child birthday"],
    ["Name of the child", "Child name"],
    ["Child's first name", "First name child"],
    ["Vorname Kind", "Kind Vorname"],
    ["Name des Kindes", "Kind Name"],
    ["Betrag netto in €", "Betrag in €"],
    ["PLZ Ort", "Ort PLZ"],
    ["Nom de l'enfant", "Enfant nom"],
    ["Nombre del niño", "Niño nombre"],
    // Other endings.
    ["Driving", "Drives"],
    ["Driver", "Drives"],
    ["Drive", "Driving"],
    ["Payment", "Paying"],
    ["First Names", "First Name"],
    ["Kids", "Kid"],
    ["Children", "Child"],
    ["Allergy", "Allergies"],
    ["Companies", "Company"],
    ["Addresses", "Address"],
    ["Classes", "Class"],
    ["Shipping", "Shipped"],
    ["Kinder", "Kind"],
    ["Fahrer", "Fährt"],
    ["Fahren", "Fährt"],
    ["Rechnungen", "Rechnung"],
    ["Orte", "Ort"],
    ["Lehrerin", "Lehrer"],
    // Other spellings.
    ["Fällig am", "fallig"],
    ["Faellig", "Fällig"],
    ["Schueler", "Schüler"],
    ["vorname_schueler", "Schüler Vorname"],
    ["Straße", "Strasse"],
    ["Societe", "Société"],
    ["MÜLLERSTRASSE", "Muellerstraße"],
    ["Größe T-Shirt", "T-Shirt-Groesse"],
    ["Prénom", "PRENOM"],
    // Joined words.
    ["firstName", "first_name"],
    ["childFirstName", "Child first name"],
    ["first_name_child", "childFirstName"],
    ["CHILD-FIRST-NAME", "child first name"],
    ["FIRST_NAME", "First Name"],
    ["Kickoff", "Kick-off"],
    ["kick off time", "Kick-off time"],
    ["Email parent", "parent e-mail"],
    ["Kindervorname", "Vorname Kind"],
    ["Firstname child", "Child first name"],
    ["PLZOrt", "PLZ Ort"],
    ["InvoiceNo2", "invoice no 2"],
    ["Line2", "Line 2"],
    // Mistyped or shortened.
    ["First Nmae", "First Name"],
    ["Frist Name", "First Name"],
    ["FIRST_NMAE", "First Name"],
    ["Full Nmae", "Full Name"],
    ["Rechnungsnr.", "Rechnungsnummer"],
    ["offene Rechnungsnr", "Offene Rechnungsnummer"],
    ["Kundennr.", "Kundennummer"],
    ["Tel.", "Telephone"],
    ["Cust number", "Customer number"],
    ["Nam", "Name"],
    // One of them says more.
    ["Betrag in €", "Betrag"],
    ["Betrag", "Betrag in €"],
    ["offener BETRAG (EUR)", "Betrag"],
    ["first_name", "Name"],
    ["Name", "First name"],
    ["Name child", "Child first name"],
    ["Your name", "Name"],
    ["Training place", "Place"],
    // No words at all.
    ["コメント ", "コメント!"],
    ["お名前", "お名前"],
  ])("%j looks like {{%s}}", (header, name) => {
    expect(isSuggested(header, name)).toBe(true);
  });

  test.each([
    ["Name", "Child first name"],
    ["Paid", "Not paid"],
    ["Bezahlt", "Nicht bezahlt"],
    ["With meal", "Without meal"],
    ["Last Name", "First Name"],
    ["First name parent", "First name child"],
    ["Child last name", "Child first name"],
    ["Mother", "Other"],
    ["Father", "Rather"],
    ["Address 2", "Address 1"],
    ["Line2", "Line 3"],
    ["ID", "IP"],
    ["?", "!?"],
    ["Betragsart", "Betrag"],
    ["Anrede", "Anreise"],
    ["Vorxyme", "Vorname"],
    ["Vorxnme", "Vorname"],
    ["Voraxme", "Vorname"],
    ["Nr.", "Nummer"],
    ["€", "Betrag"],
    ["Kind", "Kindergarten"],
    ["Party", "Part"],
    ["Start", "Star"],
    ["List", "Last"],
    ["Date", "Data"],
    ["Country", "County seat"],
    ["City", "Ort"],
    ["Parent email", "Parent name"],
    ["Due date", "Birth date"],
    ["Price", "Place"],
    ["Day", "Date"],
    ["Paid", "Place"],
    ["Note", "Name"],
    ["Training", "Rain"],
    ["Date", "Payment due date"],
  ])("%j doesn't look like {{%s}}", (header, name) => {
    expect(isSuggested(header, name)).toBe(false);
  });
});

describe("several columns", () => {
  const offered = (headers: string[], names: string[]) =>
    [...suggestColumns(names, headers)].flatMap(([name, own]) =>
      own.map((header) => [name, header]),
    );

  it("are offered if they are equally near, up to three", () => {
    expect(offered(["Betrag netto", "Ort", "Betrag brutto"], ["Betrag"])).toEqual([
      ["Betrag", "Betrag netto"],
      ["Betrag", "Betrag brutto"],
    ]);
    expect(offered(["B x", "B v", "B z", "B w"], ["B"])).toEqual([]);
  });

  it("give way to a nearer one", () => {
    expect(offered(["Name", "First name child"], ["Child first name"])).toEqual([
      ["Child first name", "First name child"],
    ]);
    expect(offered(["First Name", "Names"], ["Name", "First Names"])).toEqual([
      ["Name", "Names"],
      ["First Names", "First Name"],
    ]);
  });

  it("are each offered to one placeholder, the nearest", () => {
    expect(offered(["First Name"], ["Name", "First Names"])).toEqual([
      ["First Names", "First Name"],
    ]);
    expect(offered(["Full Name"], ["Name", "Full"])).toEqual([["Name", "Full Name"]]);
    expect(offered(["NAME"], ["name", "Name"])).toEqual([["name", "NAME"]]);
  });

  it("are never offered twice, and an equal name always wins, whatever the words and their order", () => {
    const word = fc.constantFrom(
      "child",
      "first",
      "name",
      "parent",
      "Kinder",
      "drives",
      "due",
      "date",
      "Fällig",
      "2",
      "of",
    );
    const name = fc.tuple(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(" ", "_", "-"),
    );
    const names = fc.uniqueArray(
      name.map(([words, between]) => words.join(between)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(names, names, (placeholders, headers) => {
        const found = offered(headers, placeholders);
        expect(new Set(found.map(([, header]) => header)).size).toBe(found.length);
        for (const [one = "", header = ""] of found) expect(isSuggested(header, one)).toBe(true);
        for (const same of placeholders.filter((one) => headers.includes(one)))
          expect(found.some(([, header]) => header === same)).toBe(true);
      }),
    );
  });
});

it("compares neither sentences nor more names than a person writes", () => {
  const long = "x".repeat(101);
  expect(suggestColumns([long], [long])).toEqual(new Map());
  const many = Array.from({ length: 400 }, (_, at) => `Name of field ${at}`);
  expect(suggestColumns(many, many).size).toBe(200);
});
