/**
 * Google's cloud installs the deployed functions from their own lock: the part of the root's lock
 * that the functions need, entry by entry, so that the tested versions run.
 */

/**
 * The fields of a package in a lock that we read.
 * @typedef {{
 *   version?: string,
 *   resolved?: string,
 *   integrity?: string,
 *   dev?: boolean,
 *   optional?: boolean,
 *   devOptional?: boolean,
 *   peer?: boolean,
 *   dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} Locked
 */

/** @typedef {{ name: string, version: string, dependencies: Record<string, string> }} Manifest */

/**
 * Takes the root's lock and the manifest that is deployed; gives the lock that belongs to the
 * manifest. Throws when a package is missing from the root's lock, or has no integrity.
 * @template {Manifest} M
 * @param {{ lockfileVersion: number, packages: Record<string, Locked> }} lock
 * @param {M} manifest
 */
export function deployedLock(lock, manifest) {
  /** @type {Map<string, { optional: boolean }>} */
  const needed = new Map();

  /** @param {string} from @param {string} name @param {boolean} optional */
  function need(from, name, optional) {
    const path = resolvedPath(lock.packages, from, name);
    if (path === undefined) {
      if (optional) return;
      throw new Error(`The lock has no ${name}, which ${from || manifest.name} needs.`);
    }
    const known = needed.get(path);
    if (known && (optional || !known.optional)) return;
    needed.set(path, { optional });
    for (const [each, mayMiss] of dependenciesOf(lock.packages[path] ?? {}))
      need(path, each, optional || mayMiss);
  }

  for (const name of Object.keys(manifest.dependencies)) need("", name, false);
  const paths = [...needed.keys()].sort();
  const entries = paths.map((path) => [
    path,
    entryOf(lock, path, needed.get(path)?.optional ?? false),
  ]);
  return {
    name: manifest.name,
    version: manifest.version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { "": manifest, ...Object.fromEntries(entries) },
  };
}

/**
 * Where Node finds a package for one that lies at `from`: in its own node_modules, else in those
 * above it. A package that only a workspace's own node_modules holds is not found: it would lie
 * elsewhere once it is deployed.
 * @param {Record<string, Locked>} packages @param {string} from @param {string} name
 */
function resolvedPath(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = `${at}${at ? "/" : ""}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return undefined;
  }
}

/**
 * The names that a package depends on, each with whether it may be missing. A peer that may be
 * missing is not brought by npm.
 * @param {Locked} locked @returns {[string, boolean][]}
 */
function dependenciesOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  const firm = [...Object.keys(dependencies ?? {}), ...peers].filter(
    (name) => !optionalDependencies?.[name],
  );
  return [
    ...firm.map((name) => /** @type {[string, boolean]} */ ([name, false])),
    ...Object.keys(optionalDependencies ?? {}).map(
      (name) => /** @type {[string, boolean]} */ ([name, true]),
    ),
  ];
}

/**
 * The root's entry, with the mark that it has here: nothing that is deployed is for development.
 * @param {{ packages: Record<string, Locked> }} lock @param {string} path @param {boolean} optional
 */
function entryOf(lock, path, optional) {
  const { dev, devOptional, optional: _, peer, ...entry } = lock.packages[path] ?? {};
  if (!entry.integrity) throw new Error(`The lock has no integrity for ${path}.`);
  return { ...entry, ...(optional ? { optional: true } : {}) };
}
