import { randomUUID } from "node:crypto";
import { addresses } from "./sender.ts";
import { expect, test as setup } from "./story.ts";

setup.use({ signedIn: true });

/**
 * The emulator starts the worker with its first task, which takes long on a busy machine: no story
 * is to wait for it.
 */
setup("the worker has been started", async ({ sender }) => {
  const template = await sender.template();
  const key = randomUUID();
  await sender.sendToFile(template, addresses(1), key);
  await expect
    .poll(async () => (await sender.follow(key)).send.ended_at, {
      timeout: 200_000,
      intervals: [500],
    })
    .not.toBeNull();
});
