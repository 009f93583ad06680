import { describe, expect, it } from "vitest";
import { bodyOf } from "./bodyHtml.ts";
import { createBodyEditor } from "./createBodyEditor.ts";

const nothing = () => undefined;
function root(body: string) {
  const host = document.createElement("div");
  document.body.append(host);
  const editor = createBodyEditor(host, {
    onBody: nothing,
    onFormats: nothing,
    onTyping: nothing,
    onChip: nothing,
    onLoss: nothing,
  });
  editor.setBody(body);
  return host.querySelector<HTMLElement>(".ql-editor")!;
}
describe("opening a body with a table", () => {
  it.each([
    "<p>a</p><table><tbody><tr><td>x</td><td>{{Name}} <strong>b</strong></td></tr><tr><td></td><td>d</td></tr></tbody></table><p>b</p>",
    '<table><thead><tr><th colspan="2">x</th></tr></thead><tbody><tr><td><p>a</p><p class="ql-align-center">b</p></td><td class="ql-align-right">5</td></tr></tbody></table>',
    "<table><tbody><tr><td>x</td></tr></tbody></table><table><tbody><tr><td>x</td></tr></tbody></table><p><br></p>",
    '<table><tbody><tr><td rowspan="2">x</td><td>y</td></tr><tr><td>z</td></tr></tbody></table><p>a</p>',
    "<table><tbody><tr><td><ul><li>x {{Name}}</li></ul></td></tr></tbody></table>",
    "<p>a</p><table><caption>c</caption><tbody><tr><td>x</td></tr></tbody></table><p><br></p>",
  ])("%s", (body) => {
    const r = root(body);
    console.log(r.innerHTML);
    expect(bodyOf(r)).toBe(body);
  });
});
