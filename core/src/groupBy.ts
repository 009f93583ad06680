/** The items with the same key, by key; keys and items keep their order. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) add(groups, keyOf(item), item);
  return groups;
}

/** The values with the same key, by key; keys and values keep their order. */
export function groupEntries<Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) add(groups, key, value);
  return groups;
}

function add<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
