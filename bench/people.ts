import { chanceOf } from "../test/chance.ts";

const SYLLABLES = "ka lo mi ne ro sa ti vu wen da fi gor hel jan pra ster und mor".split(" ");

/** A CSV file with this many people, about 200 bytes each. */
export function peopleFile(rows: number): string {
  const chance = chanceOf(rows);
  const words = () => Array.from({ length: 40 }, () => chance.pick(SYLLABLES)).join(" ");
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = String(chance.integer(1, 28)).padStart(2, "0");
    return `Person ${i},p${i}@example.org,2026-12-${day},${chance.integer(8, 19)}:30,"Hall ${i % 9}, upstairs",${words()}`;
  });
  return ["Full Name,Email,Talk Date,Talk Time,Room,Note", ...lines].join("\r\n");
}

export const talk = {
  subject: "Your talk on {{Talk Date|date}}",
  body: "<p>Dear {{Full Name}}, see you on {{Talk Date|date}} at {{Talk Time|time}} in {{Room}}. {{Note}}</p>",
};

/** A value of some length, as people have them in a column of notes. */
export const NOTE =
  "The door opens at two. Take the stairs on the left, and bring the plan that we sent in May. "
    .repeat(2)
    .trim();
