import type { Page } from "@playwright/test";
import { accessibilityFaults, keepScreen, look, sidewaysPlaces, wideFaults } from "./look.ts";
import { paySlip, STAFF, staffList } from "./paySlips.ts";
import {
  addFiles,
  beginWithFiles,
  clickSend,
  expectSent,
  filesSent,
  ownFiles,
} from "./personFileSteps.ts";
import { expect, test } from "./story.ts";

/** A pay slip for each person of a list. */
test.use({ signedIn: true });

async function send(page: Page, count: number): Promise<void> {
  await clickSend(page, count);
  await expectSent(page, count);
}

test("twelve people get their own pay slip, byte for byte", async ({ sender, page }) => {
  await sender.template();
  await beginWithFiles(page, staffList());
  const slips = STAFF.map((person) => paySlip(person));
  await addFiles(page, slips.toReversed());
  await expect(page.getByText("All 12 files name their person.")).toBeVisible();
  await expect(page.getByText("Paired by Name")).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Files of row 2: Anna-Lena Müller\.pdf/ }),
  ).toBeVisible();
  await look(page, "person-files");
  await send(page, 12);
  expect(await filesSent(sender.email)).toEqual(ownFiles(slips, STAFF));
});

test("a file for someone else, one of no one and a missing one are decided first", async ({
  sender,
  page,
}) => {
  const people = ["Anna Müller", "Ben Meyer", "Cem Öz", "Dana Ek"];
  await sender.template();
  await beginWithFiles(page, staffList(people));
  await addFiles(page, [
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
    ownFiles([paySlip("Anna Müller"), paySlip("Cem Öz")], ["Anna Müller", "Cem Öz"]),
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test("a file is chosen in a person's card", async ({ sender, page }) => {
    const people = ["Anna Müller", "Ben Meyer"];
    await sender.template();
    await beginWithFiles(page, staffList(people));
    await addFiles(page, [paySlip("Anna Müller"), { ...paySlip("Ben Meyer"), name: "scan 7.pdf" }]);
    await expect(page.getByText(/^1 file belongs to no one/)).toBeVisible();
    const card = page.getByRole("listitem", { name: "Row 2" });
    await card.getByRole("button", { expanded: false }).tap();
    await card.getByRole("button", { name: "Add a file for row 2" }).tap();
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
    expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
  });
});
