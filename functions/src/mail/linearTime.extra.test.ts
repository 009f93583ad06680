import { describe, expect, test } from "vitest";
import { plainText } from "./plainText.ts";
import { prepareMail } from "./prepareMail.ts";

function prepared(body: string) {
  return prepareMail({ subject: "Hello", body, dateFormat: "long", timeFormat: "12hr" });
}

/** These tests read no clock: quadratic work exceeds the test's time limit. */
describe("a long body is read in a bounded time", () => {
  test("of spaces", () => {
    expect(prepared(`<p>a${" ".repeat(400_000)}b</p>`).render(new Map()).subject).toBe("Hello");
  });

  test("of line breaks in a code block", () => {
    expect(prepared(`<pre>${"a<br>".repeat(150_000)}</pre>`).render(new Map()).text).toContain(
      "a\na",
    );
  });

  test("of links without a target", () => {
    expect(prepared(`<p>${"<a>x</a>".repeat(100_000)}</p>`).render(new Map()).text).toBe(
      "x".repeat(100_000),
    );
  });

  test("of struck texts beside formats of nothing", () => {
    expect(plainText(`<p>a${"<s>b</s><em></em>".repeat(60_000)}</p>`)).toBe("a");
    expect(plainText(`<p>a${"<br>".repeat(100_000)}</p>`)).toBe("a");
  });

  test("of a plain text's lines", () => {
    expect(plainText("a<br>".repeat(200_000)).split("\n")).toHaveLength(200_000);
  });

  test("of a list with more items than a call takes as arguments, which is refused", () => {
    expect(() => plainText(`<ul>${"<li>a".repeat(500_000)}</ul>`)).toThrow(
      "With these values, the email is too large to send.",
    );
  });

  test("of a table with empty lines beside long ones", () => {
    const cell = `<td>a${"<br>".repeat(2_000)}${"x".repeat(10_000)}</td>`;
    expect(
      plainText(`<table><tr>${cell.repeat(50)}</tr></table>`)
        .split("\n")
        .at(-1),
    ).toHaveLength(50 * 10_003 - 3);
  });

  test("of a table with short lines beside long ones, which is refused before it is written", () => {
    const cell = `<td>${"a<br>".repeat(2_000)}${"x".repeat(10_000)}</td>`;
    const tooLarge = "With these values, the email is too large to send.";
    expect(() => plainText(`<table><tr>${cell.repeat(50)}</tr></table>`)).toThrow(tooLarge);
    const half = `<table><tr>${`<td>${"a<br>".repeat(90)}${"x".repeat(1_000)}</td>`.repeat(10)}</tr></table>`;
    expect(() => plainText(half.repeat(10))).toThrow(tooLarge);
  });
});
