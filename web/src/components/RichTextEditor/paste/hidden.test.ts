import { describe, expect, it } from "vitest";
import { cleanPaste } from "./cleanPaste.ts";

const textOf = (html: string) => cleanPaste(html).html.replace(/<[^>]*>/g, "|");
const SEEN = "<p>This is what everyone sees</p>";
const left = "|This is what everyone sees|";

describe("hidden text isn't pasted", () => {
  it.each([
    ["display", '<div style="display:none">x</div>'],
    ["display, important", '<div style="display: none !important">x</div>'],
    ["visibility", '<p style="visibility:hidden">x</p>'],
    ["opacity", '<p style="opacity:0">x</p>'],
    ["Word's hidden text", "<p><span style='mso-hide:all'>x</span></p>"],
    ["no font size", '<p style="font-size:0px">x</p>'],
    ["a font size of one pixel", '<p style="font-size:1px;color:#eee">x</p>'],
    ["no height", '<div style="max-height:0;overflow:hidden">x</div>'],
    ["a style sheet", "<style>.pre{display:none}</style><div class='pre'>x</div>"],
    ["out of sight", '<p style="position:absolute;left:-9999px">x</p>'],
    ["for screen readers", '<span style="position:absolute;clip:rect(0,0,0,0)">x</span>'],
    ["indented away", '<a href="https://a.bc" style="text-indent:-9999px">x</a>'],
    ["white", '<div style="color:#ffffff">x</div>'],
    ["white, in words", '<font color="white">x</font>'],
    ["see-through", '<p style="color:rgba(0, 0, 0, 0)">x</p>'],
    [
      "in the color behind it",
      '<div style="background:#0A0B0C"><p style="color:rgb(10, 11, 12)">x</p></div>',
    ],
    ["in a style sheet's color", "<style>p.w{color:#FFF}</style><p class='w'>x</p>"],
    [
      "with pictures, too",
      '<div style="display:none"><img src="https://a.bc/x.png" alt="x"></div>',
    ],
  ])("by %s", (_, html) => {
    expect(textOf(html + SEEN)).toBe(left);
  });

  it.each([
    ["white on a color", '<div style="background-color:#1a73e8"><p style="color:#fff">x</p></div>'],
    [
      "white on a cell's color",
      '<p style="background:#4472C4"><span style="color:white">x</span></p>',
    ],
    ["white on an attribute's color", '<div bgcolor="#000"><font color="#ffffff">x</font></div>'],
    [
      "white on a picture",
      '<div style="background:url(https://a.bc/x.png)"><p style="color:#fff">x</p></div>',
    ],
    ["with a size of its own", '<div style="font-size:0"><p style="font-size:14px">x</p></div>'],
    ["visible again", '<div style="visibility:hidden"><p style="visibility:visible">x</p></div>'],
    ["a button that Outlook hides", '<p><a href="https://a.bc" style="mso-hide:all">x</a></p>'],
    ["light", '<p style="opacity:0.5;color:#eee">x</p>'],
    ["small", '<p style="font-size:6pt">x</p>'],
  ])("but text stays that is %s", (_, html) => {
    expect(
      textOf(html + SEEN)
        .replace(left, "")
        .replaceAll("|", ""),
    ).toBe("x");
  });

  it("keeps white text without its dark background, if it is most of the text", () => {
    const dark = '<p style="color:#fff">Copied from a window with a dark theme</p><p>x</p>';
    expect(textOf(dark)).toBe("|Copied from a window with a dark theme||x|");
  });

  it("keeps a table's cells", () => {
    const row = '<tr><td><span style="color:#fff">x</span></td><td>b</td></tr>';
    expect(cleanPaste(`${SEEN}<table>${row}<tr><td>c</td><td>d</td></tr></table>`).html).toContain(
      "<tr><td></td><td>b</td></tr>",
    );
  });
});

describe("what a link shows", () => {
  const link = (inside: string) => `<p><a href="https://example.org/">${inside}</a></p>`;
  it.each([
    ["a submit button", '<input type="submit" value="Pay now">', "Pay now"],
    ["a button", '<input type="button" value="Pay now">', "Pay now"],
    ["a picture", '<img src="https://a.bc/x.png" alt=" Pay now ">', "Pay now"],
    ["a picture and a pixel", '<img src="a" alt="Pay now"><img width="1" height="1">', "Pay now"],
    ["text beside a picture", '<img src="a" alt="Icon"> Pay now', " Pay now"],
  ])("is text: %s", (_, inside, text) => {
    expect(cleanPaste(link(inside)).html).toBe(`<p><a href="https://example.org/">${text}</a></p>`);
  });

  it("counts a linked picture as left out", () => {
    expect(cleanPaste(link('<img src="a" alt="Pay now">')).droppedPictures).toBe(1);
  });

  it("leaves a field and its button out", () => {
    expect(cleanPaste('<form>a<input value="b"><input type="submit" value="c"></form>').html).toBe(
      "<div>a</div>",
    );
  });
});

it("counts a reversed list down", () => {
  const items = cleanPaste(
    '<ol reversed><li>a</li><li>b</li><li>c</li></ol><ol reversed start="9"><li>d</li></ol>',
  );
  expect(items.html.match(/data-start="\d+"/g)).toEqual([
    'data-start="3"',
    'data-start="2"',
    'data-start="1"',
    'data-start="9"',
  ]);
});
