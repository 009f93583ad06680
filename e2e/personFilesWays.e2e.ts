import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { cellAt, gridOf } from "./listTable.ts";
import { keepScreen, look } from "./look.ts";
import { addressOf, hashOf, type PaySlip, paySlip, staffList } from "./paySlips.ts";
import {
  addFiles,
  beginWithFiles,
  clickSend,
  expectSent,
  filesSent,
  ownFiles,
} from "./personFileSteps.ts";
import { chooseTemplate } from "./sendSteps.ts";
import { deliveredTo } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/** A file for each person: corrections, tests, Direct Send, drops, and several addresses. */
test.use({ signedIn: true });

const PEOPLE = ["Anna Müller", "Ben Meyer", "Cem Öz"];
const slipsOf = (people: readonly string[]) => people.map((person) => paySlip(person));

test("a row that failed keeps its file when it is corrected from the results", async ({
  sender,
  page,
}) => {
  const slips = slipsOf(PEOPLE);
  await sender.template();
  await beginWithFiles(page, staffList(PEOPLE));
  await addFiles(page, slips);
  await expect(page.getByText("All 3 files name their person.")).toBeVisible();
  await sender.fault({ op: "send", status: 400, match: "^To:.*ben\\.meyer@" });
  await clickSend(page, 3);
  await expect(page.getByText(/^2 sent, 1 failed/).first()).toBeVisible();
  const results = page.getByRole("table", { name: "Results of each row" }).getByRole("row");
  await expect(results.filter({ hasText: "ben.meyer@example.org" })).toContainText(
    "Own files: Ben Meyer.pdf",
  );
  await keepScreen(page, "person-files-results-1280");

  const downloads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download results as CSV" }).click();
  const [headers = "", ...lines] = (await readFile(await (await downloads).path(), "utf8")).split(
    "\r\n",
  );
  expect(headers).toMatch(/,Files$/);
  expect(lines.filter((row) => row !== "").map((row) => row.split(",").at(-1))).toEqual(
    slips.map(({ name }) => name),
  );

  await page.getByRole("button", { name: "Correct the one who did not get it" }).click();
  await expect(cellAt(page, 1, 1)).toContainText("ben.meyer@example.org");
  const preview = page.getByRole("definition").filter({ hasText: "Ben Meyer.pdf" });
  await expect(preview).toBeVisible();
  await cellAt(page, 1, 1).click();
  await page.keyboard.type("ben@example.org");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send a test to myself" }).click();
  await expect(page.getByText(`A test is on its way to ${sender.email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Send 1 email" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("1 row has the files of the earlier send.")).toBeVisible();
  await question.getByRole("button", { name: "Send 1 email" }).click();
  await expectSent(page, 1);
  await expect.poll(async () => (await sender.delivered()).length).toBe(4);
  const [anna = [], ben = [], cem = []] = Object.values(ownFiles(slips, PEOPLE));
  expect(await filesSent(sender.email)).toEqual({
    [addressOf("Anna Müller")]: anna,
    [addressOf("Cem Öz")]: cem,
    "ben@example.org": ben,
    [sender.email.toLowerCase()]: ben,
  });
});

test("a scheduled send that is changed keeps its files", async ({ sender, page }) => {
  const people = PEOPLE.slice(0, 2);
  const slips = slipsOf(people);
  await sender.template();
  await beginWithFiles(page, staffList(people));
  await addFiles(page, slips);
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  await page.getByRole("radio", { name: /^Tomorrow/ }).click();
  await page.getByRole("button", { name: "Schedule 2 emails" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Schedule 2 emails" }).click();
  await expect.poll(() => sender.sends()).toMatchObject([{ state: "scheduled" }]);
  const [scheduled] = await sender.sends();
  await page.goto(`/app#sends/${scheduled?.id}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("definition").filter({ hasText: "Anna Müller.pdf" })).toBeVisible();
  await page.getByRole("radio", { name: "Now" }).click();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await expect(question.getByText("2 rows have the files of the earlier send.")).toBeVisible();
  await question.getByRole("button", { name: "Send 2 emails" }).click();
  await expectSent(page, 2);
  expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
});

test.describe("with Undo", () => {
  test.use({ holds: true });

  test("a send that is undone and sent again uploads nothing twice", async ({ sender, page }) => {
    const people = PEOPLE.slice(0, 2);
    const slips = slipsOf(people);
    await sender.template();
    await beginWithFiles(page, staffList(people));
    await addFiles(page, slips);
    await expect(page.getByText("Both files name their person.")).toBeVisible();
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/files")) uploads.push(request.url());
    });
    await clickSend(page, 2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Nothing was sent.").first()).toBeVisible();
    await expect(page.getByText("Both files name their person.")).toBeVisible();
    await clickSend(page, 2);
    await expectSent(page, 2);
    expect(uploads).toHaveLength(1);
    expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
  });
});

test("a test to yourself has the files of the row that you look at", async ({ sender, page }) => {
  const slips = slipsOf(PEOPLE);
  await sender.template();
  await beginWithFiles(page, staffList(PEOPLE));
  await addFiles(page, slips);
  await expect(page.getByText("All 3 files name their person.")).toBeVisible();
  await page.getByRole("button", { name: "Next row" }).click();
  await expect(page.getByRole("button", { name: "Download Ben Meyer.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "Send a test to myself" }).click();
  await expect(page.getByText(`A test is on its way to ${sender.email}.`)).toBeVisible();
  const [, ben = []] = Object.values(ownFiles(slips, PEOPLE));
  await expect.poll(() => filesSent(sender.email)).toEqual({ [sender.email.toLowerCase()]: ben });
});

test("people of Direct Send with their own values each get a file", async ({ sender, page }) => {
  const people = PEOPLE.slice(0, 2);
  const slips = slipsOf(people);
  await sender.template();
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Invitation");
  await page
    .getByLabel("Recipients", { exact: true })
    .fill(people.map((person) => `${person} <${addressOf(person)}>,`).join(" "));
  await page.getByRole("group", { name: "Name", exact: true }).getByText("Each their own").click();
  await expect(gridOf(page).getByRole("gridcell", { name: "Anna Müller" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Add a file for each person" }).click();
  await addFiles(page, slips.toReversed());
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  await keepScreen(page, "person-files-direct-1280", { fullPage: true });
  await page.getByRole("button", { name: "Send Email(s)" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("Both files name their person.")).toBeVisible();
  await question.getByRole("button", { name: "Send 2 emails" }).click();
  await expectSent(page, 2);
  expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
});

/** Drops files and folders of the disk, as from a window of the system. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const place = page.getByText("or drop them here");
  await place.scrollIntoViewIfNeeded();
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 };
  const browser = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await browser.send("Input.dispatchDragEvent", {
      type,
      x: x + 5,
      y: y + 5,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
}

test("a folder and a file that are dropped go to their people, without the files of the system", async ({
  sender,
  page,
}, story) => {
  const slips = slipsOf(PEOPLE);
  const [anna, ben, cem] = slips as [PaySlip, PaySlip, PaySlip];
  const folder = story.outputPath("May");
  await mkdir(join(folder, "North"), { recursive: true });
  await writeFile(join(folder, ".DS_Store"), "of the system");
  await writeFile(join(folder, anna.name), anna.buffer);
  await writeFile(join(folder, "North", ben.name), ben.buffer);
  const loose = story.outputPath(cem.name);
  await writeFile(loose, cem.buffer);
  await sender.template();
  await beginWithFiles(page, staffList(PEOPLE));
  await drop(page, [folder, loose]);
  // A word that isn't in the row is asked about, also if it is a folder's.
  await expect(
    page.getByText(/^2 files have a word in their name .* May\/North\/Ben Meyer\.pdf for Ben/),
  ).toBeVisible();
  await page.getByRole("button", { name: "They are right" }).click();
  await expect(page.getByText("All 3 files name their person.")).toBeVisible();
  await expect(page.getByText(/belongs? to no one/)).toHaveCount(0);
  await clickSend(page, 3);
  await expectSent(page, 3);
  expect(await filesSent(sender.email)).toEqual(ownFiles(slips, PEOPLE));
});

test("both parents, in two columns, get their child's file without a question", async ({
  sender,
  page,
}) => {
  const [mia, zoe] = [paySlip("Mia Berg"), paySlip("Zoe Wolf")];
  await sender.template();
  await beginWithFiles(
    page,
    [
      "Name,Email mother,Email father",
      "Mia Berg,mum@example.org,dad@example.org",
      "Zoe Wolf,zoe@example.org,",
    ].join("\n"),
  );
  await page.getByRole("button", { name: "An email to each address" }).click();
  await addFiles(page, [mia, zoe]);
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  await expect(page.getByText(/goes to 2 people|have no file|has no file/)).toHaveCount(0);
  await look(page, "person-files-parents");
  await clickSend(page, 3);
  await expectSent(page, 3);
  const [ofMia, ofZoe] = [mia, zoe].map(({ name, buffer }) => [`${name} ${hashOf(buffer)}`]);
  expect(await filesSent(sender.email)).toEqual({
    "mum@example.org": ofMia,
    "dad@example.org": ofMia,
    "zoe@example.org": ofZoe,
  });
  for (const address of ["mum@example.org", "dad@example.org"])
    expect(await deliveredTo(sender.email, address)).toHaveLength(1);
});
