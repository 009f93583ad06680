import type { Variable } from "@sendwright/core/contract";
import { readDate } from "@sendwright/core/dates/dates";
import type { Feed, List } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import * as z from "zod/mini";
import { remember, remembered } from "../../../lib/remembered.ts";

const feedsKey = (template: string) => `feeds:${template}`;

/** Placeholder → the hash of a header. */
const storedFeeds = z.array(z.tuple([z.string(), z.string()]));

/** The columns that you chose for a template before, as stored. */
export type RememberedFeeds = ReadonlyMap<string, string>;

/**
 * Remembers which columns you chose for a template, in this browser until you log out (rule: the
 * list). Stores hashes instead of headers. A short text can be guessed from its hash, so it stores
 * nothing about a header that may be a person's data.
 */
export function rememberFeeds(uid: string, template: string, { columns, mapping }: List): void {
  // In a file without headers, the first person's values are in their place.
  const isHeadless = columns.some((header) => header.includes("@"));
  if (mapping.values.size === 0 || isHeadless) return;
  const known = new Map(rememberedFeeds(uid, template));
  for (const [name, feed] of mapping.values) {
    if (feed === "same" || isData(feed.column)) known.delete(name);
    else known.set(name, hashOf(feed.column));
  }
  remember(uid, feedsKey(template), known.size > 0 ? JSON.stringify([...known]) : null);
}

/** The remembered columns of a template. */
export function rememberedFeeds(uid: string, template: string): RememberedFeeds {
  return new Map(readFeeds(remembered(uid, feedsKey(template))));
}

/**
 * A list with remembered columns for the placeholders that have none. A placeholder with a choice of
 * yours or a column of its name keeps that.
 */
export function withRememberedFeeds(
  list: List,
  known: RememberedFeeds,
  variables: readonly Variable[],
): List {
  if (known.size === 0) return list;
  const feeds = feedsOf(list, variables);
  const headers = new Map(list.columns.map((header) => [hashOf(header), header]));
  const recalled = [...known].flatMap(([name, hash]): [string, { column: string }][] => {
    const column = headers.get(hash);
    const isOpen = feeds.get(name) === null && !list.mapping.values.has(name);
    return column === undefined || !isOpen ? [] : [[name, { column }]];
  });
  if (recalled.length === 0) return list;
  // A column that is chosen for one placeholder would no longer be found for another.
  const chosen = new Set(recalled.map(([, { column }]) => column));
  const found = [...feeds].flatMap(([name, column]): [string, Feed][] =>
    column !== null && chosen.has(column) ? [[name, { column }]] : [],
  );
  const values = new Map([...recalled, ...found, ...list.mapping.values]);
  return { ...list, mapping: { ...list.mapping, values } };
}

function readFeeds(text: string | null): z.output<typeof storedFeeds> {
  try {
    return storedFeeds.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** Whether a header looks like an address, a number or a date. */
function isData(header: string): boolean {
  return header.includes("@") || /^[\d\s.,;:/()+-]+$/.test(header) || readDate(header) !== null;
}

/** A hash of 53 bits (cyrb53): enough to recognize a header. */
function hashOf(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
}
