import { expect, it, test } from "vitest";
import { readCsv } from "../csv/readCsv.ts";
import { isErrorText } from "./errorText.ts";

it.each([
  "#N/A",
  "#REF!",
  "#DIV/0!",
  "#NAME?",
  "#SPILL!",
  "#GETTING_DATA",
  "#ERROR!",
  "Loading...",
  "Err:502",
  "#Fehler:502",
  "########",
  "#WERT!",
  "#NV",
  "#NOM?",
  "#¡VALOR!",
  "#¿NOMBRE?",
  "#DEEL/0!",
  "#SAKNAS!",
  "#PUUTTUU!",
  "#N/D!",
  "#NENÍ_K_DISPOZICI",
  "#ZÉRÓOSZTÓ!",
  "#ССЫЛКА!",
  "#Н/Д",
  "#ΔΙΑΙΡ./0!",
  "#スピル!",
])("%s is an error", (text) => {
  expect(isErrorText(text)).toBe(true);
});

it.each([
  "#ABC!",
  "#TEAM!",
  "#1!",
  "#WOW?",
  "#MeToo",
  "#n/a",
  "#Ref!",
  "N/A",
  "#",
  "##",
  "#12",
  "#NEU",
  "Err:",
  "Error",
  "Loading",
  "Fehler",
])("%s is text", (text) => {
  expect(isErrorText(text)).toBe(false);
});

test("an error is blank, with a note; a text like one is what it says", () => {
  const { rows, warnings } = readCsv("Email,Team\na@x.org,#ABC!\nb@x.org,Loading...\n");
  expect(rows.map(({ cells }) => cells[1])).toEqual(["#ABC!", ""]);
  expect(warnings.map(({ n }) => n)).toEqual([2]);
});

test("an error beyond the columns is named by the number of its value", () => {
  const { warnings } = readCsv("Email,Team\na@x.org,Owls,x,#REF!\n");
  expect(warnings.map(({ message }) => message)).toContain(
    "Row 1 has an error such as #N/A in value 4. It's read as blank.",
  );
});
