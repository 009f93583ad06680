/**
 * The script that the worker injects when the person clicks (`worker/pages.ts` and
 * `worker/insertion.ts` call it). It runs in the isolated world, so the page can't see it. It reads
 * and writes only when called. Between two calls it keeps what its last insertion replaced, for
 * Undo.
 */
import { collect } from "./collect.ts";
import { look } from "./field.ts";
import { insert, takeBack } from "./insert.ts";

// Put in again by a later click, it must not forget the field.
if (!Object.hasOwn(globalThis, "sendwright"))
  Object.assign(globalThis, { sendwright: { look, insert, takeBack, collect } });
