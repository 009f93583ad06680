import type { Problem } from "@sendwright/core/check/types";
import { asCell, type List } from "@sendwright/core/list/list";
import { addressTexts } from "@sendwright/core/list/read";
import { DomainQuestions, ReadingQuestions } from "@sendwright/web/parts";
import type { Draft } from "../shared/stored.ts";
import { changeTable } from "./peopleOfDraft.ts";
import type { PanelForm } from "./usePanelForm.ts";

interface Props {
  form: PanelForm;
  /** Shows the recipients. */
  onLook: () => void;
}

/**
 * Asks what the page asks: about addresses that look wrong, which it corrects or keeps as typed, and
 * about dates that could be two days.
 */
export function ListQuestions({ form, onLook }: Props) {
  const { draft, change, list, check, isTable } = form;
  if (!draft || !list || !check) return null;
  return (
    <div className="stack gap-8 filled" data-questions>
      <DomainQuestions
        list={list}
        check={check}
        onFix={(problems) => change((isTable ? withFixedCells : withFixedTexts)(list, problems))}
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
            if (action.type === "list") change(changeTable(list, action.change));
          }}
        />
      )}
    </div>
  );
}

/** The change of the form when the suggestions for rows of its table are used. */
function withFixedCells(list: List, problems: readonly Problem[]): Partial<Draft> {
  const cells = problems.flatMap(({ id, column, suggestion }) => {
    const header = column ?? list.mapping.address;
    return header === null || suggestion === undefined
      ? []
      : { id, header, cell: asCell(suggestion) };
  });
  return changeTable(list, { type: "cells", cells });
}

/** The change of the form when the suggestions for its chips are used. */
function withFixedTexts(list: List, problems: readonly Problem[]): Partial<Draft> {
  const recipients = addressTexts(list, problems);
  return recipients ? { recipients } : {};
}
