import { CSV_COMPOSED } from "@sendwright/core/contract";
import { memo, type ReactNode, useState } from "react";
import { Segmented } from "../../../components/Segmented.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useListErrorToast } from "../../../components/useTemplateToasts.ts";
import { useTemplates } from "../../../data/templateQueries.ts";
import type { Email } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { EmailChoice, Mode } from "../form/sendForm.ts";

const MODES = [
  { value: "csv", word: "CSV" },
  { value: "manual", word: "Manual" },
] as const satisfies readonly { value: Mode; word: string }[];

const COMPOSE = "(Compose Manually)";

/** The purpose of the two modes: their names are fixed. */
const MODE_HINTS: Record<Mode, string> = {
  csv: "A list with a row for each email: from a CSV or Excel file, pasted, or typed.",
  manual: `Addresses only: everyone gets the same email, from a template or, with “${COMPOSE}”, written here.`,
};
const NO_TEMPLATE = "";

function toValue(choice: EmailChoice): string {
  if (choice.kind === "template") return choice.id;
  return choice.kind === "compose" ? COMPOSE : NO_TEMPLATE;
}

function toChoice(value: string): EmailChoice {
  if (value === COMPOSE) return { kind: "compose" };
  return value === NO_TEMPLATE ? { kind: "none" } : { kind: "template", id: value };
}

interface Props {
  mode: Mode;
  choice: EmailChoice;
  change: (action: SendFormAction) => void;
  mail: Email | null;
  hasList: boolean;
  /** A way on, if the choices don't go together. */
  children: ReactNode;
}

/** Step 1: choose a file or a list, and a template or an email written here. */
export const ChoiceStep = memo(function ChoiceStep({
  mode,
  choice,
  change,
  mail,
  hasList,
  children,
}: Props) {
  const templates = useTemplates();
  useListErrorToast(templates.error);
  const isRefused = mode === "csv" && choice.kind === "compose";
  // Once you reach the recipients, this step is done, unless you open it again.
  const [isKeptOpen, setKeptOpen] = useState(false);
  const isDone = mail !== null && !isRefused;
  const modeWord = mode === "csv" ? "CSV" : "Manual";
  const written = (templates.data ?? []).map(({ id, name }) => ({ value: id, word: name }));
  const compose = { value: COMPOSE, word: COMPOSE };
  return (
    <StepCard
      title="Mode and template"
      done={isDone}
      summary={`${modeWord} · ${mail?.name || COMPOSE}`}
      folded={isDone && hasList && !isKeptOpen}
      onFold={(folded) => setKeptOpen(!folded)}
    >
      <div className="stack gap-16">
        <div>
          <Segmented
            label="Mode"
            value={mode}
            options={MODES}
            onChange={(next) => change({ type: "mode", mode: next })}
          />
          <p className="hint">{MODE_HINTS[mode]}</p>
        </div>
        <SelectField
          id="bulk-template"
          label="Template"
          empty="Choose a template"
          value={templates.data ? toValue(choice) : NO_TEMPLATE}
          // A list from a file needs a template, so that it's refused there.
          options={mode === "csv" ? [...written, compose] : [compose, ...written]}
          onChange={(value) => change({ type: "choice", choice: toChoice(value ?? NO_TEMPLATE) })}
          error={isRefused ? CSV_COMPOSED : (templates.error?.message ?? null)}
          disabled={templates.isPending}
        />
        {children}
      </div>
    </StepCard>
  );
});
