import type * as contract from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { sendsCollection } from "../src/store/sends/documents.ts";
import type { Answer } from "./harness.ts";
import { attachment, HEADERS, sendForms, sendingWorld } from "./sendForms.ts";
import { aCsv, connectedPerson, mailbox } from "./sendsWorld.ts";

const world = sendingWorld();
const { direct, csv, manual } = sendForms(world);

/** A Bulk Send without a template that has these fields alone. */
const bare = (fields: Record<string, string>) =>
  world().api.request("POST", "/api/send-bulk", {
    token: world().person.token,
    form: { mode: "manual", template_id: "", ...fields },
  });
/** As `bare`, to one person. */
const naming = (email: Record<string, string>) =>
  bare({ manual_recipients: "bo@example.org", ...email });

const sixFiles = Array.from({ length: 6 }, (_, i) => attachment(`${i}.txt`, 3));
const refused: [string, () => Promise<Answer>, contract.Reason, error?: string, status?: number][] =
  [
    [
      "a template that does not exist",
      () => direct({ template_id: "none" }),
      "not_found",
      "This template no longer exists.",
      404,
    ],
    [
      "no template",
      () => direct({ template_id: "" }),
      "invalid_input",
      "Please select a template.",
    ],
    [
      "no recipient",
      () => direct({ recipient: " ,; " }),
      "recipients_required",
      "Please enter at least one recipient email.",
    ],
    [
      "an invalid recipient",
      () => direct({ recipient: "bo@example.org,nobody" }),
      "invalid_recipient",
      "Invalid email format: nobody",
    ],
    [
      "ten recipients without values",
      () =>
        direct({
          recipient: Array.from({ length: 10 }, (_, i) => `p${i}@example.org`).join(","),
          variables: "{}",
        }),
      "missing_variables",
    ],
    [
      "eleven recipients",
      () =>
        direct({ recipient: Array.from({ length: 11 }, (_, i) => `p${i}@example.org`).join(",") }),
      "too_many_recipients",
      "Cannot add more than 10 recipients.",
    ],
    [
      "no values",
      () => direct({ variables: "{}" }),
      "missing_variables",
      "Missing required variables: Full Name, Offer, Contact",
    ],
    [
      "a blank value",
      () =>
        direct({
          variables: JSON.stringify({
            "Full Name": " \u00a0",
            Offer: "Discount",
            Contact: "c@example.org",
          }),
        }),
      "missing_variables",
      "Missing required variables: Full Name",
    ],
    [
      "a value outside the dropdown",
      () =>
        direct({
          variables: JSON.stringify({
            "Full Name": "Bo",
            Offer: "Nothing",
            Contact: "c@example.org",
          }),
        }),
      "invalid_values",
      '"Nothing" is not an option of {{Offer}}.',
    ],
    ["variables that aren't JSON", () => direct({ variables: "{" }), "invalid_input"],
    ["variables that are a list", () => direct({ variables: "[1]" }), "invalid_input"],
    [
      "six attachments",
      () => direct({}, sixFiles),
      "attachment_limit",
      "Attachment count limit (5) exceeded.",
    ],
    [
      "attachments above 5 MB",
      () => direct({}, [attachment("a.txt", 5 * 1024 * 1024 + 1)]),
      "attachment_limit",
      "Total attachment size limit (5 MB) exceeded.",
    ],
    ["a program", () => direct({}, [attachment("a.pdf.exe", 3)]), "attachment_kind_refused"],
    [
      "an invalid key",
      () =>
        world().api.request("POST", "/api/send", {
          token: world().person.token,
          headers: { "idempotency-key": "a b" },
          form: { template_id: world().template, recipient: "bo@example.org" },
        }),
      "invalid_input",
    ],
    [
      "CSV mode without a template",
      () => csv({ template_id: "", subject: "a", body: "b" }, aCsv(1).text),
      "csv_with_composed_mail",
      "CSV mode cannot be used with '(Compose Manually)'.",
    ],
    [
      "CSV mode with nothing chosen",
      () => csv({ template_id: "" }, aCsv(1).text),
      "invalid_input",
      "Please select a template or '(Compose Manually)'.",
    ],
    ["no file", () => csv({}, null), "invalid_input", "CSV file is required."],
    [
      "no recipient column",
      () => csv({ recipient_template: "" }, aCsv(1).text),
      "recipient_column_missing",
      "Recipient column header is required.",
    ],
    [
      "a recipient column that the file doesn't have",
      () => csv({ recipient_template: "Mail" }, aCsv(1).text),
      "recipient_column_missing",
    ],
    [
      "a file without rows",
      () => csv({}, `${HEADERS}\r\n\r\n`),
      "csv_no_rows",
      "CSV has no data rows.",
    ],
    [
      "an empty file",
      () => csv({}, ""),
      "csv_unreadable",
      "CSV Error: Could not parse headers. Check format.",
    ],
    [
      "an image",
      () => csv({}, new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])),
      "csv_unreadable",
    ],
    [
      "a file of 8 MB that is no table",
      () => csv({}, new Uint8Array(8 * 1024 * 1024).fill(65)),
      "csv_unreadable",
    ],
    [
      "a file above 8 MB",
      () => csv({}, new Uint8Array(8 * 1024 * 1024 + 1).fill(65)),
      "csv_too_large",
      "The CSV file is larger than 8 MB.",
      413,
    ],
    [
      "a start too far ahead",
      () =>
        csv(
          { start_at: new Date(Date.now() + 30 * 86_400_000 + 60_000).toISOString() },
          aCsv(1).text,
        ),
      "invalid_input",
      "A send can be scheduled at most 30 days ahead.",
    ],
    [
      "a start that isn't a time",
      () => csv({ start_at: "tomorrow" }, aCsv(1).text),
      "invalid_input",
    ],
    [
      "no recipients",
      () => manual({ manual_recipients: "" }),
      "recipients_required",
      "At least one recipient is required.",
    ],
    [
      "no field for recipients",
      () => bare({ subject: "Hi", body: "<p>Hi</p>" }),
      "recipients_required",
      "At least one recipient is required.",
    ],
    [
      "no valid address",
      () => manual({ manual_recipients: "bo, li" }),
      "invalid_recipient",
      "No valid email addresses detected.",
    ],
    [
      "100 recipients without values",
      () =>
        manual({
          template_id: world().template,
          manual_recipients: Array.from({ length: 100 }, (_, i) => `p${i}@example.org`).join("\n"),
        }),
      "missing_variables",
    ],
    [
      "101 recipients",
      () =>
        manual({
          manual_recipients: Array.from({ length: 101 }, (_, i) => `p${i}@example.org`).join("\n"),
        }),
      "too_many_recipients",
      "Recipient limit (100) exceeded.",
    ],
    [
      "neither a template nor an email",
      () => naming({}),
      "invalid_input",
      "Please select a template or '(Compose Manually)'.",
    ],
    ["only a body", () => naming({ body: "<p>Hi</p>" }), "invalid_input", "Subject is required."],
    [
      "placeholders and no field for values",
      () => naming({ subject: "Hi {{Name}}", body: "<p>Hi</p>" }),
      "missing_variables",
      "Missing required variables: Name",
    ],
    ["only a subject", () => naming({ subject: "Hi" }), "invalid_input", "Body is required."],
    [
      "a composed email with a template's revision",
      () => manual({ revision: "1" }),
      "invalid_input",
      '"revision" works only with a template.',
    ],
    [
      "composing without a subject",
      () => manual({ subject: " " }),
      "invalid_input",
      "Subject is required.",
    ],
    [
      "composing without a body",
      () => manual({ body: "<p><br></p>" }),
      "invalid_input",
      "Body is required.",
    ],
    [
      "composing with only a picture that can't be sent",
      () => manual({ body: '<p><img src="picture.png"></p>' }),
      "invalid_input",
      "Body is required.",
    ],
    [
      "composing too long a body",
      () => manual({ body: `<p>${"a".repeat(10_001)}</p>` }),
      "invalid_input",
      "Body content exceeds maximum length (10000 characters).",
    ],
    [
      "a line break in the subject",
      () => manual({ subject: "a\nBcc: eve@example.org" }),
      "invalid_input",
    ],
    [
      "a template's values missing",
      () => manual({ template_id: world().template }),
      "missing_variables",
      "Missing required variables: Full Name, Offer, Contact",
    ],
    [
      "six files",
      () => manual({}, sixFiles),
      "attachment_limit",
      "Manual attachment count (6) exceeds limit (5).",
    ],
    [
      "files above 5 MB",
      () => manual({}, [attachment("a.txt", 5 * 1024 * 1024 + 1)]),
      "attachment_limit",
      "Total manual attachment size (5.00 MB) exceeds limit (5 MB).",
    ],
    ["a correction that isn't JSON", () => manual({ corrects: "earlier" }), "invalid_input"],
    [
      "a correction of no row",
      () => manual({ corrects: '{"send":"earlier1","rows":[]}' }),
      "invalid_input",
    ],
    [
      "a correction of a send that doesn't exist",
      () => manual({ corrects: '{"send":"earlier1","rows":[1]}' }),
      "not_found",
      "The send that you're correcting no longer exists.",
      404,
    ],
    [
      "an edit of a send that doesn't exist",
      () => manual({ replaces: "earlier1" }),
      "too_late_to_edit",
      "The send that you're editing no longer exists. Nothing of this one was sent.",
      409,
    ],
    [
      "an edited send that is held",
      () => manual({ replaces: "earlier1", hold: "5" }),
      "invalid_input",
    ],
    [
      "an edited send that corrects another",
      () => manual({ replaces: "earlier1", corrects: '{"send":"earlier2","rows":[1]}' }),
      "invalid_input",
    ],
    [
      "an edited send without an email that can be sent",
      () => csv({ replaces: "earlier1" }, `${HEADERS}\r\nBo,nobody,Discount,c@example.org`),
      "recipients_required",
      "None of these emails can be sent, so the send that you're editing stays scheduled as it is.",
    ],
    ["an unknown mode", () => manual({ mode: "fax" }), "invalid_input"],
  ];

describe("a refused send", () => {
  it.each(refused)("is one with %s", async (_, call, reason, error, status = 400) => {
    const answer = await call();
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status, reason });
    expect(answer.body.success).toBe(false);
    if (error) expect(answer.body.error).toBe(error);
    else expect(answer.body.error).toEqual(expect.stringMatching(/\S/));
  });

  it("has left nothing half-written and sent nothing", async () => {
    expect((await sendsCollection().where("owner", "==", world().person.uid).get()).docs).toEqual(
      [],
    );
    expect(await mailbox(world().person.email)).toEqual([]);
  });

  it("names another's template, just like one that doesn't exist", async () => {
    const other = await connectedPerson();
    const answer = await world().api.request("POST", "/api/send", {
      token: other.token,
      form: { template_id: world().template, recipient: "bo@example.org" },
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({
      reason: "not_found",
      error: "This template no longer exists.",
    });
  });
});
