import { CSV_COMPOSED } from "@sendwright/core/contract";
import { useState } from "react";
import { Segmented } from "../../../components/Segmented.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useTemplates } from "../../../data/templateQueries.ts";
import { useListNews } from "../../../sending/useTemplateNews.ts";
import type { EmailChoice, Mode } from "../form/sendForm.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./steps.module.css";

const MODES = [
  { value: "csv", word: "CSV" },
  { value: "manual", word: "Manual" },
] as const satisfies readonly { value: Mode; word: string }[];

const COMPOSE = "(Compose Manually)";
const NO_TEMPLATE = "";

function toValue(choice: EmailChoice): string {
  if (choice.kind === "template") return choice.id;
  return choice.kind === "compose" ? COMPOSE : NO_TEMPLATE;
}

function toChoice(value: string): EmailChoice {
  if (value === COMPOSE) return { kind: "compose" };
  return value === NO_TEMPLATE ? { kind: "none" } : { kind: "template", id: value };
}

/** Step 1: choose a file or a list, and a template or an email written here. */
export function ChoiceStep({ state }: { state: SendFormState }) {
  const { form, mode, change, mail, list } = state;
  const templates = useTemplates();
  useListNews(templates.error);
  const isRefused = mode === "csv" && form.choice.kind === "compose";
  // Once you reach the recipients, this step is done, unless you open it again.
  const [isKeptOpen, setKeptOpen] = useState(false);
  const hasGoneOn = list !== null;
  const modeWord = mode === "csv" ? "CSV" : "Manual";
  return (
    <StepCard
      step="1"
      title="Mode and template"
      done={mail !== null && !isRefused}
      summary={`${modeWord} · ${mail?.name || COMPOSE}`}
      folded={hasGoneOn && !isKeptOpen}
      onFold={(folded) => setKeptOpen(!folded)}
    >
      <div className={styles.fields}>
        <div>
          <Segmented
            label="Mode"
            value={mode}
            options={MODES}
            onChange={(next) => change({ type: "mode", mode: next })}
          />
        </div>
        <SelectField
          id="bulk-template"
          label="Template"
          empty="Choose a template"
          value={templates.data ? toValue(form.choice) : NO_TEMPLATE}
          options={[
            { value: COMPOSE, word: COMPOSE },
            ...(templates.data ?? []).map(({ id, name }) => ({ value: id, word: name })),
          ]}
          onChange={(value) => change({ type: "choice", choice: toChoice(value ?? NO_TEMPLATE) })}
          error={isRefused ? CSV_COMPOSED : (templates.error?.message ?? null)}
          disabled={templates.isPending}
        />
      </div>
    </StepCard>
  );
}
