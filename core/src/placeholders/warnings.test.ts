import { expect, it } from "vitest";
import { parseTemplate } from "./compileTemplate.ts";

it.each<[source: string, warnings: string[]]>([
  ["Hi {{Name}} {{Due|date}} {{Name|text:x}} {{#Name}}y{{/Name}}", []],
  ["{ x } } { }", []],
  ["Hi {{Name", ['"{{Name" is not closed: a placeholder ends with }}.']],
  ["Hi {{Name} and {{Due|date}}", ['"{{Name" is not closed: a placeholder ends with }}.']],
  ["Hi {Name}} there", ['"Hi {Name}}" is not opened: a placeholder begins with {{.']],
  [
    "Dear ｛｛名前｝｝, ｛｛Day|date｝｝",
    [
      '"｛｛名前｝｝" has full-width braces, so it is not a placeholder: use {{ and }}.',
      '"｛｛Day|date｝｝" has full-width braces, so it is not a placeholder: use {{ and }}.',
    ],
  ],
  ["｛｛ alone ｝ ｛x｝", []],
  ["{{ }}", ['"{{ }}" has no name.']],
  ["{{|date}}", ['"{{|date}}" has no name.']],
  [
    "{{Name|colour}}",
    [
      '"{{Name|colour}}" has the unknown type "colour" and is treated as text; the types are text, sticky, dropdown, date, time, email.',
    ],
  ],
  [
    "{{Offer|dropdown}}",
    ['"{{Offer|dropdown}}" is a dropdown without options, so it is treated as text; write the options after a colon.'],
  ],
  [
    "{{Due|date}}{{Due|time}}",
    ['"{{Due|time}}" has the type time, but its first use has the type date, which applies.'],
  ],
  [
    "{{Due|date}}{{Due|text:x}}",
    ['"{{Due|text:x}}" has the type text, but its first use has the type date, which applies.'],
  ],
  [
    "{{O|dropdown:a}}{{O|dropdown:b}}",
    ['"{{O|dropdown:b}}" has other options than its first use, whose options apply.'],
  ],
  ["{{O|dropdown:a}}{{O|dropdown:a}}", []],
  ["{{Due|date:iso}}", ['"{{Due|date:iso}}" has ":iso" after the type date, which we ignore.']],
  ["{{#Due|date}}{{/Due}}", ['"{{#Due|date}}" needs only a name: a condition has no type.']],
  ["{{>x}}", ['"{{>x}}" appears as plain text: a name cannot begin with >.']],
  ["{{=<% %>=}}", ['"{{=<% %>=}}" appears as plain text: a name cannot begin with =.']],
  ["{{! x }}", ['"{{! x }}" appears as plain text: a name cannot begin with !.']],
  ["{{{x}}}", ['"{{{x}}}" needs only two braces: every value is plain text.']],
])("of %j says %j", (source, warnings) => {
  expect(parseTemplate({ subject: source }).warnings).toEqual(warnings);
  expect(parseTemplate({ body: source }).warnings).toEqual(warnings);
});

it("follow the order of the template, subject first, each once", () => {
  const { warnings } = parseTemplate({ subject: "{{c", body: "{{#a}} {{}} {{b|x}} {{}} {{c" });
  expect(warnings.map((warning) => warning.slice(0, 8))).toEqual(['"{{c" is', '"{{#a}}"', '"{{}}" h', '"{{b|x}}']);
});

it("quote the text without its tags, and only its beginning", () => {
  const [warning] = parseTemplate({ body: `{{<b>Na</b>me &amp; ${"x".repeat(500)}` }).warnings;
  expect(warning).toBe(`"{{Name & ${"x".repeat(50)}…" is not closed: a placeholder ends with }}.`);
});

it("count those above twenty", () => {
  const many = Array.from({ length: 25 }, (_, index) => `{{x${index}|y}}`).join("");
  const { warnings } = parseTemplate({ body: many });
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toBe("There are 5 more warnings of this kind.");
});
