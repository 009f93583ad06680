/** The code of an error of Firebase, Google or Node; undefined if it has none. */
export function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}
