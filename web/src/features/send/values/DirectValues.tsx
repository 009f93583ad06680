import type { Variable } from "@sendwright/core/contract";
import { isFilled, type List } from "@sendwright/core/list/list";
import { unskippedRows } from "@sendwright/core/list/ownValues";
import { pluralize } from "@sendwright/core/pluralize";
import { useToast } from "../../../components/Toasts.tsx";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { toOwn, toSame } from "./switchValues.ts";
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
        const give = () => toOwn(variable, { form, mail, list }).forEach(change);
        const share = () => {
          const actions = toSame(variable, { form, mail, list });
          actions.forEach(change);
          const left = list.rows.filter(isFilled).length - unskippedRows(list).length;
          if (left > 0 && actions.some(({ type }) => type === "sameValues"))
            toast(leftBehind(left), { variant: "info" });
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
      {feeds && <Readings list={list} feeds={feeds} check={check} />}
    </>
  );
}

const leftBehind = (rows: number) =>
  `${pluralize(rows, "row was", "rows were")} skipped or not included and ${rows === 1 ? "isn't" : "aren't"} among the recipients.`;
