/**
 * Draws the icons in all sizes from the page's one mark: `node extension/drawIcons.mjs`, with
 * Chromium installed. They are committed.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const svg = readFileSync(new URL("../web/public/favicon.svg", import.meta.url), "utf8");
const folder = fileURLToPath(new URL("public/icons/", import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ colorScheme: "light" });
mkdirSync(folder, { recursive: true });
for (const size of [16, 32, 48, 128]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  await page.screenshot({ path: `${folder}${size}.png`, omitBackground: true });
}
await browser.close();
