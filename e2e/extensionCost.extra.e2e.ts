import { expect, heapOfWorker, test } from "./extended.ts";
import { onPage } from "./extensionSteps.ts";

test.use({ signedIn: true });

test("what a popup costs: the time until it can be used, and the worker's memory", async ({
  page,
  context,
  id,
  sender,
}) => {
  for (let n = 1; n <= 10; n += 1) {
    await sender.template({ name: `Template ${n}`, subject: "Hello {{Name}}", body: "<p>Dear {{Name}}, see you.</p>" });
  }
  await onPage(page);
  const popup = await context.newPage();
  const began = Date.now();
  await popup.goto(`chrome-extension://${id}/popup.html`);
  await expect(popup.getByRole("list", { name: "Templates" }).getByRole("button")).toHaveCount(11);
  const opened = Date.now() - began;
  const memory = await heapOfWorker(context, id);
  const cost = `popup ${opened} ms with 10 templates, worker ${Math.round(memory / 1024)} KiB of heap`;
  test.info().annotations.push({ type: "cost", description: cost });
  // Far above the measured figures: only a popup that loads everything, or a worker that keeps it, comes near.
  expect(opened).toBeLessThan(10_000);
  expect(memory).toBeLessThan(50_000_000);
  process.stdout.write(`${cost}\n`);
});
