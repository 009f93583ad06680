import type { Variable } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import { ADDRESS, type List } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { agreedValues, ownColumns, tableWithOwn, withOwn } from "@sendwright/core/list/ownValues";
import { listOfAddresses, recipientsIn } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";

interface Switched {
  form: SendForm;
  mail: Pick<Email, "variables" | "dateFormat">;
  list: List;
}

/**
 * What gives each person of Direct Send their own value of a placeholder: in the table that there
 * is, else in a new one.
 */
export function toOwn(variable: Variable, { form, mail, list }: Switched): SendFormAction[] {
  const { name } = variable;
  const { values, people, unfinished } = form;
  // A half-typed date belongs to no one.
  const isHalf = unfinished.includes(name);
  const given = isHalf ? { ...values, [name]: "" } : values;
  const cleared: SendFormAction[] = isHalf
    ? [{ type: "value", variable: name, value: "", isUnfinished: false }]
    : [];
  const byAddress = { type: "feed", feeds: new Map([[ADDRESS, null]]) } as const;
  if (people.now.mode === "csv") {
    const own = name === ADDRESS ? byAddress : ownColumns([variable], given, mail.dateFormat);
    return [...cleared, { type: "list", change: own }];
  }
  const last = people.past.at(-1);
  const left = last?.list && last.shared && { table: last.list, shared: last.shared };
  // Columns of the table that was left come back, too, in case they are asked for again.
  const others = mail.variables.filter(
    (one) => one.name !== name && left?.table.columns.includes(one.name),
  );
  const own = [variable, ...others].filter((one) => one.name !== ADDRESS);
  const table = tableWithOwn(withTyped(list, people.now.text), own, given, mail.dateFormat);
  const filled = left ? withOwn(table, own, left, given) : table;
  const shared = applyChange(filled, {
    type: "feed",
    feeds: new Map(others.map((one) => [one.name, "same"])),
  });
  const next = name === ADDRESS ? applyChange(shared, byAddress) : shared;
  return [...cleared, { type: "ownValues", list: next }];
}

/**
 * What gives everyone of Direct Send the same value of a placeholder again. Without another
 * placeholder whose values are each person's own, the table becomes addresses.
 */
export function toSame(variable: Variable, { form, mail, list }: Switched): SendFormAction[] {
  const { name } = variable;
  const agreed = agreedValues(list, [variable], form.values);
  const feeds = feedsOf(list, mail.variables);
  const isOwn = (one: Variable) => one.name !== ADDRESS && (feeds.get(one.name) ?? null) !== null;
  if (!mail.variables.some((one) => one.name !== name && isOwn(one)))
    return [{ type: "sameValues", agreed, shared: { ...form.values, ...agreed } }];
  return [
    ...Object.entries(agreed).map(
      ([of, value]): SendFormAction => ({
        type: "value",
        variable: of,
        value,
        isUnfinished: false,
      }),
    ),
    { type: "list", change: { type: "feed", feeds: new Map([[name, "same"]]) } },
  ];
}

/** The list with the address that isn't a chip yet. */
function withTyped(list: List, text: string): List {
  if (text.trim() === "") return list;
  return listOfAddresses([...recipientsIn(list), recipientText(text)], list);
}
