import type { Page } from "@playwright/test";
import { APP, GOOGLE } from "./stack.ts";
import { expect, test } from "./story.ts";

/** What visitors see: the page, the error that the address names, the live demo. */
let page: Page;
test.beforeEach(({ page: own }) => {
  page = own;
});

const signIn = () => page.getByRole("button", { name: "Sign In & Link Google Account" });

test.describe("the page", () => {
  test("describes Sendwright, and loads only files that it shows", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/", { waitUntil: "networkidle" });

    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Send Personalized Emails Effortlessly",
    );
    await expect(page.getByRole("heading", { level: 3 })).toHaveText([
      "Template Management",
      "CSV Personalization",
      "Bulk & Manual Sending",
      "Attachments Supported",
      "Live Preview",
      "Secure Google Sign-In",
    ]);
    const mark = (button: Element) => getComputedStyle(button, "::before").backgroundImage;
    expect(await signIn().evaluate(mark)).toMatch(/EA4335.*4285F4.*FBBC05.*34A853/);
    await expect(page.getByRole("link", { name: "Get Chrome Extension" })).toHaveAttribute(
      "target",
      "_blank",
    );
    await expect(page.getByRole("heading", { name: "Secure and Private" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveText(/Sendwright.*3\.0\.0.*Privacy Policy/);
    expect(
      asked.filter((url) => !url.startsWith(APP) && !url.startsWith(`${GOOGLE}/gsi/`)),
    ).toEqual([]);
    expect(asked.filter((url) => /init\.json|\/api\/|firebase|quill/i.test(url))).toEqual([]);

    await page.getByRole("link", { name: "Privacy Policy", exact: true }).click();
    await expect(page.getByText("Last updated: April 01, 2025")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText("v3.0");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await page.waitForURL("/");
  });
});

test.describe("before any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a window of any size shows a list of three becoming three emails", async () => {
    for (const [width, height] of [
      [1280, 720],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      const example = page.getByRole("figure", { name: "Example" });
      for (const name of ["Maria", "James", "Aisha"]) {
        await expect(example.getByRole("cell", { name })).toBeInViewport({ ratio: 1 });
        await expect(
          example.getByRole("listitem").filter({ hasText: `Hi ${name}` }),
        ).toBeInViewport({ ratio: 1 });
      }
      await expect(signIn()).toBeInViewport({ ratio: 1 });
    }
  });
});

test.describe("any other address", () => {
  // The browser logs the status as an error.
  test.use({ expected: /Failed to load resource: the server responded with a status of 404/ });

  test("answers 404 with a page that leads home", async () => {
    const answer = await page.goto("/no/such/page?error=gis_error");
    expect(answer?.status()).toBe(404);
    await expect(
      page.getByRole("heading", { level: 1, name: "Oops! Page Not Found" }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/Page not found/);
    await page.getByRole("link", { name: "Go to Homepage" }).click();
    await page.waitForURL("/");
    await expect(
      page.getByRole("heading", { name: "Send Personalized Emails Effortlessly" }),
    ).toBeVisible();
  });
});

test.describe("the error that the address names", () => {
  test("it adds one history entry, and is gone after a reload", async () => {
    await page.goto("/privacy");
    await page.goto("/?error=auth_failed");
    await page.waitForURL("/");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.goBack();
    await page.waitForURL("/privacy");
  });
});

test.describe("the live demo", () => {
  /** The landing page's live demo against the real server; `DemoForm.test.tsx` has its refusals. */
  let page: Page;
  test.beforeEach(async ({ page: own }) => {
    page = own;
    await page.goto("/");
    await expect(page.getByRole("form", { name: "Live demo" })).toBeVisible();
  });

  const ANNA = {
    email: " anna@example.com ",
    name: " Anna <b>Ö</b> ",
    promo: "A&B-20",
    offer: "Early Access",
  };
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const preview = () => page.getByRole("region", { name: "Preview" });

  async function fill({ email, name, promo, offer }: typeof ANNA): Promise<void> {
    await field("Recipient email").fill(email);
    await field("Recipient Name").fill(name);
    await field("Promo Code").fill(promo);
    await field("Offer Type").selectOption(offer);
  }
  const generate = () => page.getByRole("button", { name: "Generate Preview" }).click();

  test("shows the email as it would arrive, until you close it or edit a field", async () => {
    await fill(ANNA);
    await generate();
    await expect(preview()).toBeVisible();
    await expect(preview().getByText("anna@example.com", { exact: true })).toBeVisible();
    const body = preview().frameLocator("iframe").locator("body");
    await expect(body.getByText("A&B-20")).toBeVisible();
    // Markup in a value is text.
    await expect(body.getByText("Anna <b>Ö</b>").first()).toBeVisible();
    await page.getByRole("button", { name: "Close preview" }).click();
    await expect(preview()).toHaveCount(0);

    await generate();
    await expect(preview()).toBeVisible();
    await field("Promo Code").press("End");
    await field("Promo Code").pressSequentially("!");
    await expect(preview()).toHaveCount(0);
    await expect(field("Recipient Name")).toHaveValue(ANNA.name);
  });
});
