import type { Variable } from "@sendwright/core/contract";
import { changed } from "@sendwright/core/list/change";
import { ADDRESS, isFilled, type List } from "@sendwright/core/list/list";
import {
  agreedValues,
  ownColumns,
  tableOf,
  unskippedRows,
  withOwn,
} from "@sendwright/core/list/ownValues";
import { listOfAddresses, recipientsIn } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { useToast } from "../../../components/Toasts.tsx";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { ValueLine } from "./ValueLine.tsx";
import { EveryonesValue, NamesInAddresses, Readings } from "./Values.tsx";

interface Props {
  form: SendForm;
  change: (action: SendFormAction) => void;
  mail: Email;
  people: Pick<ListOfForm, "feeds" | "check"> & { list: List };
  errors: ReadonlyMap<string, string>;
}

/**
 * The placeholders of an email to several people: each has the same value for all, or each person
 * their own.
 */
export function DirectValues({
  form,
  change,
  mail,
  people: { list, feeds, check },
  errors,
}: Props) {
  const toast = useToast();
  const isOwn = ({ name }: Variable) => (feeds?.get(name) ?? null) !== null;
  return (
    <>
      {mail.variables.map((variable) => {
        const { name } = variable;
        const give = () => giveOwn(variable, { form, mail, list, change });
        const share = () => {
          const agreed = agreedValues(list, [variable], form.values);
          const others = mail.variables.filter(
            (one) => one.name !== name && one.name !== ADDRESS && isOwn(one),
          );
          if (others.length === 0) {
            change({ type: "sameValues", agreed, shared: { ...form.values, ...agreed } });
            const left = list.rows.filter(isFilled).length - unskippedRows(list).length;
            if (left > 0) toast(leftBehind(left), { variant: "info" });
            return;
          }
          for (const [of, value] of Object.entries(agreed))
            change({ type: "value", variable: of, value, isUnfinished: false });
          change({ type: "list", change: { type: "feed", feeds: new Map([[name, "same"]]) } });
        };
        return (
          <ValueLine
            key={`${mail.name} ${name}`}
            tab="direct"
            variable={variable}
            source={isOwn(variable) ? "own" : "same"}
            onSource={(source) => (source === "own" ? give() : share())}
          >
            {isOwn(variable) ? (
              <p className="hint">
                {feeds?.get(name) === list.mapping.address ? "The address." : "In the table above."}
              </p>
            ) : (
              <>
                <EveryonesValue
                  form={form}
                  change={change}
                  mail={mail}
                  variable={variable}
                  missing="Enter a value for all, or choose “Each their own”."
                  error={errors.get(name)}
                />
                <NamesInAddresses list={list} name={name} onUse={give} />
              </>
            )}
          </ValueLine>
        );
      })}
      {feeds && <Readings change={change} list={list} feeds={feeds} check={check} />}
    </>
  );
}

const leftBehind = (rows: number) =>
  `${pluralize(rows, "row was", "rows were")} skipped or not included and ${rows === 1 ? "isn't" : "aren't"} among the recipients.`;

interface OwnValueInput extends Pick<Props, "form" | "change" | "mail"> {
  list: List;
}

/**
 * Gives each person their own value of a placeholder: in the table that there is, else in a new
 * one.
 */
function giveOwn(variable: Variable, { form, mail, list, change }: OwnValueInput): void {
  const { name } = variable;
  const { values, people, unfinished } = form;
  // A half-typed date belongs to no one.
  if (unfinished.includes(name))
    change({ type: "value", variable: name, value: "", isUnfinished: false });
  const given = unfinished.includes(name) ? { ...values, [name]: "" } : values;
  const byAddress = { type: "feed", feeds: new Map([[ADDRESS, null]]) } as const;
  if (people.now.mode === "csv") {
    const own = name === ADDRESS ? byAddress : ownColumns([variable], given, mail.dateFormat);
    change({ type: "list", change: own });
    return;
  }
  const last = people.past.at(-1);
  const left = last?.list && last.shared && { table: last.list, shared: last.shared };
  // Columns of the table that was left come back, too, in case they are asked for again.
  const others = mail.variables.filter(
    (one) => one.name !== name && left?.table.columns.includes(one.name),
  );
  const own = [variable, ...others].filter((one) => one.name !== ADDRESS);
  const table = tableOf(withTyped(list, people.now.text), own, given, mail.dateFormat);
  const filled = left ? withOwn(table, own, left, given) : table;
  const shared = changed(filled, {
    type: "feed",
    feeds: new Map(others.map((one) => [one.name, "same"])),
  });
  change({ type: "ownValues", list: name === ADDRESS ? changed(shared, byAddress) : shared });
}

/** The list with the address that isn't a chip yet. */
function withTyped(list: List, text: string): List {
  if (text.trim() === "") return list;
  return listOfAddresses([...recipientsIn(list), recipientText(text)], list);
}
