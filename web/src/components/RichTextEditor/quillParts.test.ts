import { expect, it } from "vitest";
import { Quill } from "./quillParts.ts";

/**
 * Quill writes the values of these into HTML without escaping them (CVE-2025-15056; docs/deploy.md,
 * "Supply chain").
 */
it.each(["formula", "video"])(
  "the editor doesn't know the format %s, so no value of it gets in",
  (name) => {
    const quill = new Quill(document.createElement("div"));
    const value = '"><img src=x onerror=alert(1)>';
    expect(() => quill.setContents([{ insert: { [name]: value } }])).toThrow(
      `Unable to create ${name}`,
    );
    expect(quill.getSemanticHTML()).not.toContain("onerror");
  },
);
