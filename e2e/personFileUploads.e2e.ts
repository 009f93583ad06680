import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { keepScreen } from "./look.ts";
import { loseCalls } from "./lostCalls.ts";
import { paySlip, staffList } from "./paySlips.ts";
import {
  addFiles,
  beginWithFiles,
  clickSend,
  expectSent,
  filesSent,
  ownFiles,
} from "./personFileSteps.ts";
import { expect, holdBack, test } from "./story.ts";

/** The upload of a file for each person, between the click on Send and its call. */
test.use({ signedIn: true });

const PEOPLE = ["Anna Müller", "Ben Meyer", "Cem Öz", "Dana Ek"];
/** Two such files don't fit into one call. */
const LARGE = 2_200_000;
const largeSlips = (people: readonly string[] = PEOPLE) =>
  people.map((person) => paySlip(person, person, LARGE));
const UPLOADS = "*/api/files";

const uploading = (page: Page) => page.getByRole("status").filter({ hasText: "Uploading files" });

test.describe("with a line that breaks", () => {
  test.use({ expected: /net::ERR_CONNECTION_RESET|^No answer: POST/ });

  test("at each file, in each question and at the send's answer, each file is uploaded and sent once", async ({
    sender,
    page,
  }) => {
    await sender.template();
    await beginWithFiles(page, staffList(PEOPLE));
    const slips = largeSlips();
    await addFiles(page, slips);
    await expect(page.getByText("All 4 files name their person.")).toBeVisible();
    // No upload is ever answered: every other one doesn't even arrive.
    const arrived = await loseCalls(page, UPLOADS, (call) => (call % 2 === 1 ? "call" : "answer"));
    await loseCalls(page, "*/api/files/known", (call) => (call === 2 ? "answer" : null));
    await loseCalls(page, "*/api/send-bulk", (call) => (call === 1 ? "answer" : null));
    await clickSend(page, 4);
    await expect(page.getByText("Waiting for the connection.", { exact: false })).toBeVisible();
    await expectSent(page, 4);
    expect(arrived()).toBe(4);
    expect(await filesSent(sender.email)).toEqual(ownFiles(slips, PEOPLE));
    expect(await sender.sends()).toHaveLength(1);
  });
});

test("leaving asks first, another tab of the page changes nothing, Cancel and a reload send nothing, and what has arrived isn't uploaded again", async ({
  sender,
  page,
}) => {
  const people = PEOPLE.slice(0, 2);
  const slips = largeSlips(people);
  await sender.template();
  await beginWithFiles(page, staffList(people));
  await addFiles(page, slips);
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  // The first upload arrives, the second one hangs.
  let uploads = 0;
  await page.route("**/api/files", async (route) => {
    if (++uploads === 1) await route.continue();
  });
  const half = page.getByText(/^Uploading files: 1 of 2 \(/);
  await clickSend(page, 2);
  await expect(half).toBeVisible();
  await keepScreen(page, "person-files-uploading-1280");

  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await page.getByRole("tab", { name: "Sends" }).click();
  await page.getByRole("tab", { name: "Bulk Send" }).click();
  await expect(half).toBeVisible();
  expect(uploads).toBe(2);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(uploading(page)).toHaveCount(0);

  await clickSend(page, 2);
  await expect(half).toBeVisible();
  page.once("dialog", (leaving) => void leaving.accept());
  await page.reload();
  await expect(
    page.getByText("The page was reloaded while files were being uploaded. Nothing was sent."),
  ).toBeVisible();
  expect(await sender.sends()).toEqual([]);

  // The list and its pairs are as they were: only the file that the server doesn't have is lost.
  await expect(
    page.getByText(
      "We don't keep files when you reload the page. Add this one again: Ben Meyer.pdf.",
    ),
  ).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Files of row 1: Anna Müller\.pdf/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await expect(
    page.getByText("Add these files again, or remove them: Ben Meyer.pdf."),
  ).toBeVisible();
  await keepScreen(page, "person-files-lost-1280");
  await page.unroute("**/api/files");
  const again = page.waitForRequest("**/api/files");
  await addFiles(page, slips.slice(1));
  // The bytes of Anna's file are on the server only.
  await expect(page.getByText("1 of 2 files name their person, 1 wasn't checked.")).toBeVisible();
  await clickSend(page, 2);
  await again;
  await expectSent(page, 2);
  expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
});

test("a file that has changed since it was added isn't sent before it is added again", async ({
  sender,
  page,
}, story) => {
  const people = PEOPLE.slice(0, 2);
  await sender.template();
  await beginWithFiles(page, staffList(people));
  const [anna, ben] = [paySlip("Anna Müller"), paySlip("Ben Meyer")];
  const paths = [story.outputPath(anna.name), story.outputPath(ben.name)];
  await writeFile(paths[0] ?? "", anna.buffer);
  await writeFile(paths[1] ?? "", ben.buffer);
  await addFiles(page, paths);
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  const corrected = paySlip("Ben Meyer", "Ben Meyer, corrected");
  await writeFile(paths[1] ?? "", corrected.buffer);
  await clickSend(page, 2);
  await expect(
    page.getByText("Ben Meyer.pdf has changed since you added it. Add it again."),
  ).toBeVisible();
  expect(await sender.sends()).toEqual([]);
  await addFiles(page, paths.slice(1));
  const size = `${corrected.buffer.length} Bytes`;
  await expect(
    page.getByRole("button", { name: `Files of row 2: Ben Meyer.pdf, ${size}` }),
  ).toBeVisible();
  await expect(page.getByText("Both files name their person.")).toBeVisible();
  await clickSend(page, 2);
  await expectSent(page, 2);
  expect(await filesSent(sender.email)).toEqual(ownFiles([anna, corrected], people));
});

test.describe("in two tabs of the browser", () => {
  // The server says that files are missing.
  test.use({ expected: /status of 409/ });

  test("the same files are sent to each list, though the data of the other tab's send, and so the uploads, are deleted meanwhile", async ({
    sender,
    page,
  }) => {
    const people = PEOPLE.slice(0, 2);
    const slips = people.map((person) => paySlip(person));
    await sender.template();
    await sender.template({
      name: "Reminder",
      subject: "Reminder for {{Name}}",
      body: "<p>Dear {{Name}}</p>",
    });
    const other = await page.context().newPage();
    const letGo = await holdBack(other, "**/api/send-bulk");
    for (const [tab, template] of [
      [page, "Invitation"],
      [other, "Reminder"],
    ] as const) {
      await beginWithFiles(tab, staffList(people), template);
      await addFiles(tab, slips);
      await expect(tab.getByText("Both files name their person.")).toBeVisible();
    }
    const called = other.waitForRequest("**/api/send-bulk");
    await clickSend(other, 2);
    await called;
    await clickSend(page, 2);
    await expectSent(page, 2);
    expect(await filesSent(sender.email)).toEqual(ownFiles(slips, people));
    const [sent] = await sender.sends();
    expect((await sender.call("DELETE", `/api/sends/${sent?.id}`)).status).toBe(200);
    const again = other.waitForRequest("**/api/files");
    letGo();
    await again;
    await expectSent(other, 2);
    await expect.poll(async () => (await sender.delivered()).length).toBe(4);
    const files = await filesSent(sender.email, "Reminder");
    expect(files).toEqual(ownFiles(slips, people));
  });
});
