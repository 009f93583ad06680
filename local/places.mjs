import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Where one stack keeps what git ignores. A shifted stack has a folder of its own, so that two never share a file.
 * @param {number} shift
 */
export function placesFor(shift) {
  const base = join(root, ".local", ...(shift === 0 ? [] : [`shift-${shift}`]));
  return {
    base,
    logs: join(base, "logs"),
    state: join(base, "state"),
    firebaseConfig: join(root, shift === 0 ? "firebase.local.json" : `firebase.local-${shift}.json`),
  };
}
