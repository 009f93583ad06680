import type { Variable } from "@sendwright/core/contract";
import { readDate } from "@sendwright/core/dates/dates";
import type { Feed, List } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import * as z from "zod/mini";
import { remember, remembered } from "../../../lib/remembered.ts";

const feedsKey = (template: string) => `feeds:${template}`;

/** Placeholder → the hash of a header. */
const storedFeeds = z.array(z.tuple([z.string(), z.string()]));

/** The columns that you chose for a template before: placeholder → the hash of a header. */
export type RememberedFeeds = ReadonlyMap<string, string>;

/**
 * Remembers which columns you chose for a template, in this browser until you log out (rule: the
 * list). Stores only hashes, and nothing about headers that look like a person's data.
 */
export function rememberFeeds(uid: string, template: string, { mapping }: List): void {
  if (mapping.values.size === 0) return;
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
 * A list with remembered columns for the placeholders that no choice and no header of its own
 * decides.
 */
export function withRememberedFeeds(
  list: List,
  known: RememberedFeeds,
  variables: readonly Variable[],
): List {
  if (known.size === 0) return list;
  const feeds = feedsOf(list, variables);
  const headers = new Map(list.columns.map((header) => [hashOf(header), header]));
  const recalled = [...known].flatMap(([name, hash]): [string, Feed][] => {
    const column = headers.get(hash);
    const isOpen = feeds.get(name) === null && !list.mapping.values.has(name);
    return column === undefined || !isOpen ? [] : [[name, { column }]];
  });
  if (recalled.length === 0) return list;
  return {
    ...list,
    mapping: { ...list.mapping, values: new Map([...recalled, ...list.mapping.values]) },
  };
}

function readFeeds(text: string | null): z.output<typeof storedFeeds> {
  try {
    return storedFeeds.safeParse(JSON.parse(text ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** In a file without headers, people are in their place. */
function isData(header: string): boolean {
  return header.includes("@") || /^[\d\s.,;:/()+-]+$/.test(header) || readDate(header) !== null;
}

/** 53 bits (cyrb53): enough to recognize a header, but not to reconstruct it. */
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
