/**
 * Preloaded into the Firebase CLI (`node --import`). Its Auth emulator compiles the schemas of all
 * calls of Google's API when it starts, which takes three quarters of the CLI's start. With this, it
 * compiles the schemas of a call when it gets the first one.
 *
 * The library that compiles them (exegesis) has an option for this, but the CLI has no setting for
 * it, so we add it to each call of the library. If a new version of the CLI calls it another way,
 * lazySchemas.test.ts fails; the CLI then only starts as slowly as before.
 */
import { createRequire } from "node:module";

const requireOfCli = createRequire(import.meta.resolve("firebase-tools/package.json"));
const exegesis = requireOfCli("exegesis-express");
const { middleware } = exegesis;

/** @param {object} api @param {object} options */
exegesis.middleware = (api, options) =>
  middleware(api, { ...options, lazyCompileValidationSchemas: true });
