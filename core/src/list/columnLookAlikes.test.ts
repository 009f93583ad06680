import { expect, it } from "vitest";
import { listOfText } from "../testing/csvCheck.ts";
import { columnLookAlikes } from "./columnLookAlikes.ts";

const list = listOfText("Email,Room,First Name\nann@example.org,A1,Ann\n");
const warnings = (body: string, subject = "") => columnLookAlikes(list, { subject, body });

it("names the column that plain text looks like (rule: look-alikes)", () => {
  expect(warnings("<p>[first_name]</p>", "{room}")).toEqual([
    '"{room}" is plain text, but the list has the column "Room": use {{Room}}.',
    '"[first_name]" is plain text, but the list has the column "First Name": use {{First Name}}.',
  ]);
});

it.each([
  ["the addresses", "<p>[Email]</p>"],
  ["a name that no column has", "<p>[Other]</p>"],
  ["a placeholder", "<p>{{Room}}</p>"],
  ["a look-alike that the email has without the list", "<p>*|ROOM|* {{Room}} [Room]</p>"],
])("says nothing of %s", (_what, body) => {
  expect(warnings(body)).toEqual([]);
});

it("says each thing once, and no more than twenty", () => {
  expect(warnings("<p>[Room] [Room]</p>")).toHaveLength(1);
  const headers = Array.from({ length: 30 }, (_, n) => `Column ${n}`);
  const wide = listOfText(`Email,${headers.join()}\nann@example.org,${headers.join()}\n`);
  const body = headers.map((header) => `[${header}]`).join(" ");
  expect(columnLookAlikes(wide, { subject: "", body })).toHaveLength(20);
});
