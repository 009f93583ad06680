import { cellText, isFilled, type List, textIn } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { recipientText } from "@sendwright/core/recipients/recipients";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { type SendFormAction, sendForm } from "../form/formActions.ts";
import { readDraft, writeDraft } from "../form/sendDraft.ts";
import { emptyForm, type SendForm } from "../form/sendForm.ts";
import { toOwn, toSame } from "./switchValues.ts";

const variables = [aVariable("Child"), aVariable("First Name"), aVariable("Place")];
const mail = { variables, dateFormat: "iso" as const };
/** Ann and Eve share a mailbox. */
const PEOPLE = ["Ann <ann@x.org>", "bo@x.org", "Cy Roth <cy@x.org>", "di@x.org", "Eve <ann@x.org>"];

/** Something a person does to Direct Send's form; people and rows by their places. */
type Event =
  | { type: "add" | "remove" | "skip" | "restore"; who: number }
  | { type: "own" | "same"; variable: number }
  | { type: "everyone"; variable: number }
  | { type: "one"; variable: number; who: number }
  | { type: "rename" | "turn" | "undo" | "reload" };

const variable = fc.nat(variables.length - 1);
const who = fc.nat(PEOPLE.length - 1);
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constantFrom("add" as const, "remove", "skip", "restore"), who }),
  fc.record({ type: fc.constantFrom("own" as const, "same"), variable }),
  fc.record({ type: fc.constant("everyone" as const), variable }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant("one" as const), variable, who }) },
  fc.record({ type: fc.constantFrom("rename" as const, "turn", "undo", "reload") }),
);

const ownerOf = (text: string) => /^\w+/.exec(text)?.[0].toLowerCase() ?? "";
const rowsOf = (list: List) => list.rows.filter(isFilled);
const addressIn = (list: List, row: List["rows"][number]) =>
  textIn(list, row, list.mapping.address ?? "");

/** The form after an event. `n` makes each typed value another one. */
function after(form: SendForm, event: Event, n: number): SendForm {
  const { mode, list } = form.people.now;
  const act = (...actions: SendFormAction[]) => actions.reduce(sendForm, form);
  const chips = (list?.rows ?? []).map(({ cells }) => cellText(cells[0]));
  const recipients = (texts: readonly string[]) =>
    act({ type: "recipients", recipients: texts.map(recipientText) });
  const named = variables["variable" in event ? event.variable : 0] ?? aVariable("Child");
  const person = PEOPLE["who" in event ? event.who : 0] ?? "";
  const row = list?.rows.find((one) => ownerOf(addressIn(list, one)) === ownerOf(person));
  switch (event.type) {
    case "add": {
      if (row) return form;
      if (mode === "manual") return recipients([...chips, person]);
      const id = (list?.lastId ?? 0) + 1;
      const cell = { id, header: list?.mapping.address ?? "", cell: person };
      return act({ type: "list", change: { type: "cells", cells: [cell], add: 1 } });
    }
    case "remove":
      if (!row) return form;
      return mode === "manual"
        ? recipients(chips.filter((text) => ownerOf(text) !== ownerOf(person)))
        : act({ type: "list", change: { type: "delete", ids: [row.id] } });
    case "skip":
      return row && mode === "csv"
        ? act({ type: "list", change: { type: "skip", ids: [row.id], as: "by_hand" } })
        : form;
    case "restore":
      return row ? act({ type: "list", change: { type: "restore", ids: [row.id] } }) : form;
    case "rename": {
      const others = new Map([
        [PEOPLE[0], PEOPLE[4]],
        [PEOPLE[4], PEOPLE[0]],
      ]);
      return mode === "manual" ? recipients(chips.map((text) => others.get(text) ?? text)) : form;
    }
    case "turn":
      if (!list) return form;
      if (mode === "manual") return recipients(chips.toReversed());
      return act({
        type: "list",
        change: {
          type: "order",
          ids: rowsOf(list)
            .map(({ id }) => id)
            .toReversed(),
        },
      });
    case "own":
      return list && feedsOf(list, variables).get(named.name) == null
        ? act(...toOwn(named, { form, mail, list }))
        : form;
    case "same":
      return list && mode === "csv" && feedsOf(list, variables).get(named.name) != null
        ? act(...toSame(named, { form, mail, list }))
        : form;
    case "everyone":
      return act({ type: "value", variable: named.name, value: `all ${n}`, isUnfinished: false });
    case "one": {
      const header = list && mode === "csv" ? feedsOf(list, variables).get(named.name) : null;
      if (!row || header == null) return form;
      const cell = { id: row.id, header, cell: `${ownerOf(person)} ${n}` };
      return act({ type: "list", change: { type: "cells", cells: [cell] } });
    }
    case "undo":
      return act({ type: "undo" });
    case "reload": {
      const kept = writeDraft({ form, files: [] });
      return readDraft("direct", JSON.parse(JSON.stringify(kept)))?.form ?? form;
    }
  }
}

/** What each person's email says, in the words of the form: whose value it is. */
function owners(form: SendForm): [person: string, owner: string][] {
  const { list, mode } = form.people.now;
  if (!list) return [];
  const feeds = mode === "csv" ? feedsOf(list, variables) : new Map<string, string | null>();
  return rowsOf(list).flatMap((row) =>
    variables.map(({ name }): [string, string] => {
      const header = feeds.get(name) ?? null;
      const value = header === null ? (form.values[name] ?? "") : textIn(list, row, header);
      return [ownerOf(addressIn(list, row)), value];
    }),
  );
}

const RENAMED: Event[] = [
  { type: "own", variable: 2 },
  { type: "one", variable: 2, who: 0 },
  { type: "same", variable: 2 },
  { type: "rename" },
  { type: "own", variable: 2 },
];
const BEGUN = sendForm(
  { ...emptyForm("direct"), choice: { kind: "template", id: "t" } },
  { type: "recipients", recipients: PEOPLE.slice(0, 2).map(recipientText) },
);
const NAMES: Readonly<Record<string, string>> = { ann: "Ann", cy: "Cy", eve: "Eve" };

describe("whatever is done to Direct Send's form", () => {
  it("no value of one person becomes another's", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let form = BEGUN;
        for (const [n, one] of events.entries()) {
          form = after(form, one, n);
          for (const [person, value] of owners(form)) {
            const allowed = value === "" || value.startsWith("all ") || value === NAMES[person];
            if (!allowed) expect(value.split(" ")[0]).toBe(person);
          }
        }
      }),
      { numRuns: 500, examples: [[RENAMED]] },
    );
  });

  it("a switch to each their own gives the value of all to one person at most", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let form = BEGUN;
        for (const [n, one] of events.entries()) {
          form = after(form, one, n);
          const { list, mode } = form.people.now;
          if (!list || mode !== "csv") continue;
          for (const header of feedsOf(list, variables).values()) {
            if (header === null || header === list.mapping.address) continue;
            const shared = rowsOf(list)
              .map((row) => textIn(list, row, header))
              .filter((text) => text.startsWith("all "));
            expect(new Set(shared).size).toBe(shared.length);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
