import { describe, expect, it } from "vitest";
import { parseTemplate } from "../placeholders/placeholders.ts";
import { checkValues, requireValues } from "./value.ts";

const formats = { body: "", dateFormat: "ddmmyyyy", timeFormat: "24hr" } as const;
const { variables } = parseTemplate({
  body: "{{Name}}{{Offer|dropdown:Discount,Free Trial}}{{Due|date}}{{Contact|email}}{{Nick|text:friend}}{{constructor}}",
});
const good = { Name: "Ann", Offer: "Discount", Due: "1/2/2026", Contact: "a@b.co", constructor: "c" };
const values = (more: object = {}) => new Map<string, string>(Object.entries({ ...good, ...more }));

describe("checkValues", () => {
  it("is content with what fits", () => {
    expect(checkValues(variables, values(), formats)).toEqual({ missing: [], invalid: [], notes: [] });
  });

  it("tells missing, wrong and odd values apart", () => {
    const given = values({ Name: " \u00a0", Offer: "discount", Due: "soon", Contact: "ann" });
    given.delete("constructor");
    expect(checkValues(variables, given, formats)).toEqual({
      missing: ["Name", "constructor"],
      invalid: [
        { variable: "Offer", message: '"discount" is not an option of {{Offer}}', suggestion: "Discount" },
        { variable: "Contact", message: "Not an email address in {{Contact}}: ann" },
      ],
      notes: [`"soon" in {{Due}} isn't a date and is sent as typed.`],
    });
  });
});

describe("requireValues", () => {
  it("gives the notes of values that can be sent", () => {
    expect(requireValues(variables, values({ Due: "soon" }), formats)).toHaveLength(1);
  });

  it("names the missing values", () => {
    expect(() => requireValues(variables, new Map([["Name", "Ann"]]), formats)).toThrow(
      expect.objectContaining({
        reason: "missing_variables",
        message: "Missing required variables: Offer, Due, Contact, constructor",
        details: { missing: ["Offer", "Due", "Contact", "constructor"] },
      }),
    );
  });

  it("names what does not fit", () => {
    expect(() => requireValues(variables, values({ Contact: "ann" }), formats)).toThrow(
      expect.objectContaining({ reason: "invalid_values", message: "Not an email address in {{Contact}}: ann." }),
    );
  });
});
