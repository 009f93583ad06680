import { defineConfig } from "@playwright/test";
import stories from "./playwright.config.ts";

/**
 * Stories that neither `npm test` nor `npm run test:all` runs: the pictures of the README and the
 * web store, and Chrome's own menus, which need a screen (README.md).
 */
export default defineConfig({
  ...stories,
  testMatch: [],
  workers: 1,
  projects: [
    { name: "pictures", testMatch: "*.pictures.ts" },
    { name: "headed", testMatch: "*.headed.ts", use: { headless: false } },
  ],
});
