import { afterAll, beforeAll, expect, it, test } from "vitest";
import { cleanBody } from "./cleanBody.ts";

// A frame in these texts would load, and outlive its test.
beforeAll(() => {
  window.happyDOM.settings.enableIframePageLoading = false;
});
afterAll(() => {
  window.happyDOM.settings.enableIframePageLoading = true;
});

const PICTURE = "cid:picture-0123456789abcdef.png";

test.each([
  "",
  "only text, {{Name}} & 1 &lt; 2",
  "<h1>a</h1><h2>b</h2><h3>c</h3><p><br /></p><p><br></p><hr />",
  "<p><strong>a</strong><em>b</em><u>c</u><s>d</s>H<sub>2</sub>O<sup>2</sup><code>e</code></p>",
  '<ol start="3" type="a"><li data-list="bullet" class="ql-indent-1 ql-align-right">a</li></ol><ul><li>b</li></ul>',
  '<div class="ql-code-block-container"><div class="ql-code-block">a  b</div></div><pre>\n  a\n</pre>',
  '<p style="text-align:right;padding-left:3em" dir="rtl" class="ql-direction-rtl">שלום</p>',
  '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td rowspan="3">c</td></tr></tbody></table>',
  '<a href="https://x.y/?a=1&amp;b=2">a</a><a href="mailto:a@b.c">b</a><a href="tel:+491234">c</a><a href="x.y">d</a><a href="/a:b">e</a>',
  '<a href="{{Link}}">a</a><a href="{{Link|text:https://x.y/?a=1&amp;b=2}}">b</a><a href="https://x.y/{{Id}}">c</a>',
  `<p>a<img src="${PICTURE}" alt="A &quot;map&quot;" width="1200" />b</p>`,
  "<p><strong>a<p>b</p></strong></p>",
  "<p>{{R&amp;D}} {{#A}}<strong>{{a.b}}</strong>{{/A}}</p>",
])("leaves what the server stores as it is: %s", (body) => {
  expect(cleanBody(body)).toBe(body);
});

test.each<[what: string, body: string, clean: string]>([
  ["a script", "<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
  ["a script that never ends", "<p>a</p><SCRIPT SRC=//x.y/z.js>alert(1)", "<p>a</p>"],
  ["a handler", '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p>', "<p>a</p>"],
  ["a picture with a handler", '<p>a<img src=x onerror="alert(1)">b</p>', "<p>ab</p>"],
  ["a remote picture", '<p>a<img src="https://x.yy/a.png">b</p>', "<p>ab</p>"],
  [
    "a picture with more",
    `<p><img srcset="//x.yy/a.png 2x" src="${PICTURE}" onload="x"></p>`,
    `<p><img src="${PICTURE}"></p>`,
  ],
  ["a javascript link", '<p><a href="javascript:alert(1)">a</a></p>', "<p><a>a</a></p>"],
  [
    "one in capitals with spaces",
    '<p><a href="  JaVaScRiPt:alert(1)">a</a></p>',
    "<p><a>a</a></p>",
  ],
  ["one with entities", '<p><a href="&#106;avascript&colon;alert(1)">a</a></p>', "<p><a>a</a></p>"],
  ["one with a line break", '<p><a href="java\nscript:alert(1)//{">a</a></p>', "<p><a>a</a></p>"],
  ["a data link", '<p><a href="data:text/html,x">a</a></p>', "<p><a>a</a></p>"],
  ["a style sheet", "<style>p{display:none}</style><p>a</p>", "<p>a</p>"],
  ["a style that loads", '<p style="background:url(//x.y)">a</p>', "<p>a</p>"],
  ["a style that hides", '<p style="display:none">a</p>', "<p>a</p>"],
  ["an SVG that runs", "<p>a</p><svg onload=alert(1)><a href=javascript:x>b</a></svg>", "<p>a</p>"],
  ["a frame", "<p>a</p><iframe src=//x.y></iframe><object data=//x.y></object>", "<p>a</p>"],
  ["a form", '<form action="//x.y"><input name="a"><button>b</button></form>', "<div>b</div>"],
  ["a name for scripts", '<p id="a" name="b" data-x="c" class="d">e</p>', "<p>e</p>"],
  ["a comment", "<p>a<!-- b -->c</p>", "<p>ac</p>"],
  [
    "another program's tags",
    "<article><h4>a</h4><font color=red>b</font></article>",
    "<div><h3>a</h3>b</div>",
  ],
  ["a hidden text", "<p>a</p><template><p>b</p></template><textarea>c</textarea>", "<p>a</p>"],
])("takes out %s", (_what, body, clean) => {
  expect(cleanBody(body)).toBe(clean);
  expect(cleanBody(clean)).toBe(clean);
});

it("looks at a long body without tags in one pass", () => {
  const body = `<p>${"<".repeat(100_000)}</p>`;
  expect(cleanBody(body)).not.toContain("<<");
});
