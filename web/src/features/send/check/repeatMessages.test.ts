import { changed } from "@sendwright/core/list/change";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { repeatsQuestion } from "./repeatMessages.ts";

describe("the question about rows that share a mailbox", () => {
  it.each([
    [["Name"], "Name"],
    [["Name", "Invoice"], "Name and Invoice"],
    [["Name", "Invoice", "Due"], "Name, Invoice and Due"],
    [["Name", "Invoice", "Due", "City"], "Name, Invoice, Due and 1 more"],
    [["Name", "Invoice", "Due", "City", "At"], "Name, Invoice, Due and 2 more"],
  ])("names %j", (names, words) => {
    const question = { rows: [1, 2], mailboxes: 1, names, isOpen: true };
    expect(repeatsQuestion(question)).toBe(`2 rows share one mailbox but differ in ${words}.`);
  });

  it("counts rows and mailboxes", () => {
    const rows = Array.from({ length: 2_400 }, (_, index) => index);
    expect(repeatsQuestion({ rows, mailboxes: 1_100, names: ["Name"], isOpen: true })).toBe(
      "2,400 rows share 1,100 mailboxes but differ in Name.",
    );
  });

  it("is about the rows that the check found", () => {
    const text = "Email,Name,City\nann@x.org,Ann,A\nbo@x.org,Bo,B\nANN@x.org,Anna,A\nbo@x.org,Bo,C\ncy@x.org,Cy,C\n";
    const list = aList(text);
    const variables = [aVariable("Name"), aVariable("City")];
    const { repeats } = aCheck(list, variables);
    expect(repeats && repeatsQuestion(repeats)).toBe("4 rows share 2 mailboxes but differ in Name and City.");
    expect(repeats?.isOpen).toBe(true);
    const decided = changed(list, { type: "repeats", repeats: "first" });
    expect(aCheck(decided, variables).repeats?.isOpen).toBe(false);
    expect(aCheck(list, []).repeats).toBeNull();
  });
});
