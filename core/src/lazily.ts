/**
 * Makes a value when it is first needed, and keeps it. A formatter of dates or numbers takes long
 * to make, and no page or function should wait for one as it starts.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
