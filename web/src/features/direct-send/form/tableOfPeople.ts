import type { Variable } from "@sendwright/core/contract";
import { formatRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { asksForName, knownName } from "../../../sending/knownName.ts";
import { ADDRESS } from "../../../sending/tableRows.ts";

interface People {
  recipients: readonly RecipientText[];
  variables: readonly Variable[];
  /** What stands in the fields. */
  values: ReadonlyMap<string, string>;
}

/**
 * A row for each person in Direct Send. Where a variable asks for a name, it is the person's own; where that is not
 * known the cell stays empty, except for the first person: nobody is greeted by somebody else's name.
 */
export function tableOfPeople({ recipients, variables, values }: People): Map<string, string>[] {
  const own = variables.filter(({ name }) => name !== ADDRESS);
  return recipients.map((person, index) => {
    const { address, text, name: known } = person;
    const cells = new Map([[ADDRESS, address === null ? text : formatRecipient({ address, name: known })]]);
    for (const { name } of own) {
      const typed = values.get(name) ?? "";
      const isName = asksForName(name);
      const value = isName ? (knownName(name, known) ?? (index === 0 ? typed : "")) : typed;
      if (value !== "") cells.set(name, value);
    }
    return cells;
  });
}
