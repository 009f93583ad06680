import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../places.ts";

const { functions, hosting } = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));

/** Runs a hook as the Firebase CLI does. */
function run(hook: string, checked?: string) {
  const env = { ...process.env, PROJECT_DIR: root, GCLOUD_PROJECT: "mail-of-ours", SENDWRIGHT_CHECKED: checked };
  const { status, stderr } = spawnSync(hook, { cwd: root, env, shell: true, encoding: "utf8" });
  return { status, stderr };
}

it.each([
  ["functions", functions[0].predeploy],
  ["page", hosting.predeploy],
])("%s: only what npm run deploy has checked is uploaded", (_name, hooks) => {
  expect(hooks).toHaveLength(1);
  expect(run(hooks[0], "mail-of-ours")).toMatchObject({ status: 0 });
  for (const other of [undefined, "another-project"]) {
    const refused = run(hooks[0], other);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("npm run deploy -- --project mail-of-ours");
  }
});
