import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "./story.ts";

/** A copy of one's own data, from the click to the file. */
test.use({ signedIn: true });

/**
 * The content of the file in a zip whose path ends so, as Python reads it, and the names of all.
 */
function read(zip: string, path: string): { names: string[]; content: Buffer } {
  const script = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zip:
    assert zip.testzip() is None
    names = zip.namelist()
    found = next(name for name in names if name.endswith(sys.argv[2]))
    print(json.dumps({"names": names, "content": base64.b64encode(zip.read(found)).decode()}))`;
  const said = JSON.parse(
    execFileSync("python3", ["-c", script, zip, path], { encoding: "utf8", maxBuffer: 64_000_000 }),
  );
  return { names: said.names, content: Buffer.from(said.content, "base64") };
}

test("you get a zip with your account, templates and files; the page may be reloaded meanwhile", async ({
  page,
  sender,
}) => {
  const content = randomBytes(3_000_000);
  const form = new FormData();
  form.set("file", new Blob([content]), "plan.bin");
  const template = await sender.template();
  expect((await sender.call("POST", `/api/template/${template}/attachments`, form)).status).toBe(
    200,
  );
  await page.goto("/app");
  const openMenu = () => page.getByRole("button", { name: /^Account: / }).click();
  await openMenu();
  await page.getByRole("button", { name: "Download my data" }).click();
  await expect(page.getByRole("button", { name: /^(Preparing|Download) your data/ })).toBeVisible();
  await page.reload();
  await openMenu();
  const ready = page.getByRole("button", { name: /^Download your data \(2\.\d\d MB\)$/ });
  await expect(ready).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Ready until /)).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), ready.click()]);
  expect(download.suggestedFilename()).toMatch(/^sendwright\.zip/);
  const zip = await download.path();
  expect(readFileSync(zip).length).toBeGreaterThan(content.length);
  const { names, content: found } = read(zip, "files/01 plan.bin");
  expect(found.equals(content)).toBe(true);
  expect(names).toEqual(
    expect.arrayContaining(["account.json", "sends.json", "templates/01 Invitation/template.json"]),
  );
  // The page is still there.
  await expect(ready).toBeVisible();
});
