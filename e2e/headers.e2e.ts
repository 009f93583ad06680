import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP, GOOGLE, newPerson, openBrowser } from "./browser.ts";

/** What every answer of Hosting carries, and that the browser obeys it. HTTPS and its header are for production alone. */
const PAGES = ["/", "/app", "/privacy", "/no/such/page"];
const FILES = ["/boot.js", "/favicon.svg", "/robots.txt", "/sample.csv"];
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
};

async function headersOf(address: string): Promise<Record<string, string>> {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  return Object.fromEntries(answer.headers);
}

/** Takes a policy; gives its directives with their sources. */
function directives(policy: string | undefined): Record<string, string[]> {
  const parts = String(policy)
    .split(";")
    .map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(parts.map(([name = "", ...sources]) => [name, sources]));
}

describe.each([...PAGES, ...FILES])("%s", (path) => {
  test("comes with every header, and is asked for anew each time", async () => {
    const headers = await headersOf(APP + path);
    expect(headers).toMatchObject({ ...EVERYWHERE, "cache-control": "no-cache" });
    const policy = directives(headers["content-security-policy"]);
    expect(policy["default-src"]).toEqual(["'none'"]);
    expect(policy["script-src"]).toEqual(["'self'", `${GOOGLE}/gsi/client`]);
    expect(policy["frame-ancestors"]).toEqual(["'none'"]);
    expect(policy["base-uri"]).toEqual(["'none'"]);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe-eval|\*/);
  });
});

describe("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("whatever the page loads has them too, and is kept for a year", async () => {
    const { page, complaints } = await newPerson(browser);
    const loaded = new Set<string>();
    page.on("response", (response) => loaded.add(response.url()));
    await page.goto(APP, { waitUntil: "networkidle" });
    const assets = [...loaded].filter((url) => url.startsWith(`${APP}/assets/`));
    expect(assets.filter((url) => url.endsWith(".js")).length).toBeGreaterThan(0);
    expect(assets.filter((url) => url.endsWith(".css")).length).toBeGreaterThan(0);
    expect(assets.filter((url) => url.endsWith(".woff2")).length).toBe(1);
    for (const url of assets) {
      const headers = await headersOf(url);
      expect(headers).toMatchObject({ ...EVERYWHERE, "cache-control": "public, max-age=31536000, immutable" });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
    expect(complaints).toEqual([]);
  });

  test("an asset that is gone is gone: no page in its place", async () => {
    const answer = await fetch(`${APP}/assets/of-an-older-version.js`);
    expect(answer.status).toBe(404);
    expect(Object.fromEntries(answer.headers)).toMatchObject(EVERYWHERE);
  });

  test("scripts that are written into the page, evaluated or from elsewhere do not run", async () => {
    const { page, complaints } = await newPerson(browser);
    await page.goto(APP);
    await page.evaluate((elsewhere) => {
      const add = (script: Partial<HTMLScriptElement>) =>
        document.head.append(Object.assign(document.createElement("script"), script));
      add({ textContent: "window.ranInline = true" });
      add({ src: elsewhere });
      document.body.insertAdjacentHTML("beforeend", '<img src="data:," onerror="window.ranHandler = true">');
    }, `${GOOGLE}/pages/mailbox.js`);
    await expect.poll(() => complaints.filter((text) => /Content Security Policy/.test(text)).length).toBe(3);
    expect(await page.evaluate("[window.ranInline, window.ranHandler]")).toEqual([undefined, undefined]);
  });

  test("no other page may frame it", async () => {
    const { page } = await newPerson(browser);
    await page.goto(`${GOOGLE}/mail`);
    const framed = await page.evaluate(async (address) => {
      const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { src: address }));
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      return frame.contentDocument === null;
    }, APP);
    expect(framed).toBe(true);
    const inside = page.frames().find((frame) => frame !== page.mainFrame());
    expect(inside?.url()).not.toBe(`${APP}/`);
  });
});

describe("the API", () => {
  test("gives nothing to keep and nothing to sniff", async () => {
    const answer = await fetch(`${APP}/api/config`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
