import { describe, expect, it } from "vitest";
import { aSend } from "../../testing/sendFactories.ts";
import { sendsFound } from "./SendsTab.tsx";

describe("looking for a send", () => {
  const sends = [
    aSend({ id: "a", title: "Invitation", subject: "Summer fête, {{Name|text:friend}}" }),
    aSend({ id: "b", title: "Reminder", subject: "Your invoice" }),
    aSend({ id: "c", title: null, subject: null }),
  ];
  it.each([
    ["", ["a", "b", "c"]],
    ["INVITATION", ["a"]],
    ["fete summer", ["a"]],
    ["fête, name", ["a"]],
    ["friend", []],
    ["inv", ["a", "b"]],
    ["deleted", ["c"]],
    ["inv summer reminder", []],
  ])("%j finds %j", (sought, found) => {
    expect(sendsFound(sends, sought).map(({ id }) => id)).toEqual(found);
  });
});
