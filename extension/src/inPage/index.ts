/**
 * What the worker puts into a page when the person clicks there (`worker/pages.ts` calls it): in the isolated world, so that the page
 * sees nothing of it. It remembers one field; it reads and writes nothing by itself.
 */
import { collect } from "./collect.ts";
import { type Place, place } from "./field.ts";
import { insertAt } from "./insert.ts";

let kept: Place | null = null;

function remember(): boolean {
  kept = place();
  return kept !== null;
}

// Put in again by a later click, it must not forget the field.
if (!Object.hasOwn(globalThis, "sendwright")) {
  const insert = (html: string, text: string) => insertAt(kept, html, text);
  Object.assign(globalThis, { sendwright: { remember, insert, collect } });
}
