import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDirectDraft, writeDirectDraft } from "./directDraft.ts";
import { type DirectForm, EMPTY_DIRECT_FORM } from "./directForm.ts";

const text = fc.string({ unit: fc.constantFrom(..."aé雪\n\"'<{}\\ \u{1F600}"), maxLength: 12 });
const name = fc.oneof(text, fc.constantFrom("__proto__", "constructor"));
const people = fc.array(fc.record({ text, address: fc.option(text), name: text }), { maxLength: 3 });

/** Every part of the form: a new one that is forgotten here does not compile. */
const forms: fc.Arbitrary<DirectForm> = fc.record({
  templateId: fc.constantFrom(null, "t1"),
  recipients: people,
  takenOut: people,
  typed: fc.constantFrom("ann@", "雪"),
  values: fc.array(fc.tuple(name, text), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  unfinished: fc.constant(new Set<string>()),
  files: fc.constant([]),
  isPreviewed: fc.boolean(),
  unknown: fc.array(text, { maxLength: 2 }),
  generation: fc.constant(0),
});

const throughStore = (form: DirectForm) => readDirectDraft(JSON.parse(JSON.stringify(writeDirectDraft(form))));

describe("a draft of Direct Send", () => {
  it("holds everything but files", () => {
    void fc.assert(
      fc.property(forms, (form) => {
        expect(throughStore(form)?.form).toEqual(form);
      }),
    );
  });

  it("is none while nothing was written, and names files", () => {
    expect(writeDirectDraft({ ...EMPTY_DIRECT_FORM, templateId: "t1" })).toBeNull();
    expect(throughStore({ ...EMPTY_DIRECT_FORM, files: [new File(["x"], "a.pdf")] })?.files).toEqual(["a.pdf"]);
  });

  it("keeps those of whom nobody knows whether they got the last email", () => {
    expect(throughStore({ ...EMPTY_DIRECT_FORM, unknown: ["ann@example.org"] })?.form.unknown).toEqual([
      "ann@example.org",
    ]);
  });

  it("is a form or nothing, whatever stands in the store", () => {
    const good = writeDirectDraft({ ...EMPTY_DIRECT_FORM, typed: "a" }) ?? {};
    expect(readDirectDraft({ ...good, version: 0 })).toBeNull();
    void fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(good)), (value, part) => {
        expect(() => readDirectDraft(value)).not.toThrow();
        const restored = readDirectDraft({ ...good, [part]: value });
        if (restored) expect(restored.form.values).toBeInstanceOf(Map);
      }),
    );
  });
});
