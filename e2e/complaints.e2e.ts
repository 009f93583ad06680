import type { Page } from "@playwright/test";
import { expect, test } from "./story.ts";

/**
 * Every story relies on this: any complaint of a page fails it. Each of these must fail for that
 * reason alone: they check nothing themselves, and wait for the page to notice its complaint.
 */
const PLACE = "http://complaints.test/";
/** Reports when it has been violated; it refuses nothing, so that no console says so. */
const PAGE = `<!doctype html><title>Complaints</title><script>
  document.addEventListener("securitypolicyviolation", () => { document.title = "violated"; });
</script>`;

async function open(page: Page): Promise<void> {
  await page.route(`${PLACE}**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy-report-only": "connect-src 'none'" },
      body: PAGE,
    }),
  );
  await page.goto(PLACE);
}

async function violate(page: Page): Promise<void> {
  await page.evaluate(() => void fetch("/asked"));
  await page.waitForFunction(() => document.title === "violated");
}

test.describe("a story fails", () => {
  test("when a page violates a policy, also one that only reports", async ({ page }) => {
    test.fail();
    await open(page);
    await violate(page);
  });

  test("when a page of another browser does", async ({ elsewhere }) => {
    test.fail();
    const page = await elsewhere();
    await open(page);
    await violate(page);
  });

  test("when a page writes an error into its console", async ({ page }) => {
    test.fail();
    await open(page);
    const written = page.waitForEvent("console");
    await page.evaluate(() => console.error("Something is wrong."));
    await written;
  });

  test("when a page throws an error that it doesn't catch", async ({ page }) => {
    test.fail();
    await open(page);
    const thrown = page.waitForEvent("pageerror");
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error("Uncaught."))));
    await thrown;
  });
});

test.describe(() => {
  test.use({ expected: /^Violation of connect-src|Content Security Policy/ });

  test("a violation that a story expects doesn't fail it, and is reported with the refused content and its place", async ({
    page,
    complaints,
  }) => {
    await open(page);
    await violate(page);
    await expect
      .poll(() => complaints)
      .toContain(`Violation of connect-src by ${PLACE}asked (${PLACE})`);
  });
});
