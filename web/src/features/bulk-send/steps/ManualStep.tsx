import Button from "@mui/material/Button";
import { checkRecipients } from "@sendwright/core/check/checkRows";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { useMemo, useRef } from "react";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { TextArea } from "../../../components/TextArea.tsx";
import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/stickyValues.ts";
import { LIST } from "../check/goToCheck.ts";
import { givenValue } from "../form/sameForAll.ts";
import { listCounter, listProblem } from "../manual/listMessages.ts";
import type { Bulk } from "../useBulkSend.ts";
import { BringBack } from "./BringBack.tsx";
import { Corrections } from "./Corrections.tsx";
import styles from "./steps.module.css";

const NOBODY: readonly never[] = [];

/** The list alone, whatever is to be sent to it. */
function useList(text: string, keepDuplicates: boolean) {
  return useMemo(() => {
    const values = new Map<string, string>();
    const formats = { dateFormat: "iso", timeFormat: "24hr" } as const;
    return checkRecipients({
      recipients: splitRecipients(text),
      variables: NOBODY,
      body: "",
      values,
      ...formats,
      keepDuplicates,
    });
  }, [text, keepDuplicates]);
}

/** Step 2 with a list: the recipients, one value each for what the mail needs, and files that go with it. */
export function ManualStep({ bulk }: { bulk: Bulk }) {
  const { form, change, mail, limits } = bulk;
  const field = useRef<HTMLDivElement>(null);
  const list = useList(form.manualText, form.keepDuplicates);
  const problem = listProblem(list, limits);
  const wrong = list.rows.filter(({ address }) => address === null);
  return (
    <StepCard
      step="2"
      title="Recipients"
      done={list.summary.ready > 0 && problem === null}
      isPartial={wrong.length > 0}
    >
      <div className={styles.fields}>
        <Corrections people={form.corrects?.people ?? []} />
        <TextArea
          ref={field}
          id={LIST}
          label="Recipients"
          rows={4}
          maxRows={12}
          value={form.manualText}
          placeholder={"ann@example.org, Bo Li <bo@example.org>"}
          onChange={(event) => change({ type: "manualText", text: event.target.value })}
          error={problem !== null}
          helperText={
            <>
              <span aria-live="polite">{listCounter(list, limits)}</span>
              {problem && <span className={styles.wrong}>{problem}</span>}
            </>
          }
        />
        <BringBack bulk={bulk} place={field} />
        {wrong.length > 0 && wrong.length < list.rows.length && (
          <p className={styles.soft}>
            These get no mail:{" "}
            {wrong
              .slice(0, 10)
              .map(({ recipient }) => recipient)
              .join(", ")}
            {wrong.length > 10 && ` and ${wrong.length - 10} more`}
            <Button
              size="small"
              variant="text"
              onClick={() =>
                change({ type: "leaveOut", rows: wrong.map(({ n }) => n), check: list, sentBefore: false })
              }
            >
              Take them out
            </Button>
          </p>
        )}
        {list.problems.some(({ kind }) => kind === "duplicate") && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={form.keepDuplicates}
              onChange={(event) => change({ type: "keepDuplicates", keep: event.target.checked })}
            />
            Send to the same address more than once
          </label>
        )}
        {mail && mail.variables.length > 0 && (
          <fieldset className={styles.values}>
            <legend>One value each, the same for all recipients</legend>
            {mail.variables.map((variable) => (
              <VariableField
                key={variable.name}
                variable={variable}
                value={givenValue(form.values, variable.name)}
                formats={mail}
                onChange={(value, isUnfinished) => {
                  if (variable.type === "sticky") rememberSticky(bulk.uid, variable.name, value);
                  change({ type: "value", variable: variable.name, value, isUnfinished });
                }}
              />
            ))}
          </fieldset>
        )}
        <ExtraAttachments
          files={form.attachments}
          limits={limits}
          onChange={(files) => change({ type: "attachments", files })}
        />
      </div>
    </StepCard>
  );
}
