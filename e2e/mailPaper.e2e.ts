import type { FrameLocator, Page } from "@playwright/test";
import { chooseTemplate } from "./sendSteps.ts";
import { APP } from "./stack.ts";
import { expect, test } from "./story.ts";

/**
 * An email is shown on a paper with its own policy: its pictures load when the person asks, and no
 * other site's elsewhere.
 */
const PICTURE = "https://pictures.example/harbour.png";
const NOTE = { name: "Picture", subject: "The harbour", body: "<p>Dear {{Name}}, look:</p>" };
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Previews the note for one person; returns the email's frame. */
async function previewForAnn(page: Page): Promise<FrameLocator> {
  await page.goto("/app#direct-send");
  await chooseTemplate(page, NOTE.name);
  await page.getByLabel("Recipients", { exact: true }).pressSequentially("ann@example.org ");
  await page.getByLabel("Name").fill("Ann");
  await page.getByRole("button", { name: "Generate Preview" }).click();
  return page.frameLocator('iframe[title="Email body"]');
}

test.describe(() => {
  // The paper says that it has kept the picture out until it was asked for, and the page that it
  // has let no handler be made.
  test.use({
    signedIn: true,
    expected: /Content Security Policy directive|^Violation of (img-src|script-src-attr)/,
  });

  test("pictures of other sites come with a click, and never before", async ({
    page,
    context,
    sender,
  }) => {
    await sender.template(NOTE);
    // The server lets no picture into a body. If it ever did, this policy would still block it.
    await page.route("**/api/preview", async (route) => {
      const answer = await route.fetch();
      const shown = await answer.json();
      const picture = `<p><img src="${PICTURE}" alt="The harbour" onload="document.title = 'ran'"></p>`;
      await route.fulfill({
        json: { ...shown, rendered_body_html: shown.rendered_body_html + picture },
      });
    });
    const asked: string[] = [];
    await context.route(PICTURE, async (route) => {
      asked.push(await route.request().headerValue("referer").then(String));
      await route.fulfill({ contentType: "image/png", body: PIXEL });
    });
    const mail = await previewForAnn(page);
    await expect(mail.getByText("Dear Ann, look:")).toBeVisible();
    const width = () =>
      mail.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContain(`${APP}/mail.html`);
    expect(await width()).toBe(0);
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Load them" }).click();
    await expect.poll(width).toBe(1);
    // The picture's site must not learn whose email it is, or that it is viewed here.
    expect(asked).toEqual(["null"]);
    expect(await mail.locator("html").evaluate((html) => html.ownerDocument.title)).toBe("Mail");
  });
});

test.describe(() => {
  test.use({ signedIn: true, viewport: { width: 360, height: 640 } });

  test("a table that is wider than the preview scrolls, and its words stay whole", async ({
    page,
    sender,
  }) => {
    const cells = ["Invoice number", "Membership", "Outstanding", "Installments", "Department"];
    const row = cells.map((cell) => `<td>${cell}</td>`).join("");
    await sender.template({
      ...NOTE,
      body: `<p>Dear {{Name}},</p><table><tbody><tr>${row}</tr></tbody></table>`,
    });
    const mail = await previewForAnn(page);
    await expect(mail.getByText("Outstanding")).toBeAttached();
    const lines = await mail
      .getByText(/^(Membership|Outstanding|Installments|Department)$/)
      .evaluateAll((words) =>
        words.map((word) => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return range.getClientRects().length;
        }),
      );
    expect(lines).toEqual([1, 1, 1, 1]);
    const body = mail.locator("body");
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(
      true,
    );
    // Nothing is cut off at the bottom: the frame grows with its scrollbar.
    const hidden = ({ ownerDocument: { documentElement: paper } }: Element) =>
      paper.scrollHeight - paper.clientHeight;
    await expect.poll(() => body.evaluate(hidden)).toBe(0);
  });
});

test.describe(() => {
  test.use({ expected: /Content Security Policy|^Violation of img-src/ });

  test("the page itself loads no picture from elsewhere", async ({ page, context, complaints }) => {
    let asked = 0;
    await context.route(PICTURE, async (route) => {
      asked += 1;
      await route.fulfill({ contentType: "image/png", body: PIXEL });
    });
    await page.goto("/");
    await page.evaluate(
      (src) => document.body.append(Object.assign(new Image(), { src })),
      PICTURE,
    );
    await expect
      .poll(() => complaints.filter((text) => text.startsWith("Violation of img-src")).length)
      .toBe(1);
    expect(asked).toBe(0);
  });

  test("opened by its address the paper is an empty page in which nothing runs", async ({
    page,
  }) => {
    const answer = await page.goto("/mail.html");
    const headers = answer?.headers() ?? {};
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none';.*sandbox allow-same-origin /,
    );
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    await expect(page.locator("body")).toBeEmpty();
  });
});
