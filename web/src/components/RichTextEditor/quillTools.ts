/**
 * The functions of lodash that Quill uses, for the data that Quill has: lists, objects, and values
 * without parts. The page's build puts them in lodash's place, which is larger than Quill's own
 * editor.
 */

type Members = Record<string, unknown>;

/** Neither a list nor one of the browser's own objects. */
function hasParts(value: unknown): value is Members {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function isPlain(value: unknown): value is Members {
  return hasParts(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** A copy at all levels; functions, patterns and the browser's objects stay the same. */
export function cloneDeep<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(cloneDeep) as Value;
  if (!hasParts(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const name of Object.keys(value)) copy[name] = cloneDeep(value[name]);
  return copy;
}

/** Whether two values have the same parts at all levels. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  const areBoth = (is: (value: unknown) => boolean) => is(one) && is(other);
  if (!areBoth(Array.isArray) && !areBoth(hasParts)) return false;
  const [first, second] = [one as Members, other as Members];
  const names = Object.keys(first);
  return (
    first.constructor === second.constructor &&
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && isEqual(first[name], second[name]))
  );
}

/**
 * Gives an object the parts of others, at all levels of plain objects. A later part wins, unless it
 * is undefined. Lists are replaced.
 */
export function merge(into: Members, ...others: unknown[]): Members {
  for (const other of others)
    for (const [name, part] of Object.entries(other ?? {})) {
      const own = into[name];
      if (isPlain(part)) into[name] = merge(isPlain(own) ? own : {}, part);
      else if (part !== undefined || !(name in into)) into[name] = cloneList(part);
    }
  return into;
}

function cloneList(value: unknown): unknown {
  return Array.isArray(value) ? cloneDeep(value) : value;
}
