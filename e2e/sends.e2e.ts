import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { drawn } from "./drawn.ts";
import { boundsOf, keepScreen } from "./look.ts";
import { addresses, type Followed, type Sender } from "./sender.ts";
import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { operator, sweep } from "./stack.ts";
import { expect, test } from "./story.ts";

/** The Sends tab: sends in progress, scheduled and finished; and the page of each. */
test.use({ signedIn: true });

const OFFER = {
  name: "Offer",
  subject: "An offer for {{Name}}",
  body: "<p>Dear {{Name}}, an offer.</p>",
};
const DAY = 86_400_000;

const question = (page: Page) => page.getByRole("alertdialog");

/** Long enough for an operator to stop a send of twenty emails, four at a time, in the middle. */
const SLOW_MS = 5_000;

test("an operator stops sending in the middle of a bulk send, the page says why, and afterwards each email goes out once", async ({
  sender,
  page,
}) => {
  await sender.template(OFFER);
  const people = addresses(20);
  await sender.limit({ delayMs: SLOW_MS });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Offer");
  const list = ["Name,Email", ...people.map((address, i) => `Person ${i + 1},${address}`)].join(
    "\n",
  );
  await chooseFile(page, csvFile(list));
  await page.getByRole("button", { name: "Send 20 emails" }).click();
  await question(page).getByRole("button", { name: "Send 20 emails" }).click();
  await expect.poll(async () => (await sender.delivered()).length).toBeGreaterThan(0);

  // Stops only this person, so the other stories can still send.
  const said = operator("stop", "--user", sender.email, "We are checking a template.");
  expect(said).not.toContain(sender.email);
  await expect(page.getByText(/^Paused: we have stopped sending for now\./).first()).toContainText(
    "The reason: “We are checking a template.”",
  );
  await expect
    .poll(() => sender.sends())
    .toMatchObject([{ state: "paused", counts: { sending: 0 } }]);
  await expect(page.getByRole("button", { name: "Resume" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const before = await sender.delivered();
  expect(before.length).toBeLessThan(20);
  const [stopped] = await sender.sends();
  expect(stopped).toMatchObject({
    pause_reason: "stopped",
    counts: { sent: before.length, queued: 20 - before.length },
  });
  await sender.unlimit();

  await page.goto(`/app#sends/${stopped?.id}`);
  await page.reload();
  await expect(
    page.getByText("What you send waits, and will be sent automatically."),
  ).toBeVisible();
  await expect(
    page.getByText(`${before.length} sent, ${20 - before.length} to go.`).first(),
  ).toBeVisible();
  await keepScreen(page, "sends-stopped");
  // Nothing that the sweep does sends anything.
  await sweep();
  expect(await sender.delivered()).toEqual(before);

  expect(operator("start", "--user", sender.email)).toContain("is over.");
  await expect(async () => {
    await sweep();
    expect(await sender.sends()).toMatchObject([{ state: "done", counts: { sent: 20 } }]);
  }).toPass({ intervals: [2_000], timeout: 120_000 });
  expect((await mailsOf(sender.email)).map(recipientOf).sort()).toEqual(people);
  await page.reload();
  await expect(page.getByText("20 sent.").first()).toBeVisible();
  await expect(page.getByText("What you send waits, and will be sent automatically.")).toHaveCount(
    0,
  );
});

test("those who did not get it are corrected in a table and get the email, and no one gets it twice", async ({
  sender,
  page,
}) => {
  await sender.template(OFFER);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Offer");
  const people =
    "Name,Email\nAnn,ann@example.org\nBo,bo at example.org\n,cy@example.org\nDi,di@example.org";
  await chooseFile(page, csvFile(people));
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await question(page).getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText("2 sent, 2 skipped.").first()).toBeVisible();

  await keepScreen(page, "sends-correct");
  await page.getByRole("button", { name: "Correct the 2 who did not get it" }).click();
  const reasons = page.getByRole("listitem").filter({ hasText: /example\.org: / });
  await expect(reasons).toHaveText([
    /^bo at example\.org: Not an email address/,
    /^cy@example\.org: Blank value/,
  ]);
  const grid = page.getByRole("grid", { name: "Table of recipients" });
  const cell = (row: number, column: number) =>
    grid.getByRole("row").nth(row).getByRole("gridcell").nth(column);
  await expect(cell(1, 1)).toContainText("bo at example.org");
  await expect(cell(1, 2)).toHaveText("Bo");
  await keepScreen(page, "sends-correct-table");
  await cell(1, 1).click();
  await page.keyboard.type("bo@example.org");
  await page.keyboard.press("Enter");
  await cell(2, 2).click();
  await page.keyboard.type("Cy");
  await page.keyboard.press("Enter");
  await expect(cell(2, 2)).toHaveText("Cy");
  await page.getByRole("button", { name: "Send 2 emails", exact: true }).click();
  await question(page).getByRole("button", { name: "Send 2 emails" }).click();
  const everybody = ["ann", "bo", "cy", "di"].map((name) => `${name}@example.org`);
  await expect.poll(() => sender.delivered()).toEqual(everybody);
  await expect(reasons).toHaveCount(0);

  // The earlier send has no one left to correct, and links to the correction; the correction links
  // back.
  await page.getByRole("tab", { name: "Sends" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "An offer for Ann" })
    .getByRole("link")
    .click();
  await expect(page.getByText("In a later send.")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Correct/ })).toHaveCount(0);
  await keepScreen(page, "sends-corrected");
  await page.getByRole("link", { name: /^the send from / }).click();
  await expect(page.getByText("Another try · Bo and 1 other")).toBeVisible();
  await page.getByRole("link", { name: "an earlier send" }).click();
  await expect(page.getByText("In a later send.")).toHaveCount(2);

  // Another email goes to exactly one of those who received it.
  await page.getByRole("button", { name: "Choose people", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Choose people in the table" })).toBeFocused();
  const boxes = page.getByRole("checkbox", { name: /@example\.org\)$/ });
  await expect(boxes).toHaveCount(2);
  // The whole row is the label.
  await page.getByText("di@example.org").click({ force: true });
  await expect(page.getByText("1 chosen", { exact: true })).toBeVisible();
  await keepScreen(page, "sends-choose");
  const write = page.getByRole("button", { name: "Write to this person" });
  // On a phone, it stays in view while the rows and all below them are scrolled.
  await page.setViewportSize({ width: 390, height: 480 });
  await page.getByRole("button", { name: "Delete now" }).scrollIntoViewIfNeeded();
  await expect(write).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await write.click();
  await chooseTemplate(page, "Offer");
  await expect(cell(1, 1)).toContainText("di@example.org");
  await expect(cell(1, 2)).toHaveText("Di");
  await expect(page.getByRole("button", { name: "Send 1 email", exact: true })).toBeVisible();
});

test("the text of a scheduled send is edited: it stays scheduled until the new one takes its place, and everyone gets one email", async ({
  sender,
  page,
}) => {
  const form = new FormData();
  const fields = {
    mode: "manual",
    template_id: "",
    subject: "Diner on Friday",
    body: "<p>See you there.</p>",
    manual_recipients: "ann@example.org, bo@example.org",
    start_at: new Date(Date.now() + DAY).toISOString(),
  };
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  const id = randomUUID();
  const answer = await sender.call("POST", "/api/send-bulk", form, { "idempotency-key": id });
  expect(answer.status).toBe(202);
  await page.goto(`/app#sends/${id}`);
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await expect(edit).toBeEnabled();
  await keepScreen(page, "sends-scheduled");
  await test.step("the choices of another time stay where they are", async () => {
    await page.getByRole("button", { name: "Change the time" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the time" });
    const choose = dialog.getByText("Choose…");
    const place = await boundsOf(choose);
    for (const choice of [dialog.getByText("Now", { exact: true }), choose]) {
      await choice.click();
      await drawn(page);
      expect(await boundsOf(choose)).toEqual(place);
    }
    await dialog.getByRole("button", { name: "Keep the time" }).click();
  });
  await edit.click();
  await expect(page.getByText(/^You're editing the send scheduled for /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Schedule 2 emails" })).toBeVisible();
  await keepScreen(page, "sends-edit");
  expect(await sender.sends()).toMatchObject([{ id, state: "scheduled" }]);
  await page.getByLabel("Subject").fill("Dinner on Friday");
  await page.reload();
  await expect(page.getByText(/^You're editing the send scheduled for /)).toBeVisible();
  await page.getByRole("radio", { name: "Now" }).click();
  await page.getByRole("button", { name: "Send 2 emails" }).click();
  await expect(question(page).getByText(/It takes the place of the send/)).toBeVisible();
  await question(page).getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText("2 sent.").first()).toBeVisible();
  const mails = await mailsOf(sender.email);
  expect(mails.map((mail) => `${mail.subject}: ${recipientOf(mail)}`).sort()).toEqual([
    "Dinner on Friday: ann@example.org",
    "Dinner on Friday: bo@example.org",
  ]);
  // The edited one goes to no one any more: it isn't in the list, and its page leads to the other.
  await page.goto("/app#sends");
  await expect(page.getByRole("link", { name: "Dinner on Friday" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Diner on Friday" })).toHaveCount(0);
  await page.goto(`/app#sends/${id}`);
  await expect(page.getByText("Replaced", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Send to the|Edit)/ })).toHaveCount(0);
  await keepScreen(page, "sends-replaced");
  expect((await sender.call("POST", `/api/sends/${id}/retry`, { rows: [1, 2] })).status).toBe(409);
  await page.getByRole("link", { name: "Open the send in its place" }).click();
  await expect(page.getByText("2 sent.").first()).toBeVisible();
});

test.describe("what Google does to a send", () => {
  /**
   * What Google does to a send, through the whole stack: hosting, function, queue, ledger, and a
   * Gmail that fails on purpose.
   */
  test.use({ signedIn: true });

  test("a burst of 429 slows a send down and loses no email", async ({ sender }) => {
    const { template, people, key } = await about(sender, 30);
    await sender.fault({
      op: "send",
      status: 429,
      reason: "rateLimitExceeded",
      skip: 3,
      times: 6,
      retryAfter: 1,
    });
    await sender.fault({
      op: "send",
      status: 403,
      reason: "userRateLimitExceeded",
      skip: 10,
      times: 2,
    });

    await sender.sendToFile(template, people, key);
    const { send } = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);

    expect(await sender.hasFaults()).toBe(false);
    expect(send).toMatchObject({
      state: "done",
      counts: { total: 30, sent: 30, failed: 0, warning: 0 },
    });
    expect(await sender.delivered()).toEqual(people);
  });

  test("lost answers are reported as unconfirmed, and only a person sends such a row again", async ({
    sender,
  }) => {
    const { template, people, key } = await about(sender, 12);
    await sender.fault({ op: "send", storeFirst: true, skip: 2, times: 2 });
    await sender.fault({ op: "send", storeFirst: true, status: 503, skip: 4 });
    await sender.fault({ op: "send", reset: true, skip: 6 });

    const answer = await sender.sendToFile(template, people, key);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, reason: "partially_sent", send_id: key },
    });
    const { send, results } = await sender.follow(key);
    expect(send).toMatchObject({ state: "done", counts: { total: 12, sent: 8, warning: 4 } });
    const unknown = results.filter(({ status }) => status === "warning");
    for (const { reason } of unknown) {
      expect(reason).toBe("We can't tell whether this email went out. Check your Sent folder.");
    }
    const delivered = await sender.delivered();
    expect(delivered).toEqual([...new Set(delivered)]);
    expect(delivered).toHaveLength(11);

    const lost = unknown.find(({ recipient }) => !delivered.includes(recipient));
    const again = await sender.call("POST", `/api/sends/${key}/retry`, { rows: [lost?.row] });
    expect(again.status).toBe(200);
    const after = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);
    expect(after.send.counts).toMatchObject({ sent: 9, warning: 3 });
    expect(await sender.delivered()).toEqual(people);
  });

  test("the account's daily limit pauses a send until there is room", async ({ sender }) => {
    const { template, people, key } = await about(sender, 9);
    await sender.limit({ perDay: 5 });

    expect((await sender.sendToFile(template, people, key)).status).toBe(202);
    const { send } = await until(sender, key, ({ send: { state } }) => state === "paused");
    expect(send).toMatchObject({
      state: "paused",
      pause_reason: "quota",
      counts: { sent: 5, queued: 4, failed: 0 },
    });
    expect(Date.parse(send.resumes_at ?? "")).toBeGreaterThan(Date.now());

    await sender.unlimit();
    await sender.call("POST", `/api/sends/${key}/resume`);
    const resumed = await until(sender, key, ({ send: { ended_at } }) => ended_at !== null);
    expect(resumed.send).toMatchObject({ state: "done", counts: { total: 9, sent: 9 } });
    expect(await sender.delivered()).toEqual(people);
  });

  async function about(sender: Sender, rows: number) {
    return { template: await sender.template(), people: addresses(rows), key: randomUUID() };
  }

  /** Looks, as the page does, until a send is as wanted. */
  async function until(
    sender: Sender,
    key: string,
    isSo: (now: Followed) => boolean,
  ): Promise<Followed> {
    let now = await sender.follow(key);
    await expect(async () => {
      now = await sender.follow(key);
      expect(isSo(now), `The send stays as it is: ${JSON.stringify(now.send)}`).toBe(true);
    }).toPass({ intervals: [500], timeout: 60_000 });
    return now;
  }
});
