/**
 * Whether a part of the page could not be loaded: the connection was away, or a newer version has
 * replaced it. Many browsers never ask again for such a script; only a reload does.
 */
export function isLostScript(error: unknown): boolean {
  const said = error instanceof Error ? error.message : "";
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(
    said,
  );
}
