/** Values that one query can look for. */
const VALUES = 30;

/** Values in portions that one query each can look for. */
export function inChunks<T>(all: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < all.length; at += VALUES) chunks.push(all.slice(at, at + VALUES));
  return chunks;
}
