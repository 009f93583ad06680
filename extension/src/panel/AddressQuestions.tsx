import { checkList } from "@sendwright/core/list/check";
import { cellText, withoutColumns } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { DomainQuestions } from "@sendwright/web/parts";
import type { PanelForm } from "./usePanelForm.ts";

/** The form's people as a list, and its check; null without an email. */
export function checkedPeople({ draft, form: mail, recipients, values, limits }: PanelForm) {
  if (!draft || !mail) return null;
  const bare = withoutColumns(listOfAddresses(recipients, emptyList()), mail.variables);
  const list = { ...bare, asTyped: draft.asTyped ?? [] };
  return { list, check: checkList(list, { ...mail, values, limit: limits.MAX_DIRECT_RECIPIENTS }) };
}

interface Props {
  form: PanelForm;
  /** Leads to the recipients. */
  onLook: () => void;
}

/**
 * Asks about addresses that look wrong, as the page does: corrects them, or keeps them as typed.
 */
export function AddressQuestions({ form, onLook }: Props) {
  const { draft, change } = form;
  const checked = checkedPeople(form);
  if (!draft || !checked) return null;
  const { list, check } = checked;
  return (
    <div className="stack gap-8 filled" data-questions>
      <DomainQuestions
        list={list}
        check={check}
        onFix={(problems) => {
          const meant = new Map(problems.map(({ id, suggestion }) => [id, suggestion]));
          const texts = list.rows.map(({ id, cells: [cell] }) => meant.get(id) ?? cellText(cell));
          change({ recipients: texts });
        }}
        onFixShared={(place, text) => {
          if (!("variable" in place)) return;
          const { variable } = place;
          const others = draft.values.filter(([name]) => name !== variable);
          change({ values: [...others, [variable, text]] });
        }}
        onKeep={(domain) => change({ asTyped: [...(draft.asTyped ?? []), domain] })}
        onLook={onLook}
      />
    </div>
  );
}
