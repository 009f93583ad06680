import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { axTree } from "./axTree.ts";
import { cardOf, openCard } from "./listTable.ts";
import {
  accessibilityFaults,
  brokenWords,
  crampedButtons,
  keepScreen,
  sidewaysPlaces,
  wideFaults,
} from "./look.ts";
import { chooseFile, chooseTemplate, csvFile, OFFER, PROBLEMS } from "./sendSteps.ts";
import { expect, holdBack, test } from "./story.ts";

/**
 * Nothing is cut off, nothing jumps away from under the mouse, and the editor shows the email's
 * layout.
 */
test.use({ signedIn: true });

test("a value of several lines is seen whole, up to six of them", async ({ sender, page }) => {
  await sender.template({ name: "Note", subject: "Hello", body: "<p>We meet at {{Place}}.</p>" });
  await page.goto("/app#direct-send");
  await chooseTemplate(page, "Note");
  const place = page.getByRole("textbox", { name: /Place/ });
  const heightOf = async (lines: number) => {
    await place.fill(Array.from({ length: lines }, (_, n) => `line ${n}`).join("\n"));
    return await place.evaluate((field) => field.clientHeight);
  };
  const heights = [await heightOf(1), await heightOf(2), await heightOf(6), await heightOf(20)];
  const line = Number(heights[1]) - Number(heights[0]);
  expect(line).toBeGreaterThan(15);
  expect(heights[2]).toBeCloseTo(Number(heights[0]) + 5 * line, -1);
  expect(heights[3]).toBe(heights[2]);
});

test("a click on Send hits the button where it is seen: facts that load meanwhile have their place", async ({
  page,
}) => {
  await page.goto("/app#bulk-send");
  await page.getByRole("radio", { name: "Manual" }).click();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "(Compose Manually)" }).click();
  await page.getByRole("textbox", { name: "Subject" }).fill("Tea on Friday");
  await page.getByRole("textbox", { name: "Recipients" }).fill("ann@example.org\nbo@example.org");
  await page.getByRole("textbox", { name: "Body" }).fill("See you there.");
  const answer = await holdBack(page, "**/api/config");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("Checking when these emails can go out…")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveText("See you there.");
  await page.evaluate(async () => void (await document.fonts.ready));
  const top = () =>
    page
      .getByRole("button", { name: "Send 2 emails" })
      .evaluate((one) => one.getBoundingClientRect().top + scrollY);
  const before = await top();
  answer();
  await expect(page.getByText(/After this, \d+ of your account's/)).toBeVisible();
  await expect.poll(top).toBe(before);
});

test("list and page fit a phone and a wide window, in both themes", async ({ sender, page }) => {
  const template = await sender.template({
    name: "Offer",
    subject: "An offer",
    body: "<p>Dear {{Name}}.</p>",
  });
  const [id, people] = [randomUUID(), ["ann@example.org", "bo@example.org", "cy@example.org"]];
  await sender.sendToFile(template, people, id);
  await sender.sendToFile(
    template,
    people.slice(0, 2),
    randomUUID(),
    new Date(Date.now() + 86_400_000),
  );
  await page.goto("/app#sends");
  await expect(page.getByRole("link", { name: "Offer" })).toHaveCount(2);
  const faults: string[] = [];
  for (const [name, hash] of [
    ["sends-list", "sends"],
    ["sends-page", `sends/${id}`],
  ] as const) {
    await page.goto(`/app#${hash}`);
    await expect(page.getByText("3 sent.").first()).toBeVisible();
    for (const [width, colorScheme] of [
      [360, "dark"],
      [1280, "light"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      faults.push(...(await wideFaults(page)), ...(await accessibilityFaults(page)));
      await keepScreen(page, `${name}-${width}-${colorScheme}`, { fullPage: true });
    }
  }
  expect(faults).toEqual([]);
});

test("nine columns of a file are seen beside the email, and a long note makes no tall row", async ({
  sender,
  page,
}) => {
  await sender.template(INVOICE);
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, INVOICE.name);
  await chooseFile(page, invoices());
  const grid = page.getByRole("grid", { name: "Table of recipients" });
  await expect(grid.getByRole("columnheader")).toHaveCount(11);
  await expect.poll(() => grid.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(page.getByRole("region", { name: "Preview", exact: true })).toBeInViewport();
  // The row has no box: the grid places its cells.
  const note = grid.getByRole("gridcell", { name: /^Please call/ });
  await expect(note).toBeVisible();
  expect((await note.boundingBox())?.height).toBeLessThan(60);
  await keepScreen(page, "table-nine-columns", { fullPage: true });
});

test.describe("of many columns", () => {
  const NAMES = [
    "First Name",
    "City",
    "Track",
    "Talk Title",
    "Room",
    "Hotel",
    "Seat",
    "Note",
    "Last Word",
  ];

  for (const width of [1280, 700]) {
    test(`a table keeps in sight whose row it is, however far at the right one writes, at ${width}`, async ({
      sender,
      page,
    }) => {
      const body = NAMES.map((name) => `<p>{{${name}}}</p>`).join("");
      await sender.template({
        name: "Note",
        subject: "Hello",
        body: `${body}<p>{{At|time}}</p>`,
        timeFormat: "12hr",
      });
      await page.setViewportSize({ width, height: 780 });
      await page.goto("/app#bulk-send");
      await chooseTemplate(page, "Note");
      await page.getByRole("button", { name: "Type a list" }).click();
      const grid = page.getByRole("grid", { name: "Table of recipients" });
      const cell = (row: number, column: number) =>
        grid.getByRole("row").nth(row).getByRole("gridcell").nth(column);
      const rows = ["ann.goodman@example.org\tAnn", "bo.li@mail.example.org\tBo"].join("\n");
      await page.evaluate((text) => navigator.clipboard.writeText(text), rows);
      await cell(1, 1).click();
      await page.keyboard.press("Control+V");
      await cell(2, 1).click();
      // By keyboard, from the address to the last value: each column that is written in is seen
      // beside the address.
      for (let column = 2; column < NAMES.length + 3; column += 1) {
        await page.keyboard.press("ArrowRight");
        await expect(cell(2, column)).toBeFocused();
      }
      await page.keyboard.type("14:30");
      await expect(grid.getByRole("textbox", { name: "At in row 2" })).toBeInViewport({
        ratio: 0.9,
      });
      await keepScreen(page, `table-${width}-light`);
      await expect(cell(2, 0)).toBeInViewport({ ratio: 1 });
      await expect(cell(2, 1)).toBeInViewport({ ratio: 1 });
      await expect(cell(2, 1)).toHaveText("bo.li@mail.example.org");
      const [whose, written] = await Promise.all([
        cell(2, 1).boundingBox(),
        cell(2, NAMES.length + 2).boundingBox(),
      ]);
      expect((whose?.x ?? 0) + (whose?.width ?? 0)).toBeLessThanOrEqual((written?.x ?? 0) + 1);
      await page.keyboard.press("Enter");
      await expect(cell(2, NAMES.length + 2)).toHaveText("2:30 PM");
      await page.emulateMedia({ colorScheme: "dark" });
      await keepScreen(page, `table-${width}-dark`);
    });
  }
});

const BODY = [
  "<h1>Head one</h1><h2>Head two</h2><h3>Head three</h3>",
  "<p>plain <strong>bold</strong> <em>italic</em> <u>under</u> <s>strike</s> H<sub>2</sub>O x<sup>9</sup> end</p>",
  "<p><br></p><p>after an empty line</p><p>a&nbsp;&nbsp;&nbsp;few spaces</p><p>&nbsp;lead</p>",
  '<p class="ql-align-center">centred</p><p class="ql-align-right">right</p>',
  '<p class="ql-indent-1">indented</p><p class="ql-indent-3">far</p>',
  '<ol><li data-list="bullet">point</li><li data-list="bullet" class="ql-indent-1">deeper</li>',
  '<li data-list="bullet" class="ql-indent-2">deepest</li><li data-list="ordered">one</li>',
  '<li data-list="ordered" class="ql-indent-1">letter</li><li data-list="ordered">two</li></ol>',
  "<blockquote>quoted</blockquote><blockquote>more</blockquote><p>between</p>",
  "<pre>code\n  indented\n\nlast\n</pre><p>and a <a href='https://example.com'>link</a></p>",
  '<table><thead><tr><th>head</th><th colspan="2" class="ql-align-center">both</th></tr></thead>',
  '<tbody><tr><td rowspan="2"><p>upper</p><p>lower</p></td><td class="ql-align-right">5</td><td></td></tr>',
  "<tr><td>a long cell</td><td>z</td></tr><tr><td></td><td></td><td></td></tr></tbody></table><p>below</p>",
  `<p>${"words that go on and on ".repeat(20)}</p>`,
  `<p class="ql-align-justify">${"words at both margins ".repeat(20)}</p>`,
].join("");

/** Each word of an element in the page with its place, in pixels from where its text begins. */
function wordsOf(element: HTMLElement): [word: string, left: number, top: number][] {
  const box = element.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(element);
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: [string, number, number][] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s\u00a0]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { left, top } = range.getBoundingClientRect();
      words.push([
        word,
        left - box.left - Number.parseFloat(paddingLeft),
        top - box.top - Number.parseFloat(paddingTop),
      ]);
    }
  }
  return words;
}

test("the editor shows every word where the email has it", async ({ sender, context, page }) => {
  const template_id = await sender.template({ name: "Look", subject: "s", body: BODY });
  const { body: preview } = await sender.call("POST", "/api/preview", {
    template_id,
    variables: {},
  });

  await page.goto("/app");
  await page.getByRole("button", { name: "Look", exact: true }).click();
  const body = page
    .getByRole("dialog", { name: "Edit Template" })
    .getByRole("textbox", { name: "Body" });
  await body.click();
  await body.evaluate((element) => {
    element.style.maxHeight = "none";
  });
  const inEditor = await body.evaluate(wordsOf);
  const width = await body.evaluate(
    (element) => element.clientWidth - 2 * Number.parseFloat(getComputedStyle(element).paddingLeft),
  );

  const mail = await context.newPage();
  await mail.setContent(`<div style="width:${width}px">${preview.rendered_body_html}</div>`);
  const inMail = await mail.locator("div").first().evaluate(wordsOf);
  expect(inEditor.map(([word]) => word)).toEqual(inMail.map(([word]) => word));
  const moved = inEditor.filter(([, left, top], at) => {
    const [, mailLeft = 0, mailTop = 0] = inMail[at] ?? [];
    return Math.abs(left - mailLeft) > 1 || Math.abs(top - mailTop) > 1;
  });
  expect(moved).toEqual([]);
});

test.describe("on a phone", () => {
  /**
   * A phone, and a desktop window at 400%: nothing scrolls sideways, no word breaks, and a table is
   * still a table for screen readers.
   */
  const SIZES = { phone: { width: 360, height: 640 }, "400 %": { width: 320, height: 256 } };

  test.use({ signedIn: true });

  /** Counts the roles that Chromium gives to the page's elements. */
  async function rolesOf(page: Page): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { role, ignored } of await axTree(page)) {
      if (!ignored) counts.set(role?.value ?? "", (counts.get(role?.value ?? "") ?? 0) + 1);
    }
    return counts;
  }

  /** The faults of a screen in the small windows. */
  async function faultsOf(page: Page): Promise<string[]> {
    const faults: string[] = [];
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      const found = [...(await wideFaults(page)), ...(await sidewaysPlaces(page))];
      const words = name === "phone" ? await brokenWords(page, "main") : [];
      faults.push(
        ...found.map((fault) => `${name}: ${fault}`),
        ...words.map((word) => `${name}: ${word} is broken`),
      );
    }
    await page.setViewportSize(SIZES.phone);
    return faults;
  }

  test("the rows of a file, of its check and of its results, and the list of sends", async ({
    sender,
    page,
  }) => {
    await sender.template(OFFER);
    await page.setViewportSize(SIZES.phone);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, OFFER.name);
    await chooseFile(page, PROBLEMS);
    await expect(page.getByText("5 ready · 5 skipped (1 duplicate)")).toBeVisible();
    await page.getByRole("button", { name: "Read it another way" }).click();
    await expect(cardOf(page, 1)).toBeVisible();
    expect(await faultsOf(page), "the check").toEqual([]);
    await keepScreen(page, "phone-check", { fullPage: true });

    await page.getByRole("button", { name: "Only the first" }).click();
    await page.getByRole("button", { name: "Send 5 emails" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send 5 emails" }).click();
    await expect(page.getByText(/^5 sent, 5 skipped\./).first()).toBeVisible();
    expect(await faultsOf(page), "the results").toEqual([]);
    const table = page.getByRole("region", { name: "Results of each row" }).getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveText([
      "Row/N",
      "Recipient",
      "Status",
      "Details",
    ]);
    await expect(table.getByRole("row")).toHaveCount(11);

    await page.goto("/app#sends");
    await expect(page.getByRole("link", { name: OFFER.name })).toBeVisible();
    expect(await faultsOf(page), "the list of sends").toEqual([]);
    await page.getByRole("link", { name: OFFER.name }).click();
    await expect(page.getByRole("searchbox", { name: "Search people" })).toBeVisible();
    expect(await faultsOf(page), "the page of a send").toEqual([]);
    await keepScreen(page, "phone-send", { fullPage: true });
    const roles = await rolesOf(page);
    expect(["table", "row", "columnheader", "cell"].map((role) => roles.get(role))).toEqual([
      1, 11, 4, 40,
    ]);
  });

  test("every button has its words in one line, and the 2 buttons of a dialog or of the bar are in one row", async ({
    sender,
    page,
  }) => {
    await sender.template(OFFER);
    await page.setViewportSize(SIZES.phone);
    const rows = Array.from(
      { length: 1_000 },
      (_, i) => `Person ${i},p${i}@example.org,Discount,2026-12-01`,
    );
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, OFFER.name);
    const file = csvFile(["Full Name,Email,Offer,Due", ...rows].join("\n"));
    await chooseFile(page, file);
    await page.getByRole("radio", { name: /^Tomorrow/ }).click();
    await expect(page.getByRole("button", { name: "Schedule 1,000 emails" })).toBeVisible();
    await expect.poll(() => crampedButtons(page)).toEqual([]);
    await keepScreen(page, "phone-bar");
    await page.getByRole("button", { name: "Schedule 1,000 emails" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    await expect.poll(() => crampedButtons(page)).toEqual([]);
    await keepScreen(page, "phone-question");
    await question.getByRole("button", { name: "Schedule 1,000 emails" }).click();
    await page.getByRole("link", { name: "Open in Sends" }).click();
    await page.getByRole("button", { name: "Change the time" }).click();
    await expect(page.getByRole("dialog", { name: "Change the time" })).toBeVisible();
    await expect.poll(() => crampedButtons(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep the time" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel the send" }).click();
    await page.getByRole("button", { name: "Send to the 1,000 who did not get it" }).click();
    await expect(question.getByText(/^To p0@example.org/)).toBeVisible();
    await expect.poll(() => crampedButtons(page)).toEqual([]);
    await keepScreen(page, "phone-rest");
  });

  test("a template with many placeholders has a low row, and a thumb hits its buttons", async ({
    sender,
    page,
  }) => {
    const names = ["Name", "Event", "Place", "Street", "Town", "Table", "Guest", "Menu"];
    const body = `<p>${names.map((name) => `{{${name}}}`).join(" ")}</p>`;
    await sender.template({ name: "Invitation to the summer fête", subject: "For {{Name}}", body });
    await page.setViewportSize(SIZES.phone);
    await page.goto("/app#templates");
    const row = page.getByRole("listitem").filter({ hasText: "Invitation to the summer fête" });
    await expect(row.getByText("and 2 more")).toBeVisible();
    expect((await row.boundingBox())?.height).toBeLessThan(170);
    for (const name of ["Direct Send", "Duplicate", "Delete"]) {
      const target = row.getByRole(name === "Direct Send" ? "link" : "button", {
        name: new RegExp(`^${name}`),
      });
      const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
      expect([name, width >= 40, height >= 40]).toEqual([name, true, true]);
    }
    expect(await faultsOf(page)).toEqual([]);
  });

  test("a list of 25 people is short, and the email of one is a sheet over it", async ({
    sender,
    page,
  }) => {
    await sender.template(INVOICE);
    await page.setViewportSize(SIZES.phone);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, INVOICE.name);
    await chooseFile(page, invoices());
    await expect(page.getByRole("listitem", { name: /^Row \d+$/ })).toHaveCount(25);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height).toBeLessThan(3_500);
    const top = () => page.evaluate(() => window.scrollY);
    await cardOf(page, 12).scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Generate Preview" }).click();
    const sheet = page.getByRole("dialog", { name: "Email preview" });
    await expect(sheet).toBeVisible();
    const before = await top();
    await expect(sheet.frameLocator("iframe").getByText("Anja")).toBeVisible();
    await sheet.getByRole("button", { name: "Next row" }).click();
    await expect(sheet.frameLocator("iframe").getByText("Jörg")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Generate Preview" })).toBeFocused();
    expect(await top()).toBe(before);
    await page.getByRole("button", { name: "Generate Preview" }).click();
    await expect(sheet.frameLocator("iframe").getByText("Jörg")).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreen(page, "phone-sheet");
  });

  test("toasts cover no question, nor the cell in use", async ({ sender, page }) => {
    const GUEST = { name: "Guest", subject: "For {{Name}}", body: "<p>Dear {{Name}}.</p>" };
    await sender.template(GUEST);
    await page.setViewportSize(SIZES.phone);
    await page.goto("/app#bulk-send");
    await chooseTemplate(page, GUEST.name);
    const file = csvFile(
      "Name,Email\nAnn,ann@example.org\nBo,bo at example.org\nCy,cy at example.org",
    );
    await chooseFile(page, file);
    await page.getByRole("button", { name: "Send 1 email" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Send 1 email" }).click();
    await page.getByRole("button", { name: "Correct the 2 who did not get it" }).click();

    const toast = page
      .getByRole("region", { name: "Notifications" })
      .getByText(/^The template “Guest” and the 2 people are in Bulk Send/);
    await expect(toast).toBeVisible();
    // The one about the send before it has made room.
    await expect(page.getByRole("button", { name: "Close notification" })).toHaveCount(1);
    await page.getByRole("button", { name: "Close notification" }).hover();
    const cell = (await openCard(page, 2)).getByRole("textbox", { name: "Email" });
    await cell.focus();
    const room = async () => {
      const [above, below] = [await cell.boundingBox(), await toast.boundingBox()];
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
    };
    await expect.poll(room).toBeGreaterThanOrEqual(0);
    await keepScreen(page, "phone-toast");

    const first = (await openCard(page, 1)).getByRole("textbox", { name: "Email" });
    await first.fill("bo@example.org");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send 1 email" }).click();
    await expect(question).toBeVisible();
    await keepScreen(page, "phone-toast-question");
    await question.getByRole("button", { name: "Send 1 email" }).hover();
    const covered = (dialog: Element) => {
      const { left, top, width, height } = dialog.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]),
      );
      return points.filter(([x = 0, y = 0]) => !dialog.contains(document.elementFromPoint(x, y)))
        .length;
    };
    await expect.poll(() => question.evaluate(covered)).toBe(0);
  });
});

const NAMES = ["Title", "First Name", "Name", "Invoice", "Amount", "Due", "Note", "Link"];

/** A template that takes its values from eight columns. */
export const INVOICE = {
  name: "Reminder of an invoice",
  subject: "Invoice {{Invoice}}",
  body: `<p>${NAMES.map((name) => `{{${name}}}`).join(" ")}</p>`,
};

/** A file of 25 people with all of them and their addresses; the note of the third is long. */
export function invoices() {
  const people = ["Anja,Braun", "Jörg,Weiss", "Mia,Roth"];
  const rows = Array.from({ length: 25 }, (_, i) => {
    const note =
      i === 2
        ? `Please call ${"before noon or after the break, ".repeat(8)}`.replaceAll(",", "")
        : "first";
    const [number, day] = [100 + i, String(i + 1).padStart(2, "0")];
    return `Ms,${people[i % 3]},p${number}@example.org,RE-${number},"1,234.50",2027-01-${day},${note},https://example.org/re/${number}`;
  });
  return csvFile(["Title,First Name,Name,Email,Invoice,Amount,Due,Note,Link", ...rows].join("\n"));
}
