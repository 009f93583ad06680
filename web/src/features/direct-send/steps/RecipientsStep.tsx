import { useRef } from "react";
import { BringBackButton } from "../../../components/BringBackButton.tsx";
import { RecipientChips } from "../../../components/RecipientChips/RecipientChips.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { counted } from "../../../lib/counted.ts";
import type { Direct } from "../useDirectSend.ts";
import styles from "./steps.module.css";
import type { Folding } from "./useFolding.ts";

/** Step 1: which template, and to whom. */
export function RecipientsStep({ direct, folding }: { direct: Direct; folding: Folding }) {
  const { form, change, templates, template, limits, errors, isBusy } = direct;
  const field = useRef<HTMLDivElement>(null);
  const chosen = templates.data?.find(({ id }) => id === form.templateId);
  const templateError = errors.template ?? templates.error?.message ?? template.error?.message ?? null;
  const isDone = chosen !== undefined && form.recipients.length > 0 && form.recipients.every(({ address }) => address);
  const people = form.recipients.length === 1 ? "1 person" : `${form.recipients.length} people`;
  return (
    <StepCard
      step="1"
      title="Template and recipients"
      done={isDone}
      summary={`${chosen?.name} · ${people}`}
      {...folding}
    >
      <div className={styles.fields}>
        <SelectField
          id="direct-template"
          label="Template"
          empty="Choose a template"
          value={chosen ? chosen.id : ""}
          options={(templates.data ?? []).map(({ id, name }) => ({ value: id, word: name }))}
          onChange={(id) => id !== null && change({ type: "template", id })}
          error={templateError}
          disabled={templates.isPending || isBusy}
        />
        <div ref={field}>
          <RecipientChips
            label="Recipients"
            recipients={form.recipients}
            typed={form.typed}
            limit={limits.MAX_DIRECT_RECIPIENTS}
            onChange={(recipients) => change({ type: "recipients", recipients })}
            onTyped={(text) => change({ type: "typed", text })}
            errors={errors.recipients}
            disabled={isBusy}
          />
        </div>
        {form.takenOut.length > 0 && (
          <BringBackButton
            name={counted(form.takenOut.length, "recipient")}
            place={field}
            onBring={() => change({ type: "bringBack" })}
            disabled={isBusy}
            className={styles.beside}
          />
        )}
      </div>
    </StepCard>
  );
}
