import { describe, expect, it } from "vitest";
import { clippedMessage, GMAIL_SHOWS_BYTES, htmlBytes, mayBeClipped } from "./clipped.ts";

describe("the size of an email in Gmail", () => {
  it.each([
    ["<p>a</p>", 8],
    ["<p>ü€😀</p>", 16],
    ["<pre>\na\r\nb\n</pre>", 19],
    ['<p><span data-variable="Name" data-type="text" data-missing="true">Ada</span></p>', 10],
    ['<p><span data-variable="A &lt; &quot;b&quot;" data-type="date">1<br>2</span></p>', 13],
  ])("is the bytes of %j as sent", (html, bytes) => {
    expect(htmlBytes(html)).toBe(bytes);
  });

  it("warns from the first byte that Gmail doesn't show", () => {
    expect(clippedMessage(GMAIL_SHOWS_BYTES)).toBeNull();
    expect(clippedMessage(GMAIL_SHOWS_BYTES + 1)).toBe(
      "Gmail shows only the first part of emails over 102 kB. This one has about 103 kB.",
    );
    expect(clippedMessage(1_234_567, "The one to Ann")).toBe(
      "Gmail shows only the first part of emails over 102 kB. The one to Ann has about 1,235 kB.",
    );
  });

  it("needs no rendering if body, signature and values are short", () => {
    const short = { body: "<p>a</p>", signature: "<p>b</p>", values: 1_000 };
    expect(mayBeClipped(short)).toBe(false);
    for (const long of [
      { body: "a".repeat(5_000) },
      { signature: "ü".repeat(2_500) },
      { values: GMAIL_SHOWS_BYTES },
    ])
      expect(mayBeClipped({ ...short, ...long })).toBe(true);
  });
});
