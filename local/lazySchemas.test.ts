import { createRequire } from "node:module";
import { createApp } from "firebase-tools/lib/emulator/auth/server.js";
import { expect, test, vi } from "vitest";
import "./lazySchemas.mjs";
import { firebaseCli } from "./places.ts";

test("the CLI's Auth emulator starts without compiling a schema", async () => {
  const exegesis = createRequire(firebaseCli).resolve("exegesis");
  const { default: Ajv } = createRequire(exegesis)("ajv");
  const compile = vi.spyOn(Ajv.prototype, "compile").mockImplementation(() => {
    throw new Error("It compiles a schema.");
  });
  await createApp("demo-sendwright");
  expect(compile).not.toHaveBeenCalled();
});
