import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { closing } from "./google.ts";
import { cellOf, typeInto } from "./listTable.ts";
import {
  chooseFile,
  chooseTemplate,
  csvFile,
  type GivenFile,
  PROBLEMS,
  writeTime,
} from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

const OFFER = {
  name: "Offer",
  subject: "An offer for {{Full Name}}",
  body: "<p>Dear {{Full Name}},</p><p>{{Offer|dropdown:Discount,Free Trial,Early Access}} until {{Due|date}}.</p>",
  dateFormat: "long",
  timeFormat: "12hr",
};

/**
 * Bulk Send as people use it: files that have to be put right, lists, sends that are watched,
 * stopped, lost and repeated.
 */
test.use({ signedIn: true });

/** A person with a template, on the tab. */
test.beforeEach(async ({ sender, page }) => {
  await sender.template(OFFER);
  await page.goto("/app#bulk-send");
});

/** Chooses a list once the tab asks for one. */
async function chooseShown(page: Page, file: GivenFile): Promise<void> {
  await expect(page.getByLabel("CSV file").locator("visible=true").first()).toBeVisible();
  await chooseFile(page, file);
}

async function send(page: Page, button: RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: /^(Send|Schedule)/ }).click();
  await expect(dialog).toBeHidden();
}

/** A file of this many people. */
function people(count: number) {
  const lines = Array.from(
    { length: count },
    (_, i) => `Person ${i + 1},p${i + 1}@example.org,Discount,2026-12-01`,
  );
  return csvFile(["Full Name,Email,Offer,Due", ...lines].join("\n"));
}

test("a file with every kind of problem is put right on the page and sent", async ({
  sender,
  page,
}) => {
  await chooseTemplate(page, "Offer");
  await chooseShown(page, PROBLEMS);
  await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();

  await expect(await cellOf(page, 2, "Email")).toContainText(
    "Not an email address: not-an-address",
  );
  await typeInto(page, 2, "Email", "bad.address@example.org");
  await typeInto(page, 3, "Full Name", "Blanche Name");
  await (await cellOf(page, 6, "Offer")).dblclick({ position: { x: 8, y: 8 } });
  await page.getByRole("combobox", { name: "Offer in row 6" }).selectOption("Early Access");
  await page.keyboard.press("Enter");
  await typeInto(page, 8, "Email", "eighth@example.org");
  await expect(page.getByText("9 ready · 1 skipped (1 duplicate)")).toBeVisible();
  await expect(await cellOf(page, 2, "Email")).toHaveAttribute(
    "title",
    "Before your change: not-an-address",
  );
  await typeInto(page, 5, "Email", "dup.two@example.org");
  await expect(page.getByText("10 ready")).toBeVisible();

  await page.getByRole("button", { name: "Generate Preview" }).click();
  await page.getByLabel("Row", { exact: true }).fill("6");
  await page.keyboard.press("Enter");
  await expect(
    page.frameLocator('iframe[title="Email body"]').getByText("Early Access"),
  ).toBeVisible();

  await send(page, /^Send 10 emails/);
  await expect(page.getByText("10 sent.").first()).toBeVisible();
  const mails = await mailsOf(sender.email);
  expect(mails).toHaveLength(10);
  const to = (address: string) => mails.find((mail) => recipientOf(mail) === address);
  expect(to("bad.address@example.org")?.subject).toBe("An offer for Bad Address");
  expect(to("blank.name@example.org")?.text).toContain("Dear Blanche Name,");
  expect(to("dup.two@example.org")?.subject).toBe("An offer for Dup Two");

  const downloads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download results as CSV" }).click();
  const results = readFileSync(await (await downloads).path(), "utf8");
  expect(results.split("\r\n").filter((line) => line.includes(",Sent,"))).toHaveLength(10);

  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Row/N" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "@example.org" })).toHaveCount(10);
});

test("a composed email goes to a pasted list, with a file", async ({ sender, page }) => {
  await page.getByText("Manual", { exact: true }).click();
  await chooseTemplate(page, "(Compose Manually)");
  await page.getByLabel("Subject", { exact: true }).fill("Summer party at {{Place}}");
  await page.getByRole("textbox", { name: "Body" }).click();
  await page.keyboard.type("Dear all, see you at {{Place}}.");
  const list = '"Good, Ann" <ann@example.org>; bo@example.org\nnonsense, BO@example.org';
  await page.getByRole("textbox", { name: "Recipients" }).fill(list);
  await expect(
    page.getByText("4 recipients of at most 100 · 1 invalid · 1 duplicate · 2 will get the email"),
  ).toBeVisible();
  await expect(page.getByText("These won't get an email: nonsense")).toBeVisible();

  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Missing required variables: Place")).toBeVisible();
  await page.getByRole("textbox", { name: /Place/ }).last().fill("the lake");
  await chooseFile(page, {
    name: "map.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("down the road"),
  });
  await send(page, /^Send 2 emails/);
  await expect(page.getByText("2 sent, 2 skipped.").first()).toBeVisible();

  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).sort()).toEqual(["ann@example.org", "bo@example.org"]);
  for (const mail of mails) {
    expect(mail.subject).toBe("Summer party at the lake");
    expect(mail.text).toContain("Dear all, see you at the lake.");
    expect(mail.attachments.map(({ filename, content }) => [filename, String(content)])).toEqual([
      ["map.txt", "down the road"],
    ]);
  }
});

test("a send in progress is the same after a reload and in another browser; it is paused, resumed and canceled", async ({
  sender,
  page,
  elsewhere,
}) => {
  // Slowly enough to pause it in the middle of two reloads, on a busy machine too.
  await sender.limit({ delayMs: 3_000 });
  await chooseTemplate(page, "Offer");
  await chooseShown(page, people(60));
  await send(page, /^Send 60 emails/);
  await expect(page.getByText(/\d+ sent, \d+ to go\./).first()).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText(/^Paused by you/).first()).toBeVisible();

  const other = await elsewhere();
  await other.goto("/app#sends");
  await other.getByRole("link", { name: "Offer" }).click();
  await expect(other.getByText(/^Paused by you/).first()).toBeVisible();
  await other.getByRole("button", { name: "Resume" }).click();
  await expect(other.getByText(/^Sending, /)).toBeVisible();
  await other.getByRole("button", { name: "Cancel" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Cancel the send" }).click();
  await expect(other.getByText(/^Canceled\./)).toBeVisible();

  await sender.unlimit();
  await page.reload();
  await expect(page.getByText(/\d+ sent, \d+ canceled\./).first()).toBeVisible();
  const delivered = await sender.delivered();
  expect(delivered.length).toBeLessThan(60);
  expect(new Set(delivered).size).toBe(delivered.length);
});

test("a send that lost its permission continues after the person reconnects Google, and no row fails for it", async ({
  sender,
  page,
}) => {
  await sender.limit({ delayMs: 3_000 });
  await chooseTemplate(page, "Offer");
  await chooseShown(page, people(40));
  await send(page, /^Send 40 emails/);
  await expect(page.getByText(/[1-9]\d* sent, \d+ to go\./).first()).toBeVisible();
  await sender.revoke();
  await sender.unlimit();
  await expect(page.getByText(/^Paused: Google is disconnected\./).first()).toBeVisible();

  const popupOpens = page.waitForEvent("popup");
  await page
    .getByRole("region", { name: "Results" })
    .getByRole("button", { name: "Reconnect Google" })
    .click();
  const popup = await popupOpens;
  await popup.getByLabel("Another address").fill(sender.email);
  await closing(popup, () => popup.getByRole("button", { name: "Continue" }).click());
  await expect(page.getByText("40 sent.").first()).toBeVisible();
  expect(new Set(await sender.delivered()).size).toBe(40);
});

test.describe(() => {
  test.use({ expected: /net::ERR_CONNECTION|No answer: POST/ });

  test("a send whose answer is lost is found again, and no one gets 2 emails", async ({
    sender,
    page,
  }) => {
    await chooseTemplate(page, "Offer");
    await chooseShown(page, people(4));
    await page.route("**/api/send-bulk", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await send(page, /^Send 4 emails/);
    await expect(page.getByText("4 sent.").first()).toBeVisible();
    await expect(page.getByText("people.csv")).toHaveCount(0);
    expect(await sender.delivered()).toHaveLength(4);
  });
});

test("a send is scheduled for later, listed, and cancelled before it begins", async ({
  sender,
  page,
}) => {
  await chooseTemplate(page, "Offer");
  await chooseShown(page, people(2));
  await expect(page.getByText("2 ready")).toBeVisible();
  await page.getByText("Choose…").click();
  await page.getByRole("button", { name: /^Schedule 2 emails/ }).click();
  await expect(page.getByText(/^Choose when to send/)).toBeVisible();

  await writeTime(page, "1500");
  await expect(page.getByText(/^Begins tomorrow at (3:00 PM|15:00)/).first()).toBeVisible();
  await page.getByRole("button", { name: /^Schedule 2 emails/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Later changes to the template won't affect this send.");
  await question.getByRole("button", { name: "Schedule 2 emails" }).click();
  await expect(page.getByText("2 scheduled.").first()).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the send" }).click();
  await expect(page.getByText("2 canceled.").first()).toBeVisible();
  expect(await sender.delivered()).toEqual([]);
});

test("a list is filtered, people in another list are skipped, and the results come beside its own columns", async ({
  sender,
  page,
}) => {
  await chooseTemplate(page, "Offer");
  const rows = [
    "1,Ann,ann@example.org,Discount,2026-12-01,no",
    "2,Bo,bo@example.org,Discount,2026-12-01,yes",
    "3,Cy,cy@example.org,Free Trial,2026-12-05,no",
    "4,Di,di@example.org,Discount,2026-12-06,no",
    "5,Zoe,zoe@example.net,Discount,2026-12-06,no",
  ];
  await chooseShown(page, csvFile(["No,Full Name,Email,Offer,Due,Paid", ...rows].join("\n")));
  await expect(page.getByText("5 ready")).toBeVisible();

  await page.getByRole("button", { name: "Sort and filter" }).click();
  const filter = page.getByRole("group", { name: "Include only rows where" });
  await filter.getByRole("combobox", { name: "Column" }).click();
  await page.getByRole("option", { name: "Paid" }).click();
  await filter.getByRole("combobox", { name: "Value" }).click();
  await page.getByRole("option", { name: "no", exact: true }).click();
  const notYet = filter.getByText("Not applied yet: all 5 rows are still included.");
  await expect(notYet).toBeVisible();
  await filter.getByRole("button", { name: "Include only 4 rows" }).click();
  await expect(notYet).toBeHidden();
  await expect(page.getByText("Not included: 1 row by your filter.")).toBeVisible();
  await expect(page.getByText("4 ready")).toBeVisible();

  const other = page.getByRole("group", { name: "Skip people in another list" });
  await other
    .locator('input[type="file"]')
    .setInputFiles(csvFile("Email\nDI@example.org\nzoe@example.org\n"));
  await expect(
    page.getByText("Not included: 1 row by your filter, 1 in another list."),
  ).toBeVisible();
  // Corrected to an address of the other list.
  await typeInto(page, 3, "Email", "zoe@example.org");
  await expect(
    page.getByText("Not included: 1 row by your filter, 2 in another list."),
  ).toBeVisible();

  await send(page, /^Send 2 emails/);
  await expect(page.getByText("2 sent.").first()).toBeVisible();
  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).toSorted()).toEqual(["ann@example.org", "cy@example.org"]);

  const downloads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download results as CSV" }).click();
  const results = readFileSync(await (await downloads).path(), "utf8").split("\r\n");
  expect(results[0]).toBe("\ufeffNo,Full Name,Email,Offer,Due,Paid,Recipient,Status,Time,Details");
  expect(results[1]).toMatch(
    /^1,Ann,ann@example\.org,Discount,2026-12-01,no,ann@example\.org,Sent,\d{4}-\d\d-\d\d \d\d:\d\d,$/,
  );
  expect(results[2]).toBe("2,Bo,bo@example.org,Discount,2026-12-01,yes,,Not included,,");
  expect(results[4]).toBe("4,Di,di@example.org,Discount,2026-12-06,no,,Not included,,");
});
