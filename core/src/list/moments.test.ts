import { describe, expect, it } from "vitest";
import type { DateFormat, DateOrder } from "../contract/templates.ts";
import {
  addresses,
  check,
  checked,
  formats,
  listOfText,
  variablesOf,
} from "../testing/csvCheck.ts";
import { checkOnPage } from "./belonging.ts";
import { applyChange } from "./change.ts";
import { matchCount } from "./filters.ts";
import type { List } from "./list.ts";
import { dateQuestion, withRowsLeft } from "./moments.ts";

/** A file with one column of cells. */
const file = (...cells: string[]) =>
  ["Email,D", ...cells.map((cell, i) => `p${i}@example.org,${cell}`)].join("\n");
const answered = (list: List, header: string, order: DateOrder) =>
  applyChange(list, { type: "dates", header, order });
const asked = (text: string, answer?: DateOrder, dateFormat: DateFormat = "mmddyyyy") => {
  const list = listOfText(text);
  const answers = answer ? answered(list, "D", answer) : list;
  const { moments, dateOrders, rows } = checked(answers, "{{D|date}}", { dateFormat });
  return { moments, order: dateOrders.get("D"), notes: rows.map(({ notes }) => notes) };
};

describe("the question about a column of dates", () => {
  it("quotes the first value that could be two days", () => {
    expect(asked(file("2026-01-01", "05/05/2026", "03/04/2026", "06/07/2026")).moments).toEqual([
      {
        column: "D",
        type: "date",
        example: { value: "03/04/2026", readAs: "March 4, 2026" },
        question: { value: "03/04/2026", dmy: "3 April", mdy: "March 4", answer: null },
      },
    ]);
  });

  it.each([
    ["ISO", "2026-04-03", "2026-04-03", "April 3, 2026"],
    ["dots", "03.04.2026", "03.04.2026", "April 3, 2026"],
    ["a part above 12", "03/04/2026,\n,x", "03/04/2026", "3 April 2026"],
    ["words", '"April 3, 2026"', "April 3, 2026", "April 3, 2026"],
    ["one day either way", "05/05/2026", "05/05/2026", "May 5, 2026"],
  ])("is nothing with %s", (_why, cell, value, readAs) => {
    const cells = cell.includes("x") ? ["03/04/2026", "25/12/2026"] : [cell];
    const { moments } = asked(file(...cells), undefined, "long");
    expect(moments).toEqual([
      { column: "D", type: "date", example: { value, readAs }, question: null },
    ]);
  });

  it.each<[why: string, cells: string[], format: DateFormat, inMail: string | undefined]>([
    ["slashes, day first", ["03/04/2026", "31/05/2026"], "mmddyyyy", "04/03/2026"],
    ["slashes, month first", ["03/04/2026", "05/31/2026"], "dmy_dots", "04.03.2026"],
    ["dots", ["03.04.2026"], "mmddyyyy", "04/03/2026"],
    ["the format's own order", ["03/04/2026", "31/05/2026"], "ddmmyyyy", undefined],
    ["dots in a format of day and month", ["03.04.2026"], "ddmmyyyy", undefined],
    ["an unambiguous format", ["03/04/2026", "31/05/2026"], "iso", undefined],
    ["ISO dates, which have no such order", ["2026-04-03"], "mmddyyyy", undefined],
    ["one day either way", ["05/05/2026"], "ddmmyyyy", undefined],
  ])(
    "says how the mail has it, where the template turns day and month round: %s",
    (_why, cells, format, inMail) => {
      expect(asked(file(...cells), undefined, format).moments[0]?.example?.inMail).toBe(inMail);
    },
  );

  it("warns about an answer, too", () => {
    expect(asked(file("03/04/2026"), "dmy").moments[0]?.example?.inMail).toBe("04/03/2026");
    expect(asked(file("03/04/2026"), "mdy").moments[0]?.example).not.toHaveProperty("inMail");
  });

  it("is asked if parts above 12 disagree", () => {
    const { moments, order } = asked(file("25/12/2026", "26/12/2026", "12/27/2026", "03/04/2026"));
    expect(moments[0]?.question).toMatchObject({ value: "03/04/2026", answer: null });
    expect(order).toBe("dmy");
  });

  it("is not asked if they disagree but every date is certain", () => {
    expect(asked(file("25/12/2026", "12/27/2026")).moments[0]?.question).toBeNull();
  });

  it("can be changed after it is answered", () => {
    const { moments, order, notes } = asked(file("03/04/2026"), "dmy");
    expect(moments[0]).toMatchObject({
      example: { value: "03/04/2026", readAs: "3 April 2026" },
      question: { dmy: "3 April", mdy: "March 4", answer: "dmy" },
    });
    expect(order).toBe("dmy");
    expect(notes).toEqual([[]]);
  });

  it("is not asked about rows that get no email, but these rows help to read the others", () => {
    const text = "Email,D\nnobody,03/04/2026\na@b.co,2026-01-01";
    expect(asked(text).moments[0]?.question).toBeNull();
    expect(asked("Email,D\nnobody,25/12/2026\na@b.co,03/04/2026").moments[0]).toMatchObject({
      example: { readAs: "3 April 2026" },
      question: null,
    });
  });

  it("is asked once for two variables of one column, even if the column is called __proto__", () => {
    const { moments, dateOrders: orders } = check(
      "Email,__proto__\na@b.co,03/04/2026",
      "{{A|date}} {{B|date}}",
      (list) => {
        const feeds = new Map(["A", "B"].map((name) => [name, { column: "__proto__" }]));
        return answered(applyChange(list, { type: "feed", feeds }), "__proto__", "dmy");
      },
    );
    expect(moments.map(({ column, question }) => [column, question?.answer])).toEqual([
      ["__proto__", "dmy"],
    ]);
    expect([...orders.values()]).toEqual(["dmy", "dmy"]);
  });

  it("is not answered by an answer for another or a missing column", () => {
    for (const header of ["Email", "Due"]) {
      const result = checked(answered(listOfText(file("03/04/2026")), header, "dmy"), "{{D|date}}");
      expect(result.dateOrders.get("D")).toBe("mdy");
      expect(result.moments[0]?.question?.answer).toBeNull();
    }
  });

  it("is answered by its column if no column contains the addresses", () => {
    const list = answered(listOfText(file("03/04/2026")), "D", "dmy");
    const result = checked({ ...list, mapping: { ...list.mapping, address: null } }, "{{D|date}}");
    expect(result.dateOrders.get("D")).toBe("dmy");
  });

  it("is not asked about a date that was picked", () => {
    const cells = [{ id: 1, header: "D", cell: { text: "03/04/2026", iso: "2026-04-03" } }];
    const list = applyChange(listOfText(file("03/04/2026")), { type: "cells", cells });
    const { moments, rows } = checked(list, "{{D|date}}");
    expect(moments[0]?.question).toBeNull();
    expect(rows[0]).toMatchObject({ values: ["2026-04-03"], notes: [] });
  });
});

describe("without an answer", () => {
  it.each<[DateFormat, string]>([
    ["mmddyyyy", "March 4, 2026: the date format has the month before the day."],
    ["long", "March 4, 2026: the date format has the month before the day."],
    ["ddmmyyyy", "3 April 2026: the date format has the day before the month."],
    ["dmy_dots", "3 April 2026: the date format has the day before the month."],
  ])("the format %s decides, and each open date says so", (dateFormat, words) => {
    const { notes } = asked(
      file("03/04/2026", "2026-01-01", "", "05/05/2026"),
      undefined,
      dateFormat,
    );
    expect(notes).toEqual([[`"03/04/2026" in {{D}} is read as ${words}`], [], [], []]);
  });

  it("a row names three of them and counts the others", () => {
    const notesOf = (...names: string[]) => {
      const body = names.map((name) => `{{${name}|date}}`).join("");
      const { rows } = check(
        `Email,${names.join(",")}\na@b.co${",03/04/2026".repeat(names.length)}`,
        body,
      );
      return rows[0]?.notes.map((text) => text.slice(0, 24));
    };
    const three = ["A", "B", "C"].map((name) => `"03/04/2026" in {{${name}}} is`);
    expect(notesOf("A", "B", "C")).toEqual(three);
    expect(notesOf("A", "B", "C", "D")).toEqual([...three, "1 more date is read in t"]);
    expect(notesOf("A", "B", "C", "D", "E")).toEqual([...three, "2 more dates are read in"]);
  });

  it("if dates disagree, most of them decide, and a note says so", () => {
    const { notes } = asked(file("25/12/2026", "26/12/2026", "12/27/2026", "03/04/2026"));
    expect(notes.flat()).toEqual([
      '"12/27/2026" in {{D}} is read as December 27, 2026, although its column has the day first.',
      '"03/04/2026" in {{D}} is read as 3 April 2026: most dates in its column have the day before the month.',
    ]);
  });
});

describe("other facts about a column", () => {
  it("say how its times were read, and that none of its values is a date or a time", () => {
    const { moments } = check(
      "Email,T,D\na@b.co,noon,soon\nb@b.co,14:30,",
      "{{T|time}} {{#D}}{{D|date}}{{/D}}",
    );
    expect(moments).toEqual([
      { column: "T", type: "time", example: { value: "14:30", readAs: "2:30 PM" }, question: null },
      { column: "D", type: "date", example: null, question: null },
    ]);
  });

  it("don't say that none is a date if a row without an email has one", () => {
    const text = "Email,D\na@b.co,soon\nnobody,25/12/2026";
    expect(check(text, "{{D|date}}").moments[0]?.example?.value).toBe("25/12/2026");
  });
});

describe("on the page, where someone is asked", () => {
  const notesOf = (list: List) =>
    checkOnPage(list, { ...formats, ...MAIL }).rows.map((r) => r.notes);
  const MAIL = {
    body: "{{D|date}}",
    variables: variablesOf("{{D|date}}"),
    values: new Map<string, string>(),
    limit: 10,
  };

  it("no note says how a date is read before it is answered", () => {
    const list = listOfText(file("25/12/2026", "12/27/2026", "03/04/26"));
    expect(notesOf(list)).toEqual([
      [],
      [],
      ['"03/04/26" in {{D}} has a year of two digits and is read as 2026.'],
    ]);
    expect(notesOf(answered(list, "D", "dmy"))).toEqual([
      [],
      [
        '"12/27/2026" in {{D}} is read as December 27, 2026, although its column has the day first.',
      ],
      ['"03/04/26" in {{D}} has a year of two digits and is read as 3 April 2026.'],
    ]);
  });

  it("dates that disagree have their note if there is nothing to ask", () => {
    const note =
      '"12/27/2026" in {{D}} is read as December 27, 2026, although its column has the day first.';
    expect(notesOf(listOfText(file("25/12/2026", "26/12/2026", "12/27/2026")))).toEqual([
      [],
      [],
      [note],
    ]);
    const [one] = notesOf(listOfText(file("18/12/2026", "12/18/2026"))).flat();
    expect(one).toMatch(/^"18\/12\/2026" in {{D}} is read as 18 December 2026, although/);
  });

  it("a picked date isn't asked about when rows are sorted by it", () => {
    const cells = [{ id: 1, header: "D", cell: { text: "03/04/2026", iso: "2026-04-03" } }];
    const list = applyChange(listOfText(file("03/04/2026", "2026-01-01")), {
      type: "cells",
      cells,
    });
    expect(dateQuestion(list, "D")).toBeNull();
  });

  it("a settled column stays settled for sorting and filters, too", () => {
    const list = listOfText(file("25/12/2026", "03/04/2026"));
    const left = applyChange(list, { type: "delete", ids: [1] });
    expect(dateQuestion(left, "D")).toBeNull();
    expect(matchCount(left, { header: "D", test: "before", value: "2026-04-01" })).toBe(0);
  });
});

it("a column's example is no text that only keeps the order of rows that were sent", () => {
  const list = listOfText(file("25/12/2026", "soon"));
  const left = withRowsLeft(list, list.rows.slice(1));
  const { moments, dateOrders } = checked(left, "{{D|date}}");
  expect(dateOrders.get("D")).toBe("dmy");
  expect(moments).toEqual([{ column: "D", type: "date", example: null, question: null }]);
});

it("a column's example is no guess about a row that isn't sent", () => {
  const { moments } = check("Email,D\nbad,03/04/2026\nb@x.org,soon", "{{D|date}}");
  expect(moments).toEqual([{ column: "D", type: "date", example: null, question: null }]);
});

describe("a value for everyone", () => {
  const values = new Map([["On", "03/04/2026"]]);
  const withValue = (list: List) => checked(list, "{{On|date}}", { values });

  it("is read by the format, and says so", () => {
    expect(withValue(addresses("a@b.co")).rows[0]?.notes).toEqual([
      '"03/04/2026" in {{On}} is read as March 4, 2026: the date format has the month before the day.',
    ]);
  });

  it("is read as answered, by the placeholder's name", () => {
    const { rows, dateOrders } = withValue(answered(addresses("a@b.co"), "On", "dmy"));
    expect(rows[0]?.notes).toEqual([]);
    expect(dateOrders.get("On")).toBe("dmy");
  });
});
