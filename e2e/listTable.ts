import { expect, type Locator, type Page } from "@playwright/test";

/** The table of a list in Bulk Send, in a wide window. */
export const gridOf = (page: Page): Locator =>
  page.getByRole("grid", { name: "Table of recipients" });

/**
 * The cell of a row, by its place in the table (from 1) and that of its column (0 is the row's
 * number).
 */
export const cellAt = (page: Page, row: number, column: number): Locator =>
  gridOf(page).getByRole("row").nth(row).getByRole("gridcell").nth(column);

/** The cell of a row in the column of a placeholder. */
export async function cellOf(page: Page, row: number, header: string): Promise<Locator> {
  const headings = gridOf(page).getByRole("columnheader");
  await expect(headings.filter({ hasText: header }).first()).toBeVisible();
  const texts = await headings.allTextContents();
  return cellAt(
    page,
    row,
    texts.findIndex((text) => text.includes(header)),
  );
}

/** The card of a row on a phone. */
export const cardOf = (page: Page, row: number): Locator =>
  page.getByRole("listitem", { name: `Row ${row}`, exact: true });

/** The button of a card that opens and closes it. */
export const headOf = (page: Page, row: number): Locator =>
  cardOf(page, row).getByRole("button", { name: new RegExp(`^Row ${row}\\b`) });

/** Opens the card of a row on a phone, unless it is open. */
export async function openCard(
  page: Page,
  row: number,
  press = (head: Locator) => head.click(),
): Promise<Locator> {
  const head = headOf(page, row);
  if ((await head.getAttribute("aria-expanded")) === "false") await press(head);
  return cardOf(page, row);
}

/** Types a value into a cell. */
export async function typeInto(
  page: Page,
  row: number,
  header: string,
  value: string,
): Promise<void> {
  await (await cellOf(page, row, header)).click({ position: { x: 8, y: 8 } });
  await page.keyboard.type(value);
  await page.keyboard.press("Enter");
}
