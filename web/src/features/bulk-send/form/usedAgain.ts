import { ADDRESS } from "../../../sending/tableRows.ts";
import type { Again, PeopleAgain } from "../../../sending/way.ts";
import { type BulkForm, EMPTY_BULK_FORM, type When } from "./bulkForm.ts";
import { TYPED_TABLE } from "./typedTable.ts";

/** The mail and its settings; the list is a new one. What is composed goes to a list only. */
export function usedAgain(
  { sources }: BulkForm,
  { mode, templateId, values, people, startAt, ...mail }: Again,
): BulkForm {
  const when: When = startAt === null ? EMPTY_BULK_FORM.when : { kind: "later", at: startAt };
  // The values of a file are one row's: nobody is greeted by somebody else's name.
  const again = { ...EMPTY_BULK_FORM, sources, when, values: mode === "manual" ? values : {} };
  if (templateId !== null) {
    const chosen = { ...again, choice: { kind: "template", id: templateId } } as const;
    return people ? withPeople({ ...chosen, values: {} }, people) : { ...chosen, mode };
  }
  const composed = { ...again, ...mail, mode: "manual", choice: { kind: "compose" } } as const;
  return people ? { ...composed, manualText: listOf(people), corrects: correctedBy(people) } : composed;
}

/** The form with a table of people of an earlier send. */
function withPeople(form: BulkForm, people: PeopleAgain): BulkForm {
  const content = people.rows.map(({ row, cells }, index) => ({ id: index + 1, cells, corrects: row }));
  const sources = form.sources + 1;
  return {
    ...form,
    ...{ sources, source: { id: sources, name: TYPED_TABLE, content, revision: 0 } },
    sameForAll: Object.fromEntries(people.variables.map((name) => [name, false])),
    dateOrders: people.dateOrders,
    corrects: correctedBy(people),
  };
}

function correctedBy({ send, rows }: PeopleAgain): BulkForm["corrects"] {
  return { send, people: rows.map(({ row, who, reason }) => ({ row, who, reason })) };
}

function listOf({ rows }: PeopleAgain): string {
  return rows.map(({ cells }) => cells.get(ADDRESS) ?? "").join("\n");
}
