import { spawnSync } from "node:child_process";
import { root } from "../places.ts";

/**
 * What Hosting's list of releases shows for a deployment: the commit, and whether files that git knows were changed since.
 * A copy without git has no commit.
 */
export function deployedVersion(folder = root): string {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"], {
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? `commit ${stdout.trim()}` : "a copy without git";
}
