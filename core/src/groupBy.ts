/** The items with the same key, by key; keys and items keep their order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  return groupEntries(items.map((item) => [keyOf(item), item]));
}

/** The values with the same key, by key; keys and values keep their order. */
export function groupEntries<Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
