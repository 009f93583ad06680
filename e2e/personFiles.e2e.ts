import type { Page } from "@playwright/test";
import { accessibilityFaults, keepScreen, look, sidewaysPlaces, wideFaults } from "./look.ts";
import { addressOf, hashOf, type PaySlip, paySlip, STAFF, staffList } from "./paySlips.ts";
import { chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** A pay slip for each person of a list. */
test.use({ signedIn: true });

async function begin(page: Page, list: string): Promise<void> {
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Invitation");
  await page.getByLabel("CSV file").setInputFiles(csvFile(list));
  await page.getByRole("button", { name: "Add a file for each person" }).click();
}

async function add(page: Page, files: readonly PaySlip[]): Promise<void> {
  await page.getByLabel("Files for each person", { exact: true }).setInputFiles([...files]);
}

async function send(page: Page, count: number): Promise<void> {
  const word = count === 1 ? "email" : "emails";
  const name = new RegExp(`^Send ${count} ${word}`);
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
  await expect(page.getByText(new RegExp(`^${count} sent[.,]`)).first()).toBeVisible({
    timeout: 90_000,
  });
}

/** By address: the names and the hashes of the files of each email, as an independent parser reads them. */
async function filesSent(user: string): Promise<Record<string, string[]>> {
  const mails = await mailsOf(user);
  return Object.fromEntries(
    mails.map((mail) => [
      recipientOf(mail),
      mail.attachments.map(({ filename, content }) => `${filename} ${hashOf(content)}`),
    ]),
  );
}

function expected(slips: readonly PaySlip[], people: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    slips.map(({ name, buffer }, i) => [addressOf(people[i] ?? ""), [`${name} ${hashOf(buffer)}`]]),
  );
}

test("twelve people get their own pay slip, byte for byte", async ({ sender, page }) => {
  await sender.template();
  await begin(page, staffList());
  const slips = STAFF.map((person) => paySlip(person));
  await add(page, slips.toReversed());
  await expect(page.getByText("All 12 files name their person.")).toBeVisible();
  await expect(page.getByText("Paired by Name")).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Files of row 2: Anna-Lena Müller\.pdf/ }),
  ).toBeVisible();
  await look(page, "person-files");
  await send(page, 12);
  expect(await filesSent(sender.email)).toEqual(expected(slips, STAFF));
});

test("a file for someone else, one of no one and a missing one are decided first", async ({
  sender,
  page,
}) => {
  const people = ["Anna Müller", "Ben Meyer", "Cem Öz", "Dana Ek"];
  await sender.template();
  await begin(page, staffList(people));
  await add(page, [
    paySlip("Anna Müller"),
    paySlip("Ben Meyer", "Cem Öz"),
    paySlip("Cem Öz"),
    { ...paySlip("Rules", "no one"), name: "rules.pdf" },
  ]);
  const other = page.getByText("Ben Meyer.pdf is for Ben Meyer (row 2), but names Cem Öz (row 3).");
  await expect(other).toBeVisible();
  await expect(page.getByText("1 file belongs to no one and isn't sent: rules.pdf.")).toBeVisible();
  await look(page, "person-files-questions");
  await page.getByRole("button", { name: "Send 4 emails" }).click();
  await expect(page.getByText(/^Decide about the files for each person\./)).toBeVisible();
  await page.getByRole("button", { name: "Remove the file" }).click();
  await expect(other).toBeHidden();
  await expect(
    page.getByText("2 people have no file: Ben Meyer (row 2) and Dana Ek (row 4)."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Skip them" }).click();
  await expect(page.getByText("2 ready · 2 skipped")).toBeVisible();
  await send(page, 2);
  expect(await filesSent(sender.email)).toEqual(
    expected([paySlip("Anna Müller"), paySlip("Cem Öz")], ["Anna Müller", "Cem Öz"]),
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("a file is chosen in a person's card", async ({ sender, page }) => {
    const people = ["Anna Müller", "Ben Meyer"];
    await sender.template();
    await begin(page, staffList(people));
    await add(page, [paySlip("Anna Müller"), { ...paySlip("Ben Meyer"), name: "scan 7.pdf" }]);
    await expect(page.getByText(/^1 file belongs to no one/)).toBeVisible();
    const card = page.getByRole("listitem", { name: "Row 2" });
    await card.getByRole("button", { expanded: false }).tap();
    await card.getByRole("button", { name: "Files of row 2: none" }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").selectOption("scan 7.pdf");
    await expect(dialog.getByText(/^scan 7\.pdf/)).toBeVisible();
    await keepScreen(page, "person-files-dialog-360");
    expect([...(await wideFaults(page)), ...(await accessibilityFaults(page))]).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).tap();
    await expect(page.getByText("Both files name their person.")).toBeVisible();
    expect([...(await wideFaults(page)), ...(await sidewaysPlaces(page))]).toEqual([]);
    await send(page, 2);
    const slips = [paySlip("Anna Müller"), { ...paySlip("Ben Meyer"), name: "scan 7.pdf" }];
    expect(await filesSent(sender.email)).toEqual(expected(slips, people));
  });
});
