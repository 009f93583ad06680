import { describe, expect, it } from "vitest";
import { linkTarget } from "./links.ts";

describe("linkTarget", () => {
  it.each([
    ["https://example.com", "https://example.com"],
    ["HTTP://example.com/a?b=c#d", "HTTP://example.com/a?b=c#d"],
    ["example.com", "https://example.com"],
    ["www.example.com/a b", "https://www.example.com/a b"],
    ["example.com:8080/x", "https://example.com:8080/x"],
    ["example.com?a=1", "https://example.com?a=1"],
    ["müller.de/Straße", "https://müller.de/Straße"],
    ["例え.jp", "https://例え.jp"],
    ["//example.com/a", "https://example.com/a"],
    ["  https://example.com \n", "https://example.com"],
    ["ada@example.com", "mailto:ada@example.com"],
    ["mailto:ada@example.com?subject=Hi", "mailto:ada@example.com?subject=Hi"],
    ["tel:+49 30 1234", "tel:+49 30 1234"],
  ])("takes %j as %j", (href, target) => {
    expect(linkTarget(href)).toBe(target);
    expect(linkTarget(target)).toBe(target);
  });

  it.each([
    "",
    " ",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " \u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\u0000script:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "javascript:x.com",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.com/x",
    "file:///etc/passwd",
    "ftp://example.com",
    "https:",
    "https://",
    "https:javascript:alert(1)",
    "mailto:",
    "//",
    "/path",
    "../path",
    "#anchor",
    "?query",
    "word",
    "{{Link}}",
    "http //example.com",
    "1.5",
    "\\\\server\\share.txt",
  ])("refuses %j", (href) => {
    expect(linkTarget(href)).toBeNull();
  });
});
