import { expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { peopleIn, peopleOf } from "./people.ts";

function askedAbout(text: string, variables: ReturnType<typeof aVariable>[] = []) {
  const list = aList(text);
  const check = aCheck(list, variables);
  return check.rows
    .filter(({ verdict }) => verdict === "ready")
    .map(peopleOf(list, check, variables))
    .map(({ name, address }) => `${name}|${address}`);
}

it.each([
  ["Email\na@x.org", "|a@x.org"],
  ["Email\nAnna Berger <a@x.org>", "Anna Berger|a@x.org"],
  ["Name,Email\nAnna Berger,a@x.org", "Anna Berger|a@x.org"],
  ["First name,Last name,Email\nAnna,Berger,a@x.org", "Anna Berger|a@x.org"],
  ["Parent,Child first name,Email\nAnna Berger,Mia,a@x.org", "Anna Berger · Mia|a@x.org"],
  ["Child first name,Email\nMia,Anna Berger <a@x.org>", "Anna Berger · Mia|a@x.org"],
  // Neither a count nor an answer is a name.
  ["Name,Guests,Member,Email\nAnna,2,yes,a@x.org", "Anna|a@x.org"],
  ["Room,Email\nGym,a@x.org", "|a@x.org"],
])("names the people of a row as the list knows them: %j", (text, person) => {
  expect(askedAbout(text)).toEqual([person]);
});

it("takes no one's name from a value that all rows share", () => {
  const list = aList("Email\na@x.org\n");
  const variables = [aVariable("Name")];
  const check = aCheck(list, variables, { values: new Map([["Name", "friends"]]) });
  const [row] = check.rows;
  expect(row && peopleOf(list, check, variables)(row)).toEqual({ name: "", address: "a@x.org" });
});

it.each([
  ["Email\na@x.org", "a@x.org"],
  [
    "Parent,Child first name,Email\nAnna Berger,Mia,a@x.org\n,,b@x.org",
    "Anna Berger · Mia (a@x.org) and b@x.org",
  ],
  ["Email\nAnn <a@x.org>\nwrong\nc@x.org", "Ann (a@x.org), wrong and c@x.org"],
  ["Email\na@x.org\nb@x.org\nc@x.org\nd@x.org", "a@x.org, b@x.org, c@x.org and 1 more"],
  ["Name,Room\nAnn,Gym\n", "Ann"],
  ["Email,Room\n,Gym\n,Hall", "2 people"],
])("names the people of an unsent list: %j", (text, words) => {
  expect(peopleIn(aList(text))).toBe(words);
});
