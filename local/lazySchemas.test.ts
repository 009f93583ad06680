import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";
import "./lazySchemas.mjs";

test("the CLI's Auth emulator starts without compiling a schema", async () => {
  const requireOfCli = createRequire(
    createRequire(import.meta.url).resolve("firebase-tools/package.json"),
  );
  const { createApp } = requireOfCli("./lib/emulator/auth/server.js");
  const { default: Ajv } = createRequire(requireOfCli.resolve("exegesis"))("ajv");
  const compile = vi.spyOn(Ajv.prototype, "compile").mockImplementation(() => {
    throw new Error("It compiles a schema.");
  });
  await createApp("demo-sendwright");
  expect(compile).not.toHaveBeenCalled();
});
