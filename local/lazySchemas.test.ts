import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";

test("the Auth emulator compiles no schema before the first call", async () => {
  await import("./lazySchemas.mjs");
  const ofRoot = createRequire(import.meta.url);
  const ofCli = createRequire(ofRoot.resolve("firebase-tools/package.json"));
  const { middleware } = ofCli("exegesis-express");
  const { default: Ajv } = createRequire(ofCli.resolve("exegesis"))("ajv");
  const compile = vi.spyOn(Ajv.prototype, "compile");
  const schema = { type: "string" };
  const get = {
    operationId: "get",
    parameters: [{ name: "key", in: "query", schema }],
    responses: { 200: { description: "" } },
  };
  const info = { title: "", version: "1" };
  await middleware({ openapi: "3.0.0", info, paths: { "/a": { get } } }, { controllers: {} });
  expect(compile).not.toHaveBeenCalled();
});
