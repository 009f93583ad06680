import { expect, it } from "vitest";
import { textToHtml } from "./textToHtml.ts";

it.each([
  ["a line", "Hello", "<p>Hello</p>"],
  ["two lines", "Hello\nBye", "<p>Hello</p><p>Bye</p>"],
  ["a blank line", "Hello\n\nBye", "<p>Hello</p><p><br></p><p>Bye</p>"],
  [
    "two blank lines, one with a space",
    "Hello\r\n \r\n\r\nBye",
    "<p>Hello</p><p><br></p><p><br></p><p>Bye</p>",
  ],
  ["blank lines at its ends", "\n\nHello\n", "<p>Hello</p>"],
  ["nothing", " \n", ""],
  ["markup", "1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>"],
])("writes %s as the email shows it", (_what, text, html) => {
  expect(textToHtml(text)).toBe(html);
});
