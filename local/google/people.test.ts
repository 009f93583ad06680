import { expect, test } from "vitest";
import { personOf, SEEDED } from "./people.ts";

test("the seeded people keep their ids", () => {
  expect(SEEDED.map(({ sub, email, hd }) => [sub, email, hd])).toEqual([
    ["100000000000000000001", "ada@example.com", undefined],
    ["100000000000000000002", "grace@example.com", undefined],
    ["100000000000000000003", "linus@corp.example", "corp.example"],
  ]);
});

test.each([
  ["Ada@Example.com", "Ada Lovelace", undefined],
  ["maria.del-mar@example.com", "Maria Del Mar", undefined],
  ["tim@gmail.com", "Tim", undefined],
  ["ünal@firma.example", "Ünal", "firma.example"],
])("%s is a person", (email, name, hd) => {
  const person = personOf(email);
  expect(person?.name).toBe(name);
  expect(person?.hd).toBe(hd);
  expect(person?.sub).toMatch(/^1\d{20}$/);
  expect(personOf(email.toUpperCase())).toEqual(person);
});

test("different people have different ids", () => {
  const subs = Array.from({ length: 500 }, (_, n) => personOf(`person${n}@example.com`)?.sub);
  expect(new Set(subs).size).toBe(500);
});

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "a b@example.com",
  "a@b@example.com",
  "<ada@example.com>",
])("%j is no person", (text) => {
  expect(personOf(text)).toBeNull();
});
