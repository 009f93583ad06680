import { describe, expect, it } from "vitest";
import { type Markup, type Token, tokenize } from "./tokenize.ts";

function brief(token: Token): string {
  if (token.kind === "literal") return token.source;
  if (token.kind === "refused") return `refused[${token.source}]`;
  const tags = token.tagsBefore || token.tagsAfter ? `(${token.tagsBefore}|${token.tagsAfter})` : "";
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
    ["<a href='{{Base}}/{{Path&amp;Co}}'>", ["<a href='", "@placeholder[Base]", "/", "@placeholder[Path&Co]", "'>"]],
    ['<a href="{{#L}}{{L}}{{/L}}">', ['<a href="', "@open[L]", "@placeholder[L]", "@close[L]", '">']],
    ["<a href={{Link}}>x</a>", ["<a href=", "refused[{{Link}}]", ">x</a>"]],
    ["<p {{x}}>", ["<p ", "refused[{{x}}]", ">"]],
    ["<p title='{{' class='}}'>", ["<p title='", "refused[{{]", "' class='", "refused[}}]", "'>"]],
    ["{{Na<a href='{{x}}'>me}}", ["refused[{{Na]", "<a href='", "@placeholder[x]", "'>", "refused[me}}]"]],
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
    expect(tokenize("{{<b>R&amp;</b>D}}", "html")).toEqual([expect.objectContaining({ text: "{{R&D}}" })]);
  });
});
