import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..", ".github", "workflows");

test("every action of a workflow is named by its commit: a tag can be moved to other code", () => {
  const uses = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/uses:\s*(.+)/g)].map(
      ([, action]) => action,
    ),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses)
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
