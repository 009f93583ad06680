import { chanceOf } from "../test/chance.ts";
import { words } from "./words.ts";

/** A list of people with so many rows, about 200 bytes each. */
export function aFile(rows: number): string {
  const next = chanceOf(rows).number;
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = String(1 + Math.floor(next() * 28)).padStart(2, "0");
    const note = words(next, 120);
    return `Person ${i},p${i}@example.org,2026-12-${day},${Math.floor(next() * 12) + 8}:30,"Hall ${i % 9}, upstairs",${note}`;
  });
  return ["Full Name,Email,Talk Date,Talk Time,Room,Note", ...lines].join("\r\n");
}
