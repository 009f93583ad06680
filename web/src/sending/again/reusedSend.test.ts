import type { SendMail } from "@sendwright/core/contract";
import { expect, it } from "vitest";
import { aSend } from "../../testing/sendFactories.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { againMessage } from "./againMessage.ts";
import { type EmailAgain, reusedSend } from "./reusedSend.ts";

const template = aTemplate();

function anEmail(mail: Partial<SendMail["mail"]>, parts: Partial<EmailAgain> = {}): EmailAgain {
  const { subject, body, dateFormat, timeFormat, id } = template;
  const written = { subject, body, dateFormat, timeFormat, template_id: id, files: [], ...mail };
  return {
    send: aSend(),
    sent: { variables: {}, mail: written } as unknown as SendMail,
    template,
    settings: { signature: "<p>Ada</p>" } as EmailAgain["settings"],
    ...parts,
  };
}

it.each<[string, boolean | undefined, object, boolean]>([
  ["had one", undefined, { signature: "<p>Ada</p>" }, true],
  ["had none", false, { signature: "<p>Ada</p>" }, false],
  ["had none and the account has none", false, { signature: "" }, true],
  ["had none and we can't read the account's", false, { signature: "", unreadable: true }, false],
])("an email that %s", (_what, signature, settings, expected) => {
  const mail = signature === undefined ? {} : { signature };
  const email = anEmail(mail, { settings: settings as EmailAgain["settings"] });
  expect(reusedSend(email, undefined, false).signature).toBe(expected);
});

const CHANGED = "The template has changed since then.";

it.each<[string, { name: string; size: number }[], boolean]>([
  ["the same file", [{ name: "map.pdf", size: 10 }], false],
  ["another file of that name", [{ name: "map.pdf", size: 11 }], true],
  [
    "two files of that name, of which one is the same",
    [
      { name: "map.pdf", size: 10 },
      { name: "map.pdf", size: 20 },
    ],
    false,
  ],
  ["a file less, which was chosen for the send", [], false],
])("says whether the template has changed if it has %s", (_what, files, isChanged) => {
  const now = files.map(({ name, size }) => ({
    original_filename: name,
    storage_path: name,
    size,
    content_type: "application/pdf",
  }));
  const email = anEmail(
    { files: [{ name: "map.pdf", size: 10 }] },
    { template: aTemplate({ attachments: now }) },
  );
  const message = againMessage({ ...email, people: null, isEdit: false });
  expect(message.includes(CHANGED)).toBe(isChanged);
  expect(message.includes("Attach these files again: map.pdf.")).toBe(files.length === 0);
});
