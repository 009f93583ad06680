import { createRequire } from "node:module";const require = createRequire(import.meta.url);
import { expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";
it("x", () => {
  const B = [
"<p>Hi {{F}}</p><p>{{#rows}}</p><p>{{Child}}: {{Amount}}</p><p>{{/rows}}</p><p>Total {{Amount|sum}}</p>",
"<ul><li>{{#rows}}{{Child}}{{/rows}}</li></ul>",
"<ul><li>{{#rows}}</li><li>{{Child}}</li><li>{{/rows}}</li></ul>",
"<ul><li>{{#rows}}</li><li>{{Child}}{{/rows}}</li></ul>",
"<table><tr><td><p>{{#rows}}{{Child}}</p></td><td>{{Amount}}{{/rows}}</td></tr></table>",
"<table><tr><td>{{#rows}}</td><td></td></tr><tr><td>{{Child}}</td></tr><tr><td>{{/rows}}</td><td></td></tr></table>",
"<p>Dear<br>{{#rows}}<br>{{Child}}<br>{{/rows}}<br>Bye</p>",
"<p>Dear<br>{{#rows}}<br>{{Child}}<br>{{/rows}}</p>",
"<p>Dear {{#rows}}{{Child}}, {{/rows}}</p>",
"<p>{{#rows}}{{Child}}</p><p>x{{/rows}}</p>",
"<p><b>{{#rows}}x</b> {{Child}}{{/rows}}</p>",
"<p>a{{#rows}}x</p><p>{{Child}}{{/rows}}b</p>",
"<ul><li>a{{#rows}}x</li><li>{{Child}}{{/rows}}b</li></ul>",
"<a href='http://x.y'>{{#rows}}x{{/rows}}</a>",
"<a href='http://x.y/{{#rows}}x{{/rows}}'>a</a>",
"{{#rows}}a{{#rows}}{{Child}}{{/rows}}{{/rows}}",
"{{#rows}}a{{#Child}}{{Child}}{{/rows}}",
"{{rows}}{{#rows}}a{{/rows}}",
"{{^rows}}a{{/rows}}{{#Rows}}b{{/Rows}}{{#row}}c{{/row}}",
'<table><tr style="color:{{Child}}"><td>{{#rows}}{{Child}}{{/rows}}</td></tr></table>',
'{{#rows}}<a href="https://x.y/{{Child}}">{{Child}}</a>{{/rows}}{{Amount|sum}}{{Amount|sum:0}}',
  ];
  const out = B.map((body) => { const t = compileTemplate({ subject: "S {{Amount|sum}}", body });
   const v = (c: string, a: string) => new Map([["F", "Fam"], ["Child", c], ["Amount", a], ["rows", "r"]]);
   return [body, t.render(v("A", "€ 1.50"), { dateFormat: "iso", timeFormat: "24hr", further: [v("B", "€ 2")] }), t.warnings, [...t.joining?.common ?? ["-"]], [...t.sums], t.variables.map(({name, required}) => name + required)].map((x) => JSON.stringify(x)).join("\n"); });
  require("node:fs").writeFileSync("/tmp/f53a.out", out.join("\n\n"));
  expect(1).toBe(1);
});
