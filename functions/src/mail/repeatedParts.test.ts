import { compileTemplate } from "@sendwright/core/placeholders";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { prepareMail } from "./prepareMail.ts";
import { sanitizeBody } from "./sanitizeBody.ts";

const text = fc
  .array(fc.constantFrom("x", "{{A}}", "<b>{{B}}</b>", "<br>", "", "{{#A}}y{{/A}}"), {
    maxLength: 3,
  })
  .map((pieces) => pieces.join(""));
const tagged = fc
  .tuple(
    fc.constantFrom("", "", "{{#rows}}", "{{#rows}}", "{{/rows}}"),
    text,
    fc.constantFrom("", "", "{{/rows}}"),
  )
  .map((pieces) => pieces.join(""));
const item = fc
  .tuple(fc.constantFrom(0, 0, 1, 2), fc.constantFrom("bullet", "ordered"), tagged)
  .map(
    ([level, kind, inside]) =>
      `<li data-list="${kind}"${level > 0 ? ` class="ql-indent-${level}"` : ""}>${inside}</li>`,
  );
const row = fc
  .tuple(tagged, tagged)
  .map(([one, other]) => `<tr><td>${one}</td><td>${other}</td></tr>`);
const many = (one: fc.Arbitrary<string>, tag: string) =>
  fc.array(one, { minLength: 1, maxLength: 4 }).map((all) => `<${tag}>${all.join("")}</${tag}>`);
/** A body as the editor stores it. */
const body = fc
  .array(
    fc.oneof(
      tagged.map((inside) => `<p>${inside || "<br>"}</p>`),
      tagged.map((inside) => `<h2>${inside || "<br>"}</h2>`),
      many(item, "ol"),
      many(row, "tbody").map((rows) => `<table>${rows}</table>`),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((blocks) => blocks.join(""));

it("page and server find the same repeated parts", () => {
  const seen = { parts: 0, none: 0 };
  void fc.assert(
    fc.property(body, (stored) => {
      const page = compileTemplate({ body: stored });
      const server = compileTemplate({ body: inlineStyles(normalizeBody(sanitizeBody(stored))) });
      const common = (template: typeof page) =>
        template.joining && [...template.joining.common].sort();
      seen[page.joining ? "parts" : "none"] += 1;
      expect(common(server)).toEqual(common(page));
      const repeats = ({ warnings }: typeof page) =>
        warnings.filter((warning) => warning.includes("rows}}")).sort();
      expect(repeats(server)).toEqual(repeats(page));
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.parts, seen.none)).toBeGreaterThan(50);
});

it.each([
  // Only the page finds that the second link ends the first.
  '<p><a href="https://e.org/{{A}}"><a href="https://e.org/{{B}}">x</a>{{#rows}}</p><p>{{C}}{{/rows}}</p>',
  '<p>{{D|sum}}<a href="https://e.org/{{A}}"><a href="https://e.org/{{B}}">x</a>{{#rows}}{{C}}{{/rows}}</a></p>',
])("an email is refused if tidying it changes what repeats: %s", (body) => {
  const email = { subject: "S", body, dateFormat: "long", timeFormat: "12hr" } as const;
  expect(compileTemplate({ body: sanitizeBody(body) }).joining).toBeNull();
  expect(() => prepareMail(email)).toThrow(
    expect.objectContaining({
      reason: "invalid_input",
      message: expect.stringContaining("repeats"),
    }),
  );
});
