/**
 * The script that the worker injects when the person clicks (`worker/pages.ts` calls it). It runs
 * in the isolated world, so the page can't see it. It remembers one field, and reads and writes
 * only when called.
 */
import { collect } from "./collect.ts";
import { type InsertTarget, insertAt, place } from "./insert.ts";

let kept: InsertTarget | null = null;

function remember(): boolean {
  kept = place();
  return kept !== null;
}

// Put in again by a later click, it must not forget the field.
if (!Object.hasOwn(globalThis, "sendwright")) {
  const insert = (html: string, text: string) => insertAt(kept, html, text);
  Object.assign(globalThis, { sendwright: { remember, insert, collect } });
}
