import { chooseFile, chooseTemplate, csvFile } from "./sendSteps.ts";
import { deliveredTo, mailsOf, recipientOf } from "./sentMail.ts";
import { expect, test } from "./story.ts";

/**
 * A school office collects lunch money: seven families, twelve children, one email for each family
 * with a line for each child and the total.
 */
test.use({ signedIn: true });

const CHILDREN = [
  ["Anna Meyer", "meyer", "3.50"],
  ["Bo Smith", "smith", "12.00"],
  ["Tim Meyer", "meyer", "4.25"],
  ["Cy Huber", "huber", "7.10"],
  ["Di Novak", "novak", "0.90"],
  ["Lea Meyer", "meyer", "1,010.00"],
  ["Eli Smith", "smith", "0.05"],
  ["Flo Rossi", "rossi", "20.00"],
  ["Gus Novak", "novak", "0.20"],
  ["Ida Weber", "weber", "6.00"],
  ["Jo Lang", "lang", "8.00"],
  ["Kim Weber", "weber", "6.00"],
] as const;
const LIST = [
  "Email,Family,Child,Amount",
  ...CHILDREN.map(([child, family, amount]) => {
    const name = `${family[0]?.toUpperCase()}${family.slice(1)}`;
    return `${family}@example.org,${name},${child},"${amount}"`;
  }),
].join("\n");
const TOTALS = new Map([
  ["meyer", "1,017.75"],
  ["smith", "12.05"],
  ["huber", "7.10"],
  ["novak", "1.10"],
  ["rossi", "20.00"],
  ["weber", "12.00"],
  ["lang", "8.00"],
]);

test("seven families get one email each, with a line for each child and their total", async ({
  sender,
  page,
}) => {
  await sender.template({
    name: "Lunch money",
    subject: "Lunch: {{Amount|sum}}",
    body: "<p>Dear family {{Family}},</p><ul><li>{{#rows}}{{Child}}: {{Amount}}{{/rows}}</li></ul><p>In all {{Amount|sum}}.</p>",
  });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Lunch money");
  await chooseFile(page, csvFile(LIST));
  await expect(page.getByText("7 emails for 12 rows ready")).toBeVisible();
  await expect(page.getByText("Rows with the same address are one email.")).toBeVisible();

  // The email of a family, from one of its later rows.
  await page.getByRole("button", { name: "Show the email of row 6" }).click();
  await expect(page.getByText("One email for 3 rows: 1, 3, 6")).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("Lunch: 1,017.75")).toBeVisible();
  await page.getByRole("button", { name: "Next row" }).click();
  await expect(preview.getByText("Lunch: 12.05")).toBeVisible();

  await page.getByRole("button", { name: "Send 7 emails" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText("Rows with the same address are one email: 7 emails for 12 rows."),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Send 7 emails" }).click();
  await expect(page.getByText("7 sent", { exact: false }).first()).toBeVisible();

  const mails = await mailsOf(sender.email);
  expect(mails.map(recipientOf).sort()).toEqual(
    [...TOTALS.keys()].map((family) => `${family}@example.org`).sort(),
  );
  for (const [family, total] of TOTALS) {
    const [mail, ...others] = await deliveredTo(sender.email, `${family}@example.org`);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Lunch: ${total}`);
    const own = CHILDREN.filter(([, of]) => of === family);
    const lines = mail?.text?.split("\n").filter((line) => line.includes(": "));
    expect(lines?.map((line) => line.replace(/^\W+/, "").trim())).toEqual(
      own.map(([child, , amount]) => `${child}: ${amount}`),
    );
    expect(String(mail?.html).match(/<li/g)).toHaveLength(own.length);
    expect(mail?.text).toContain(`In all ${total}.`);
  }
});

test("the question about rows that share a mailbox leads to one email for each family", async ({
  sender,
  page,
}) => {
  await sender.template({
    name: "Lunch bills",
    subject: "Lunch",
    body: "<p>Dear family {{Family}},</p><p>{{Child}}: {{Amount}}</p><p>See you.</p>",
  });
  await page.goto("/app#bulk-send");
  await chooseTemplate(page, "Lunch bills");
  await chooseFile(page, csvFile(LIST));
  await expect(
    page.getByText("9 rows share 4 mailboxes but differ in Child and Amount."),
  ).toBeVisible();
  await page.getByRole("button", { name: "One email with all their rows" }).click();
  const editor = page.getByRole("dialog");
  await expect(editor.getByText(/Rows with the same address can be one email\./)).toBeVisible();
  await editor.getByRole("button", { name: "Repeat", exact: true }).click();
  await editor.getByRole("button", { name: "Save Template" }).click();

  // The list is still there, and each family gets one email.
  await expect(page.getByText("7 emails for 12 rows ready")).toBeVisible();
  await expect(page.getByText("people.csv").first()).toBeVisible();
  await expect(page.getByText("One email for 3 rows: 1, 3, 6")).toBeVisible();
  const mail = page.getByRole("region", { name: "Preview" }).frameLocator("iframe");
  for (const [child, family, amount] of CHILDREN.filter(([, of]) => of === "meyer"))
    await expect(mail.getByText(`${child}: ${amount}`), family).toBeVisible();
});
