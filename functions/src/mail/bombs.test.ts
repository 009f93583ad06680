import { AppError } from "@sendwright/core/contract/appError";
import { describe, expect, test } from "vitest";
import { prepareMail } from "./prepareMail.ts";

/**
 * Bodies and values that pass every other limit and once blocked a server for seconds. Each is
 * refused with its own reason. `linearTime.extra.test.ts` has the long bodies that are allowed.
 */
const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

function prepared(body: string, subject = "Hello") {
  return prepareMail({ subject, body, ...formats });
}

function reasonOf(work: () => unknown): string {
  try {
    work();
    return "none";
  } catch (error) {
    if (error instanceof AppError) return error.reason;
    throw error;
  }
}

const cell = '<td colspan="20" rowspan="20">x</td>';

describe("a body's content has limits", () => {
  test.each([
    ["2,800 cells that span 20 × 20", `<table><tr>${cell.repeat(2_800)}</tr></table>`],
    [
      "many tables whose cells exceed the limit together",
      `<table><tr>${cell}</tr></table>`.repeat(13),
    ],
    ["a row of 51 columns", `<table><tr>${"<th>x</th>".repeat(51)}</tr></table>`],
    [
      "three cells of one row that span 60 columns",
      `<table><tr>${'<td colspan="20">x</td>'.repeat(3)}</tr></table>`,
    ],
  ])("%s", (_, body) => {
    expect(reasonOf(() => prepared(body))).toBe("table_too_large");
  });

  test("accepts a table as people make them", () => {
    const body = `<table>${`<tr>${"<td>x</td>".repeat(10)}</tr>`.repeat(400)}</table>`;
    expect(prepared(body).render(new Map()).text).toContain("x");
  });

  test("and refuses 201 variables, in empty links too", () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, i) => `<a href="{{v${i}}}"></a>`).join("");
    expect(prepared(links(200)).variables).toHaveLength(200);
    expect(reasonOf(() => prepared(links(201)))).toBe("too_many_variables");
    expect(
      reasonOf(() =>
        prepared(links(100), Array.from({ length: 101 }, (_, i) => `{{s${i}}}`).join("")),
      ),
    ).toBe("too_many_variables");
  });
});

describe("an email's size has limits", () => {
  test("and refuses a value of 5,000 lines 190 times", () => {
    const mail = prepared("<p>{{x}}</p>".repeat(190));
    expect(reasonOf(() => mail.render(new Map([["x", "a\n".repeat(5_000)]])))).toBe(
      "invalid_values",
    );
  });

  test("line breaks of a value, each a tag of the HTML and a line of the text", () => {
    const mail = prepared("<p>{{x}}</p>".repeat(40));
    expect(mail.render(new Map([["x", "a\n".repeat(2_000)]])).text).toContain("a\na");
    expect(reasonOf(() => mail.render(new Map([["x", "a\n".repeat(2_200)]])))).toBe(
      "invalid_values",
    );
  });

  test("counts a subject in octets, not in letters", () => {
    const mail = prepared("<p>x</p>", "{{x}}");
    expect(mail.render(new Map([["x", "ä".repeat(499)]])).subject).toHaveLength(499);
    expect(reasonOf(() => mail.render(new Map([["x", "ä".repeat(500)]])))).toBe("subject_too_long");
  });

  test("a subject of more than 998 octets with its values", () => {
    const mail = prepared("<p>x</p>", "{{x}}".repeat(190));
    expect(reasonOf(() => mail.render(new Map([["x", "a".repeat(10_000)]])))).toBe(
      "subject_too_long",
    );
    expect(mail.render(new Map([["x", "abcde"]])).subject).toHaveLength(950);
    expect(reasonOf(() => mail.render(new Map([["x", "ääääää"]]), { mark: true }))).toBe(
      "subject_too_long",
    );
  });

  test("a plain text that columns enlarge", () => {
    const body = `<table><tr>${`<td>${"x".repeat(59)}</td>`.repeat(49)}<td>{{x}}</td></tr></table>`;
    expect(reasonOf(() => prepared(body).render(new Map([["x", "a\n".repeat(5_000)]])))).toBe(
      "invalid_values",
    );
  });
});
