import { AppError } from "@sendwright/core/contract/appError";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody } from "./sanitizeBody.ts";

const pieces = [
  ..."<p> </p> <div> </div> <ul> <ol> <li> </li> </ul> </ol> <pre> </pre> <table> <tr> <td> </td> </table> <blockquote>".split(
    " ",
  ),
  ..."<script> </script> <style> </style> <svg> <math> <template> <iframe> <textarea> <noscript> <!-- --> <![CDATA[ ]]>".split(
    " ",
  ),
  ..."< > </ /> & &# &#x &lt; &nbsp; &#x110000; \" ' = {{a}} {{#a}} {{/a}} \0 \ud83d \ufeff \u00a0 \t".split(" "),
  '<a href="javascript:x">',
  '<a href="{{a}}">',
  '<img src=x onerror="y">',
  '<p style="text-align:center;background:url(x)" onclick=x>',
  '<ol start="999999999999"><li data-list="ordered" class="ql-indent-8">',
  '<td colspan="999999" rowspan="-1">',
  '<div class="ql-code-block-container"><div class="ql-code-block">',
  "\n",
  " ",
];
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const repeated = fc.tuple(piece, fc.constantFrom(1, 1, 1, 2, 120)).map(([text, times]) => text.repeat(times));
const anyHtml = fc.array(repeated, { maxLength: 30 }).map((parts) => parts.join(""));

/** Sanitized HTML, or null if it is refused as too confused or too deep. */
function sanitized(html: string): string | null {
  try {
    return sanitizeBody(html);
  } catch (error) {
    if (error instanceof AppError && error.reason === "invalid_input") return null;
    throw error;
  }
}

test("any body becomes an email that runs and loads nothing, or is refused in a sentence", () => {
  void fc.assert(
    fc.property(anyHtml, (html) => {
      const clean = sanitized(html);
      if (clean === null) return;
      const mail = inlineStyles(normalizeBody(clean));
      expect(mail).not.toMatch(/<(script|style|svg|math|template|iframe|textarea|noscript|img)\b/i);
      expect(mail).not.toMatch(/<[^>]* on\w+=|<[^>]*="\s*javascript:|<[^>]*url\(/i);
      expect(plainText(clean)).toEqual(expect.any(String));
    }),
  );
});
