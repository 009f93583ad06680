import { DEFAULT_LIMITS } from "@sendwright/core/contract";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aStickyTemplate } from "../testing.tsx";
import { type DirectForm, EMPTY_DIRECT_FORM } from "./directForm.ts";
import { allErrors, directSendErrors, directTestErrors } from "./validationErrors.ts";

const MB = 1024 * 1024;
const recipient = (text: string) => ({ text, ...(parseRecipient(text) ?? { address: null, name: "" }) });
const form: DirectForm = { ...EMPTY_DIRECT_FORM, templateId: "t1", recipients: [recipient("ann@x.org")] };
const template = aStickyTemplate({
  parsed_variables: [aVariable("Due", { type: "date" }), aVariable("P.S.", { required: false })],
});
const values = new Map([["Due", "2027-04-01"]]);
const given = { form, template, values, limits: DEFAULT_LIMITS };
const files = (count: number, size = 1) =>
  Array.from({ length: count }, () => new File([new Uint8Array(size)], "a.pdf"));
const attachment = { original_filename: "a.pdf", storage_path: "p", size: 3 * MB, content_type: "application/pdf" };

describe("what keeps an email from being sent", () => {
  it.each<[string, Partial<typeof given>, string[]]>([
    ["nothing", {}, []],
    ["no template", { form: { ...form, templateId: null }, template: null as never }, ["Please select a template."]],
    [
      "nobody, and half a person",
      { form: { ...form, recipients: [], typed: "bo@" } },
      [
        "Please enter at least one recipient email.",
        "You have an email typed but not added. Press Enter, Space, or Comma to add it.",
      ],
    ],
    [
      "more people than a new limit allows",
      {
        form: { ...form, recipients: [recipient("a@x.org"), recipient("b@x.org")] },
        limits: { ...DEFAULT_LIMITS, MAX_DIRECT_RECIPIENTS: 1 },
      },
      ["Cannot add more than 1 recipients."],
    ],
    [
      "a blank value",
      { values: new Map([["Due", "  "]]) },
      ["Please fill in all required variables.", "Missing required variables: Due"],
    ],
    [
      "a value that makes no working link",
      {
        template: { ...template, body: '<a href="{{Link}}">x</a>', parsed_variables: [aVariable("Link")] },
        values: new Map([["Link", "see portal"]]),
      },
      ["{{Link}} doesn't make a working link: see portal."],
    ],
    [
      "a date that was begun",
      { values: new Map(), form: { ...form, unfinished: new Set(["Due"]) } },
      ["Finish or correct the date, or clear it."],
    ],
    [
      "too many files, with the template's",
      { form: { ...form, files: files(5) }, template: { ...template, attachments: [attachment] } },
      ["Attachment count limit (5) exceeded."],
    ],
    [
      "files that are too large, with the template's",
      { form: { ...form, files: files(1, 2 * MB + 1) }, template: { ...template, attachments: [attachment] } },
      ["Total attachment size limit (5 MB) exceeded."],
    ],
  ])("%s", (_what, more, sentences) => {
    expect(allErrors(directSendErrors({ ...given, ...more }))).toEqual(sentences);
  });

  it("a test to oneself needs neither recipients nor room for files", () => {
    const bare = { ...form, recipients: [], typed: "x", files: files(9) };
    expect(allErrors(directTestErrors({ form: bare, template, values }))).toEqual([]);
  });

  it("says so when the chosen template is not there yet", () => {
    expect(allErrors(directSendErrors({ ...given, template: null }))).toContain(
      "The template is not there yet: wait a moment, or choose it again.",
    );
  });
});
