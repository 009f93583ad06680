import { asCell, cellText } from "@sendwright/core/list/list";
import { DomainQuestions, ReadingQuestions } from "@sendwright/web/parts";
import { afterStep } from "./peopleOfDraft.ts";
import type { PanelForm } from "./usePanelForm.ts";

interface Props {
  form: PanelForm;
  /** Leads to the recipients. */
  onLook: () => void;
}

/**
 * Asks what the page asks: about addresses that look wrong, which it corrects or keeps as typed, and
 * about dates that could be two days.
 */
export function AddressQuestions({ form, onLook }: Props) {
  const { draft, change, list, check, isTable } = form;
  if (!draft || !list || !check) return null;
  return (
    <div className="stack gap-8 filled" data-questions>
      <DomainQuestions
        list={list}
        check={check}
        onFix={(problems) => {
          if (isTable) {
            const cells = problems.flatMap(({ id, column, suggestion }) => {
              const header = column ?? list.mapping.address;
              return header === null || suggestion === undefined
                ? []
                : { id, header, cell: asCell(suggestion) };
            });
            change(afterStep(list, { type: "cells", cells }));
            return;
          }
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
      {isTable && (
        <ReadingQuestions
          check={check}
          change={(action) => {
            if (action.type === "list") change(afterStep(list, action.change));
          }}
        />
      )}
    </div>
  );
}
