import { describe, expect, it } from "vitest";
import type { Variable } from "../contract/templates.ts";
import { isBlank } from "../isBlank.ts";
import { readForm, readTripleForm } from "./grammar.ts";
import { parseTemplate } from "./parseTemplate.ts";
import { conditionProblem } from "./serialize.ts";
import { type Markup, type Token, tokenize } from "./tokenize.ts";
import { valueProblem } from "./writeValue.ts";

const untyped = {
  kind: "placeholder",
  type: "text",
  options: [],
  fallback: null,
  typed: false,
  problem: null,
};

describe("readForm", () => {
  it.each<[content: string, expected: object]>([
    ["Name", { name: "Name" }],
    ["  First Name ", { name: "First Name" }],
    ["First  Name", { name: "First  Name" }],
    ["first name", { name: "first name" }],
    ["First\u00a0Name", { name: "First Name" }],
    ["First\n    Name", { name: "First Name" }],
    ["\ufeffNa\u200bme", { name: "Name" }],
    ["a.b", { name: "a.b" }],
    [".", { name: "." }],
    ["__proto__", { name: "__proto__" }],
    ["constructor", { name: "constructor" }],
    ["toString", { name: "toString" }],
    ["R&D", { name: "R&D" }],
    ["a:b", { name: "a:b" }],
    ["Größe €", { name: "Größe €" }],
    ["氏　名", { name: "氏　名" }],
    ["Name|text", { name: "Name", typed: true }],
    ["First Name|text:there", { name: "First Name", typed: true, fallback: "there" }],
    ["First Name | TEXT : my friend ", { name: "First Name", typed: true, fallback: "my friend" }],
    ["Name|text:", { name: "Name", typed: true, fallback: "" }],
    ["Name|text:a|b:c", { name: "Name", typed: true, fallback: "a|b:c" }],
    ["Company|sticky", { name: "Company", typed: true, type: "sticky" }],
    ["Due|Date", { name: "Due", typed: true, type: "date" }],
    ["At| time ", { name: "At", typed: true, type: "time" }],
    ["Contact|email", { name: "Contact", typed: true, type: "email" }],
    ["Due|date:", { name: "Due", typed: true, type: "date" }],
    [
      "Offer|dropdown:Discount, Free Trial ,,Discount",
      { name: "Offer", typed: true, type: "dropdown", options: ["Discount", "Free Trial"] },
    ],
    [
      "Offer|dropdown:a|b,c:d",
      { name: "Offer", typed: true, type: "dropdown", options: ["a|b", "c:d"] },
    ],
  ])("reads %j", (content, expected) => {
    expect(readForm(content)).toEqual({ ...untyped, ...expected });
  });

  it.each<[content: string, expected: object, problem: string]>([
    ["Name|color", {}, 'unknown type "color"'],
    ["Name|", {}, 'unknown type ""'],
    ["Name|:x", {}, 'unknown type ""'],
    ["Name|__proto__", {}, 'unknown type "__proto__"'],
    ["Name|dropdown", {}, "without options"],
    ["Name|dropdown: , ", {}, "without options"],
    ["Name|sticky:x", { type: "sticky", typed: true }, "sticky, which we ignore"],
    ["Name|date:iso", { type: "date", typed: true }, "date, which we ignore"],
    ["&Name", {}, "plain text"],
    ["& Name", {}, "plain text"],
  ])("corrects %j and says so", (content, expected, problem) => {
    const form = readForm(content);
    expect(form).toMatchObject({
      ...untyped,
      name: "Name",
      ...expected,
      problem: expect.stringContaining(problem),
    });
  });

  it.each([
    ["#Salutation = Ms ", "open", "Ms"],
    ["^Salutation=A=B", "inverted", "A=B"],
    ["/Salutation=Ms", "close", "Ms"],
    ["#Salutation", "open", null],
  ])("reads the condition %j, with its value", (content, kind, value) => {
    expect(readForm(content)).toMatchObject({ kind, name: "Salutation", value, problem: null });
  });

  it.each<[content: string, problem: string]>([
    ["", "has no name"],
    [" \u00a0\u200b ", "has no name"],
    ["|date", "has no name"],
    ["#", "has no name"],
    ["#=x", "has no name"],
    ["/ ", "has no name"],
    ["&", "has no name"],
    [">partial", "begin with >"],
    ["=<% %>=", "begin with ="],
    ["! a note", "begin with !"],
    ["&#Name", "begins with #"],
    ["#/Name", "begins with /"],
    ["Na\u0000me", "unprintable character"],
    ["n".repeat(501), "more than 500"],
    ["n".repeat(10_001), "too long"],
  ])("refuses %j", (content, problem) => {
    expect(readForm(content)).toEqual({
      kind: "refused",
      problem: expect.stringContaining(problem),
    });
  });

  it.each<[content: string, kind: string, name: string]>([
    ["#Name", "open", "Name"],
    ["^ First Name ", "inverted", "First Name"],
    ["/a.b", "close", "a.b"],
  ])("reads the condition %j", (content, kind, name) => {
    expect(readForm(content)).toEqual({ kind, name, value: null, compared: null, problem: null });
  });

  it("drops a condition's type and says so", () => {
    expect(readForm("#Due|date")).toEqual({
      kind: "open",
      name: "Due",
      value: null,
      compared: null,
      problem: expect.stringContaining("no type"),
    });
  });
});

describe("readTripleForm", () => {
  it("reads a value that is shown as text", () => {
    const problem = expect.stringContaining("plain text");
    expect(readTripleForm("Name")).toEqual({ ...untyped, name: "Name", problem });
  });
});

function brief(token: Token): string {
  if (token.kind === "literal") return token.source;
  if (token.kind === "refused") return `refused[${token.source}]`;
  const tags =
    token.tagsBefore || token.tagsAfter ? `(${token.tagsBefore}|${token.tagsAfter})` : "";
  return `${token.scope > 0 ? "@" : ""}${token.kind}[${token.name}]${tags}`;
}

function briefs(source: string, markup: Markup): string[] {
  const tokens = tokenize(source, markup);
  expect(tokens.map((token) => token.source).join("")).toBe(source);
  for (const token of tokens) expect(source.slice(token.start, token.end)).toBe(token.source);
  return tokens.map(brief);
}

describe("tokenize", () => {
  it.each<[source: string, expected: string[]]>([
    ["", []],
    ["no braces", ["no braces"]],
    ["Hi {{Name}}, bye", ["Hi ", "placeholder[Name]", ", bye"]],
    ["{{a}}{{b}}", ["placeholder[a]", "placeholder[b]"]],
    ["{{#a}}x{{/a}}{{^a}}y{{/a}}", ["open[a]", "x", "close[a]", "inverted[a]", "y", "close[a]"]],
    ["{{{x}}}", ["placeholder[x]"]],
    ["{{{x}}", ["{", "placeholder[x]"]],
    ["{{x}}}", ["placeholder[x]", "}"]],
    ["{{{{x}}}}", ["{", "placeholder[x]", "}"]],
    ["{ {{x}} }", ["{ ", "placeholder[x]", " }"]],
    ["{Name}", ["{Name}"]],
    ["{{First {{Name}}", ["refused[{{First ]", "placeholder[Name]"]],
    ["{{Name", ["refused[{{Name]"]],
    ["{{Name}", ["refused[{{Name]", "}"]],
    ["{{a{b}}", ["refused[{{a]", "refused[{b}}]"]],
    ["Dear Name}}!", ["refused[Dear Name}}]", "!"]],
    ["{{", ["refused[{{]"]],
    ["}}", ["refused[}}]"]],
    ["{{}}", ["refused[{{}}]"]],
    ["<b>{{Na</b>me}}", ["<b>", "placeholder[Na</b>me]"]],
    ["{{a&amp;b}}", ["placeholder[a&amp;b]"]],
  ])("reads the subject %j", (source, expected) => {
    expect(briefs(source, "text")).toEqual(expected);
  });

  it.each<[source: string, expected: string[]]>([
    ["<p>{{Name}}</p>", ["<p>", "placeholder[Name]", "</p>"]],
    ["{{<b>Na</b>me}}", ["placeholder[Name](<b>|</b>)"]],
    ["{<i>{</i> <b>Name</b>}}", ["placeholder[Name](<i></i><b>|</b>)"]],
    ["<b>{{Na</b>me}}", ["<b>", "placeholder[Name](|</b>)"]],
    ["{{Na<b>me}}</b>", ["placeholder[Name](|<b>)", "</b>"]],
    ["{{Na<!-- note -->me}}", ["placeholder[Name](|<!-- note -->)"]],
    ["{{Na<em class='a>b'>me</em>}}", ["placeholder[Name](|<em class='a>b'></em>)"]],
    ["{{First&nbsp;Name}}", ["placeholder[First Name]"]],
    ["{{First&#160;Name}}", ["placeholder[First Name]"]],
    ["{{R&amp;D}}", ["placeholder[R&D]"]],
    ["{{R&D}}", ["placeholder[R&D]"]],
    ["{{a &lt; b}}", ["placeholder[a < b]"]],
    ["{{a < b}}", ["placeholder[a < b]"]],
    ["{{&#x4E;ame}}", ["placeholder[Name]"]],
    ["{{&#128512;}}", ["placeholder[😀]"]],
    ["&#123;&lcub;Name&rcub;&#125;", ["placeholder[Name]"]],
    ["{{&amp;x}}", ["placeholder[x]"]],
    ["{{&gt;x}}", ["refused[{{&gt;x}}]"]],
    ["{{a &unknown; b}}", ["placeholder[a &unknown; b]"]],
    ["{{x&#0;}}", ["placeholder[x&#0;]"]],
    ["{{Na</p><p>me}}", ["refused[{{Na]", "</p><p>", "refused[me}}]"]],
    ["{{Na<br>me}}", ["refused[{{Na]", "<br>", "refused[me}}]"]],
    ["{{Na<img src='x'>me}}", ["refused[{{Na]", "<img src='x'>", "refused[me}}]"]],
    ['<a href="{{Link}}">x</a>', ['<a href="', "@placeholder[Link]", '">x</a>']],
    [
      "<a href='{{Base}}/{{Path&amp;Co}}'>",
      ["<a href='", "@placeholder[Base]", "/", "@placeholder[Path&Co]", "'>"],
    ],
    [
      '<a href="{{#L}}{{L}}{{/L}}">',
      ['<a href="', "@open[L]", "@placeholder[L]", "@close[L]", '">'],
    ],
    ["<a href={{Link}}>x</a>", ["<a href=", "refused[{{Link}}]", ">x</a>"]],
    ["<p {{x}}>", ["<p ", "refused[{{x}}]", ">"]],
    ["<p title='{{' class='}}'>", ["<p title='", "refused[{{]", "' class='", "refused[}}]", "'>"]],
    [
      "{{Na<a href='{{x}}'>me}}",
      ["refused[{{Na]", "<a href='", "@placeholder[x]", "'>", "refused[me}}]"],
    ],
    ["<!-- {{x}} -->{{y}}", ["<!-- {{x}} -->", "placeholder[y]"]],
    ["<!--> {{x}}", ["<!--> ", "placeholder[x]"]],
    ["a < b {{x}} > c", ["a < b ", "placeholder[x]", " > c"]],
    ["{{x}} <b {{y}}", ["placeholder[x]", " <b {{y}}"]],
    ["{{x}} <b title='{{y}}", ["placeholder[x]", " <b title='{{y}}"]],
    ["{{x}} <!-- {{y}}", ["placeholder[x]", " <!-- {{y}}"]],
    ["</{{x}}>{{y}}", ["</{{x}}>", "placeholder[y]"]],
  ])("reads the body %j", (source, expected) => {
    expect(briefs(source, "html")).toEqual(expected);
  });

  it("returns a token's decoded text", () => {
    expect(tokenize("{{<b>R&amp;</b>D}}", "html")).toEqual([
      expect.objectContaining({ text: "{{R&D}}" }),
    ]);
  });
});

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
    "{{Name|color}}",
    [
      '"{{Name|color}}" has the unknown type "color" and is treated as text; the types are text, sticky, dropdown, date, time, email.',
    ],
  ],
  [
    "{{Offer|dropdown}}",
    [
      '"{{Offer|dropdown}}" is a dropdown without options, so it is treated as text; write the options after a colon.',
    ],
  ],
  [
    "{{Due|date}}{{Due|time}}",
    ['"{{Due|time}}" has the type time, but its first use has the type date, so we use date.'],
  ],
  [
    "{{Due|date}}{{Due|text:x}}",
    ['"{{Due|text:x}}" has the type text, but its first use has the type date, so we use date.'],
  ],
  [
    "{{O|dropdown:a}}{{O|dropdown:b}}",
    ['"{{O|dropdown:b}}" has different options than its first use, so we use the first options.'],
  ],
  ["{{O|dropdown:a}}{{O|dropdown:a}}", []],
  [
    "{{Name}}{{Name|text:Ann}}{{Name|text:}}",
    ['"{{Name|text:}}" shows something else for a blank value than its first use does.'],
  ],
  ["{{Name|text:Ann}}{{Name}}{{Name|text:Ann}}", []],
  ["{{Due|date:iso}}", ['"{{Due|date:iso}}" has ":iso" after the type date, which we ignore.']],
  ["{{#Due|date}}a{{/Due}}", ['"{{#Due|date}}" needs only a name: a condition has no type.']],
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
  expect(warnings.map((warning) => warning.slice(0, 8))).toEqual([
    '"{{c" is',
    '"{{#a}}"',
    '"{{}}" h',
    '"{{b|x}}',
  ]);
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

it.each([
  undefined,
  "",
  " ",
  "\t\r\n",
  "\u00a0",
  "\u202f\u3000",
  "\u200b\u200d\ufeff",
  "\u2060\u00ad",
  "\u0000\u0007",
  "\u2800",
])("finds %j blank", (value) => expect(isBlank(value)).toBe(true));

it.each(["0", ".", "-", "\u200b.", "न", "👩‍👩‍👧", "\u0301"])("finds %j not blank", (value) =>
  expect(isBlank(value)).toBe(false),
);

const aVariable: Variable = {
  name: "Offer",
  type: "text",
  options: [],
  fallback: null,
  required: true,
};

it.each<[Partial<Variable>, value: string, problem: string | null]>([
  [{}, "anything <b>", null],
  [{ type: "date" }, "soon", null],
  [{ type: "dropdown", options: ["A", "B"] }, "A", null],
  [{ type: "dropdown", options: ["A", "B"] }, " B ", null],
  [{ type: "dropdown", options: ["A", "B"] }, "", null],
  [{ type: "dropdown", options: ["A", "B"] }, "\u200b", null],
  [
    { type: "dropdown", options: ["A", "B"] },
    "a",
    '"a" is not one of the options of {{Offer}}: A, B.',
  ],
  [
    { type: "dropdown", options: ["A"] },
    "constructor",
    '"constructor" is not one of the options of {{Offer}}: A.',
  ],
  [{ type: "email" }, "ann@example.org", null],
  [{ type: "email" }, "", null],
  [{ type: "email" }, "ann", '"ann" in {{Offer}} is not an email address.'],
  [{ type: "email" }, "a@b.c, d@e.f", '"a@b.c, d@e.f" in {{Offer}} is not an email address.'],
])("of %j and %j says %j", (given, value, problem) => {
  expect(valueProblem({ ...aVariable, ...given }, value)).toBe(problem);
});

it.each<[name: string, value: string | null, problem: string | null]>([
  ["S", null, null],
  ["S", " Ms ", null],
  ["", "Ms", "A placeholder needs a name."],
  ["S", " ", "Enter the value to compare with."],
  ["S", "a|b", "The value can't contain {, } or |."],
  ["S", "a\u0000b", "The value can't contain unprintable characters."],
  ["S=a", "b", "A placeholder with = in its name can't be compared."],
])("the condition on %j for %j has the problem %j", (name, value, problem) => {
  expect(conditionProblem({ name, value })).toBe(problem);
});
