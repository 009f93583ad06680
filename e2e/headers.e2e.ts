import { APP, GOOGLE } from "./stack.ts";
import { expect, test } from "./story.ts";

/**
 * What every answer of Hosting carries, and that the browser obeys it. HTTPS and its header are for
 * production alone.
 */
const PAGES = ["/", "/app", "/app/", "/privacy", "/terms", "/extension"];
const GONE = ["/no/such/page", "/app/more"];
const FILES = [
  "/favicon.svg",
  "/favicon.ico",
  "/robots.txt",
  "/sample.csv",
  "/sendwright-extension.zip",
];
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
};

async function headersOf(address: string, status = 200): Promise<Record<string, string>> {
  const answer = await fetch(address);
  expect(answer.status).toBe(status);
  return Object.fromEntries(answer.headers);
}

/** The directives of a policy with their sources. */
function directives(policy: string | undefined): Record<string, string[]> {
  const parts = String(policy)
    .split(";")
    .map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(parts.map(([name = "", ...sources]) => [name, sources]));
}

for (const path of [...PAGES, ...FILES, ...GONE]) {
  test(`${path} comes with every header, and is asked for anew each time`, async () => {
    const headers = await headersOf(APP + path, GONE.includes(path) ? 404 : 200);
    expect(headers).toMatchObject({ ...EVERYWHERE, "cache-control": "no-cache" });
    const policy = directives(headers["content-security-policy"]);
    expect(policy["default-src"]).toEqual(["'none'"]);
    expect(policy["script-src"]).toEqual(["'self'", `${GOOGLE}/gsi/client`]);
    expect(policy["frame-ancestors"]).toEqual(["'none'"]);
    expect(policy["base-uri"]).toEqual(["'none'"]);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe-eval|\*/);
    expect(policy["img-src"]).toEqual(["'self'", "data:"]);
    expect(headers["content-security-policy-report-only"]).toBe(
      "require-trusted-types-for 'script'",
    );
  });
}

test.describe("in a browser", () => {
  test("the page's files have them, too, and are cached for a year", async ({ page }) => {
    const loaded = new Set<string>();
    page.on("response", (response) => loaded.add(response.url()));
    await page.goto("/", { waitUntil: "networkidle" });
    const assets = [...loaded].filter((url) => url.startsWith(`${APP}/assets/`));
    expect(assets.filter((url) => url.endsWith(".js")).length).toBeGreaterThan(0);
    expect(assets.filter((url) => url.endsWith(".css")).length).toBeGreaterThan(0);
    expect(assets.filter((url) => url.endsWith(".woff2")).length).toBe(1);
    for (const url of assets) {
      const headers = await headersOf(url);
      expect(headers).toMatchObject({
        ...EVERYWHERE,
        "cache-control": "public, max-age=31536000, immutable",
      });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  test("an asset that is gone is gone: no page in its place", async () => {
    expect(await headersOf(`${APP}/assets/of-an-older-version.js`, 404)).toMatchObject(EVERYWHERE);
  });

  test.describe("which refuses", () => {
    // The page's own policy for text that becomes code reports the markup that this story writes,
    // and the script from elsewhere.
    test.use({
      expected: /Content Security Policy|^Violation of (script-src|require-trusted-types-for)/,
    });

    test("scripts that are written into the page, evaluated or from elsewhere do not run", async ({
      page,
      complaints,
    }) => {
      await page.goto("/");
      await page.evaluate((elsewhere) => {
        const add = (script: Partial<HTMLScriptElement>) =>
          document.head.append(Object.assign(document.createElement("script"), script));
        add({ textContent: "window.ranInline = true" });
        add({ src: elsewhere });
        document.body.insertAdjacentHTML(
          "beforeend",
          '<img src="data:," onerror="window.ranHandler = true">',
        );
      }, `${GOOGLE}/pages/reply.js`);
      await expect
        .poll(() => complaints.filter((text) => /Content Security Policy/.test(text)).length)
        .toBe(3);
      await expect
        .poll(() => complaints.filter((text) => /^Violation of script-src/.test(text)).length)
        .toBe(3);
      // Unchecked markup is reported by the report-only policy.
      const untrusted = () =>
        complaints.some((text) => text.startsWith("Violation of require-trusted-types-for"));
      await expect.poll(untrusted).toBe(true);
      expect(await page.evaluate("[window.ranInline, window.ranHandler]")).toEqual([
        undefined,
        undefined,
      ]);
    });
  });

  test("no other page may frame it", async ({ page }) => {
    // A page of the same machine that allows every frame: what refuses here is Sendwright's own
    // header.
    await page.route(`${GOOGLE}/framing`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${APP}/"></iframe>` }),
    );
    await page.goto(`${GOOGLE}/framing`);
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContain("chrome-error://chromewebdata/");
    expect(await page.evaluate("document.querySelector('iframe').contentDocument === null")).toBe(
      true,
    );
  });
});

test.describe("the API", () => {
  test("gives nothing to keep, to sniff, to frame or to embed", async () => {
    const answer = await fetch(`${APP}/api/config`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
  });
});
