import { expect, it } from "vitest";
import { nameOf } from "./nameOf.ts";

/** The name of the element `#field` in this page. */
function nameIn(html: string): string {
  document.body.innerHTML = html;
  return nameOf(document.querySelector("#field") as Element);
}

it.each([
  ["its label", '<label for="field">Subject</label><input id="field">', "Subject"],
  [
    "a label that names it and itself",
    '<b id="l">To</b><input id="field" aria-labelledby="l field">',
    "To",
  ],
  [
    "words of two lines",
    '<label for="field">First<br>name</label><input id="field">',
    "First name",
  ],
  [
    "words of two blocks",
    '<label><span>Email</span><div>Required</div><input id="field"></label>',
    "Email Required",
  ],
  ["a title, without an accessible name", '<input id="field" aria-label="" title="Body">', "Body"],
])("is %s", (_, html, name) => expect(nameIn(html)).toBe(name));

it.each([
  ["a textarea", '<textarea id="field" aria-labelledby="field">secret</textarea>'],
  ["an editor", '<div id="field" contenteditable="true" aria-labelledby="field">secret</div>'],
  [
    "an editor's paragraph",
    '<div id="field" contenteditable="true" aria-labelledby="p"><p id="p">secret</p></div>',
  ],
  [
    "another editor",
    '<p id="p" contenteditable="true">secret</p><input id="field" aria-labelledby="p">',
  ],
  [
    "a part of another editor",
    '<div contenteditable="true"><p id="p">secret</p></div><input id="field" aria-labelledby="p">',
  ],
  [
    "an editor that a script draws",
    '<label><div id="field" role="textbox" aria-labelledby="field">secret</div></label>',
  ],
  ["another textarea", '<textarea id="p">secret</textarea><input id="field" aria-labelledby="p">'],
  [
    "a chosen option",
    '<select><option id="p">secret</option></select><input id="field" aria-labelledby="p">',
  ],
])("is never the content of %s", (_, html) => expect(nameIn(html)).toBe(""));
