import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dark, light } from "../../web/src/app/tokens.ts";
import { pageTokens } from "./pageTokens.ts";

const folder = join(import.meta.dirname, "pages");
const sheets = readdirSync(folder).filter((name) => name.endsWith(".css"));

test("the pages have the product's colours in both themes", () => {
  const [bright, night, ...more] = pageTokens().split("@media (prefers-color-scheme:dark)");
  expect(more).toEqual([]);
  expect(bright).toContain(`--paper:${light.paper}`);
  expect(night).toContain(`{:root{color-scheme:dark;--paper:${dark.paper}`);
  expect(night).not.toContain(light.paper);
});

test.each(sheets)("%s uses no token that the product lacks", (name) => {
  const used = [...readFileSync(join(folder, name), "utf8").matchAll(/var\((--[\w-]+)/g)].map(([, token]) => token);
  expect(used.filter((token) => !pageTokens().includes(`${token}:`))).toEqual([]);
});
