/**
 * Preloaded into the Firebase CLI (`node --import`). Its Auth emulator compiles the schemas of all
 * calls of Google's API when it starts, which takes three quarters of the CLI's start; with this, it
 * compiles those of a call when it gets the first one.
 */
import { createRequire } from "node:module";

const ofCli = createRequire(createRequire(import.meta.url).resolve("firebase-tools/package.json"));
const exegesis = ofCli("exegesis-express");
const { middleware } = exegesis;

/** @param {object} api @param {object} options */
exegesis.middleware = (api, options) =>
  middleware(api, { ...options, lazyCompileValidationSchemas: true });
