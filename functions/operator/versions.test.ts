import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it.each([[[]], [["no-such-commit"]]])(
  "`npm run versions` with %j prints its usage, and ends with 1",
  (words) => {
    const args = ["--import", "tsx", "functions/test/tryVersion.ts", ...words];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect({ status, said: stderr.split("\n")[0] }).toEqual({
      status: 1,
      said: "Use it like this: npm run versions -- COMMIT [--record]",
    });
  },
);
