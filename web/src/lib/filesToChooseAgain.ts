/**
 * The names of files that were chosen before a reload and aren't chosen now. Several files may have
 * the same name.
 */
export function filesToChooseAgain(
  before: readonly string[],
  chosen: readonly { name: string }[],
): string[] {
  const names = chosen.map(({ name }) => name);
  return before.filter((name) => {
    const at = names.indexOf(name);
    if (at !== -1) names.splice(at, 1);
    return at === -1;
  });
}

/** The names of two forms' files. A file that both have is named once. */
export function filesOfBoth(some: readonly string[], others: readonly string[]): string[] {
  const chosen = some.map((name) => ({ name }));
  return [...some, ...filesToChooseAgain(others, chosen)];
}
