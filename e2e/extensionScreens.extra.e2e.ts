import { expect, heapOfWorker, onPage, SEND, test } from "./extended.ts";
import { accessibilityFaults, keepScreen, wideFaults, widthsFor } from "./look.ts";
import { APP } from "./stack.ts";

/**
 * How the extension looks: from the narrowest panel to the widest, in both themes; nothing to
 * scroll sideways, nothing for axe.
 */
// Axe tries to look into an email's frame, which runs no scripts.
test.use({ signedIn: true, expected: /Blocked script execution/ });

const WIDTHS = [300, 420, 800];
const NOTE = {
  name: "A note with a name that is longer than most",
  subject: "See you on {{Day|date}}, {{Name|text:friend}}",
  body: "<p>Dear {{Name|text:friend}},</p><p>we meet at {{Place|sticky}} on {{Day|date}}. Bring {{What|dropdown:Tea,Cake}}.</p>",
};

test("every screen of the panel, in all widths and both themes", async ({
  page,
  context,
  sender,
  surface,
  others,
  menu,
}) => {
  test.setTimeout(300_000);
  await sender.template(NOTE);
  const panel = await surface("panel");
  const look = async (name: string) => {
    await panel.bringToFront(); // behind another tab it draws once a second
    for (const theme of ["light", "dark"] as const) {
      await panel.emulateMedia({ colorScheme: theme });
      for (const width of widthsFor(theme, WIDTHS, 300)) {
        const at = `extension-${name}-${width}-${theme}`;
        await panel.setViewportSize({ width, height: 720 });
        const faults = await wideFaults(panel);
        if (width === 300) faults.push(...(await accessibilityFaults(panel)));
        expect.soft(faults, at).toEqual([]);
        await keepScreen(panel, at, { fullPage: true });
      }
    }
  };

  await panel.getByRole("button", { name: "Open Sendwright" }).waitFor();
  await look("signed-out");
  await page.goto(`${APP}/app`);
  await panel.getByRole("button", { name: NOTE.name }).waitFor();
  await look("choose");
  await panel.getByRole("button", { name: NOTE.name }).click();
  await panel.getByRole("textbox", { name: /Place/ }).fill("the harbour");
  await panel.getByRole("button", { name: SEND }).click();
  await panel.getByText("Please enter at least one recipient email.").first().waitFor();
  await look("problems");
  await panel
    .getByLabel("Recipients", { exact: true })
    .pressSequentially(
      "ann@example.org, an-address-that-is-very-long-indeed@a-domain.example.org, bo@",
    );
  await panel.getByRole("button", { name: "Generate Preview" }).click();
  await panel.getByRole("region", { name: "Preview" }).waitFor();
  await look("preview");

  const list = await context.newPage();
  await list.goto(
    others.put(
      "/people",
      `${Array.from({ length: 12 }, (_, n) => `<p>person.number.${n}@example.org</p>`).join("")}`,
    ),
  );
  const opens = context.waitForEvent("page");
  await menu(list, { menuItemId: "collect" });
  await (await opens).close();
  await panel.getByRole("heading", { name: /^12 people/ }).waitFor();
  await look("collected");
  await panel.getByRole("button", { name: "Cancel" }).click();
  const again = context.waitForEvent("page");
  await menu(list, { menuItemId: "insert" });
  await (await again).close();
  await panel.getByRole("button", { name: "Copy template" }).waitFor();
  await look("insert");
});

test("an email by keyboard alone", async ({ page, sender, surface }) => {
  await sender.template();
  await page.goto(`${APP}/app`);
  const popup = await surface("popup");
  const { keyboard } = popup;
  await popup.getByRole("button", { name: "Invitation" }).waitFor();
  await popup.getByLabel("Find a template").focus();
  await keyboard.type("invit");
  await keyboard.press("Enter");
  // The next thing to fill in.
  await expect(popup.getByLabel("Recipients", { exact: true })).toBeFocused();
  await keyboard.type("ann@example.org");
  const name = popup.getByLabel("Name");
  for (let stops = 0; stops < 4; stops += 1) {
    await keyboard.press("Tab");
    await expect(popup.locator("[data-chip]")).toHaveText(["ann@example.org"]);
    if (await name.evaluate((field) => field === document.activeElement)) break;
  }
  await expect(name).toBeFocused();
  await keyboard.type("Ann");
  await expect(popup.getByLabel("Name")).toHaveValue("Ann");
  // Past the preview and Insert.
  for (let stops = 0; stops < 3; stops += 1) await keyboard.press("Tab");
  await keyboard.press("Enter");
  const yes = popup.getByRole("alertdialog").getByRole("button", { name: "Send 1 email" });
  await yes.waitFor();
  if (!(await yes.evaluate((button) => button === document.activeElement)))
    await keyboard.press("Tab");
  await expect(yes).toBeFocused();
  await keyboard.press("Enter");
  await expect(popup.getByText("1 email sent.")).toBeVisible({ timeout: 60_000 });
});

test.describe("cost", () => {
  test.use({ signedIn: true });

  test("a popup's cost: the time until it can be used, and the worker's memory", async ({
    page,
    context,
    id,
    sender,
  }) => {
    for (let n = 1; n <= 10; n += 1) {
      await sender.template({
        name: `Template ${n}`,
        subject: "Hello {{Name}}",
        body: "<p>Dear {{Name}}, see you.</p>",
      });
    }
    await onPage(page);
    const popup = await context.newPage();
    const began = Date.now();
    await popup.goto(`chrome-extension://${id}/popup.html`);
    await expect(popup.getByRole("list", { name: "Templates" }).getByRole("button")).toHaveCount(
      11,
    );
    const opened = Date.now() - began;
    const memory = await heapOfWorker(context, id);
    const cost = `popup ${opened} ms with 10 templates, worker ${Math.round(memory / 1024)} KiB of heap`;
    test.info().annotations.push({ type: "cost", description: cost });
    // Far above the measured figures: only a popup that loads everything, or a worker that keeps
    // it, comes near.
    expect(opened).toBeLessThan(10_000);
    expect(memory).toBeLessThan(50_000_000);
    process.stdout.write(`${cost}\n`);
  });
});
