import { expect, onPage, stored, test } from "./extended.ts";
import { mailsOf, recipientOf } from "./sentMail.ts";
import { APP } from "./stack.ts";

/** From the people of a page to their emails: up to ten in the extension, more in Bulk Send. */
test.use({ signedIn: true });

const TEMPLATE = {
  name: "Invitation",
  subject: "Hello {{First name}}",
  body: "<p>Dear {{First name}}, see you at {{Place}}.</p>",
};
const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `<tr><td>p${n}@example.org</td><td>Person${n}</td><td>Smith</td></tr>`,
  ).join("");
const tableOf = (count: number) =>
  `<table><tr><th>E-mail</th><th>First name</th><th>Last name</th></tr>${rowsOf(count)}</table>`;

test("people of a table are collected with their names, and each gets their own value", async ({
  page,
  context,
  sender,
  others,
  menu,
  email,
}) => {
  await sender.template(TEMPLATE);
  await onPage(page);
  const list = await context.newPage();
  await list.goto(others.put("/crew", tableOf(8)));
  const opens = context.waitForEvent("page");
  await menu(list, { menuItemId: "collect" });
  const panel = await opens;
  await expect(panel.getByRole("heading", { name: /^8 people on/ })).toBeVisible();
  for (const n of [0, 1, 2])
    await panel.getByRole("checkbox", { name: `Person${n} Smith` }).check();
  await panel.getByRole("button", { name: "Add 3 recipients" }).click();
  await expect(panel.locator("[data-chip]")).toHaveCount(3);
  await panel.getByRole("button", { name: "Invitation" }).click();
  await expect(panel.locator("[data-chip]")).toHaveCount(3);
  await panel.getByRole("button", { name: "Use the 3 names in the addresses" }).click();
  await panel.getByLabel("Place").fill("the harbor");
  await panel.getByRole("button", { name: "Send to 3 people" }).click();
  await panel.getByRole("alertdialog").getByRole("button", { name: "Send 3 emails" }).click();
  await expect.poll(async () => (await mailsOf(email)).length).toBe(3);
  const mails = await mailsOf(email);
  expect(mails.map((mail) => [recipientOf(mail), mail.text?.trim()]).sort()).toEqual(
    [0, 1, 2].map((n) => [`p${n}@example.org`, `Dear Person${n}, see you at the harbor.`]),
  );
  await expect(panel.getByText("3 emails sent.")).toBeVisible();
});

test("more than ten go to Bulk Send with template, names and values, and not through the address", async ({
  page,
  context,
  sender,
  others,
  menu,
  worker,
}) => {
  await sender.template(TEMPLATE);
  await onPage(page);
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  const list = await context.newPage();
  await list.goto(others.put("/crew", tableOf(24)));
  const opens = context.waitForEvent("page");
  await menu(list, { menuItemId: "collect" });
  const panel = await opens;
  await panel.getByRole("button", { name: "Invitation" }).click();
  await panel.getByLabel("Place").fill("the harbor");
  await panel.getByRole("button", { name: "Select all", exact: true }).click();
  await expect(panel.getByText("You can send to up to 10 people from here.")).toBeVisible();
  await panel.getByRole("button", { name: "Select all 24 for Bulk Send" }).click();
  await panel.getByRole("button", { name: "Continue in Bulk Send with 24 people" }).click();
  await expect(page.getByText("24 ready").first()).toBeVisible();
  await expect(page).toHaveURL(`${APP}/app#bulk-send`);
  await expect(page.getByRole("gridcell", { name: "Person0", exact: true })).toBeVisible();
  await expect(page.getByText("the harbor").first()).toBeVisible();
  expect(addresses.join(" ")).not.toContain("example.org");
  await expect.poll(async () => await stored(await worker(), "handed")).toBeUndefined();
});

test.describe("a hostile page", () => {
  test.use({ expected: /Content Security Policy|Content-Security-Policy/ });

  test("with a strict policy, shadow trees, hidden people and hostile names gives only who can be seen", async ({
    page,
    context,
    sender,
    others,
    menu,
  }) => {
    await sender.template(TEMPLATE);
    await onPage(page);
    const evil = await context.newPage();
    await evil.goto(
      others.put(
        "/evil",
        `<x-card><template shadowrootmode="open"><h3>Ann Good</h3><p>ann@example.org</p></template></x-card>
         <x-card><template shadowrootmode="open"><h3>Bo Li</h3><p>bo@example.org</p></template></x-card>
         <table><tr><th>Name</th><th>Email</th></tr>
         <tr><td>&lt;img src=x onerror=alert(1)&gt;</td><td>cy@example.org</td></tr>
         <tr><td>\u202eEve\u2066 Moor</td><td>eve@example.org</td></tr>
         <tr><td>${"x".repeat(10_000)}</td><td>long@example.org</td></tr>
         <tr hidden><td>Gil</td><td>gil@example.org</td></tr>
         <tr hidden><td>Hal</td><td>hal@example.org</td></tr></table>
         <p><a href="mailto:${Array.from({ length: 50 }, (_, n) => `m${n}@example.org`).join(",")}">Email all of us</a></p>`,
        {
          "content-security-policy":
            "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        },
      ),
    );
    const opens = context.waitForEvent("page");
    await menu(evil, { menuItemId: "collect" });
    const panel = await opens;
    await expect(panel.getByRole("heading", { name: /^55 people on/ })).toBeVisible();
    await expect(panel.getByText("2 addresses are hidden on the page")).toBeVisible();
    for (const name of [
      "Ann Good ann@example.org",
      "Bo Li bo@example.org",
      "Eve Moor eve@example.org",
    ])
      await expect(panel.getByRole("checkbox", { name })).toHaveCount(1);
    await expect(panel.getByRole("checkbox", { name: "cy@example.org", exact: true })).toHaveCount(
      1,
    );
    await expect(
      panel.getByRole("checkbox", { name: "long@example.org", exact: true }),
    ).toHaveCount(1);
  });
});
