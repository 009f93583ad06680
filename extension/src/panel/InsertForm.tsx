import Button from "@mui/material/Button";
import type { Task } from "../shared/stored.ts";
import { Problems, Values } from "./EmailFields.tsx";
import { InsertionBanner, InsertionOutcome } from "./Insertion.tsx";
import { InView } from "./InView.tsx";
import { Preview } from "./Preview.tsx";
import styles from "./surface.module.css";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { useInsertion } from "./useInsertion.ts";
import type { PanelForm } from "./usePanelForm.ts";

interface Props {
  task: Extract<Task, { kind: "insert" }>;
  form: PanelForm;
  onClose: () => void;
}

/**
 * A template into the field with the cursor; where that cannot be, onto the clipboard, with a
 * sentence that says so.
 */
export function InsertForm({ task, form, onClose }: Props) {
  const { askPreview, isWithoutTemplates, problems } = form;
  const insertion = useInsertion(form, true, task.id);
  const { mail, isBusy, isChosen, target } = insertion;
  return (
    <form className="stack gap-16" onSubmit={(event) => event.preventDefault()} noValidate>
      <InView>
        <InsertionBanner
          insertion={insertion}
          action={
            <Button size="small" onClick={onClose}>
              Back to sending
            </Button>
          }
        />
      </InView>
      <TemplateChoice form={form} isToSend={false} />
      <Values form={form} />
      <Problems problems={problems} />
      <InsertionOutcome insertion={insertion} />
      {!isChosen && !isWithoutTemplates && <p className="soft">Choose a template first.</p>}
      <div className={`row ${styles.actions}`} hidden={isWithoutTemplates}>
        <Button
          disabled={mail === null || isBusy}
          onClick={() => void insertion.copySubject()}
        >
          Copy subject
        </Button>
        <Button disabled={mail === null} onClick={askPreview}>
          Generate Preview
        </Button>
        {target?.trouble && (
          <Button disabled={mail === null || isBusy} onClick={() => void insertion.copy()}>
            Copy template
          </Button>
        )}
        <Button
          variant="contained"
          disabled={mail === null || isBusy}
          onClick={() => void insertion.insert()}
        >
          Insert
        </Button>
      </div>
      <Preview form={form} mail={mail} />
    </form>
  );
}
