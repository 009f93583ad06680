import { Button, ListTable, RecipientChips, SuppressedPeople } from "@sendwright/web/parts";
import { AtSign } from "lucide-react";
import { handToBulkSend } from "./handToBulkSend.ts";
import { ListQuestions } from "./ListQuestions.tsx";
import { changeTable, withPeople } from "./peopleOfDraft.ts";
import styles from "./surface.module.css";
import type { PanelForm } from "./usePanelForm.ts";

/** Until the email is known, dates and times show as their fields write them. */
const UNKNOWN_FORMATS = { dateFormat: "iso", timeFormat: "24hr" } as const;

interface Props {
  form: PanelForm;
  /** Shows the field. */
  onLook: () => void;
  onCollect: () => void;
}

/** Who gets the email: chips, or the page's table if people have values of their own. */
export function Recipients({ form, onLook, onCollect }: Props) {
  const { draft, change, recipients, limits, problems, isBusy, isTable, list, check } = form;
  if (!draft || !list) return null;
  const { form: mail, showRow, askPreview } = form;
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  return (
    <div className="stack gap-8">
      {isTable ? (
        <section aria-label="Recipients" inert={isBusy}>
          <ListTable
            list={list}
            check={check}
            variables={mail?.variables ?? []}
            formats={mail ?? UNKNOWN_FORMATS}
            limit={limit}
            change={(step) => change(changeTable(list, step))}
            onUndo={null}
            shownRow={null}
            onShow={showRow}
            onLook={(id) => {
              showRow(id);
              askPreview();
            }}
            begin={null}
            isAsked={form.asked === "send"}
            filesOf={null}
            onFiles={() => undefined}
          />
          {problems.found?.recipients.map((error) => (
            <p key={error} role="alert" className="wrong">
              {error}
            </p>
          ))}
        </section>
      ) : (
        <div>
          <RecipientChips
            label="Recipients"
            recipients={recipients}
            typed={draft.typed}
            limit={limit}
            onChange={(next) => change({ recipients: next.map(({ text }) => text) })}
            onTyped={(typed) => change({ typed })}
            errors={problems.found?.recipients ?? []}
            disabled={isBusy}
            suppressed={form.suppressed}
            onTable={({ text, people }) =>
              void handToBulkSend(form, withPeople({ ...list, rows: [] }, [...people]), text)
            }
          />
          <SuppressedPeople people={recipients} suppressed={form.suppressed} what="email" />
        </div>
      )}
      <div className={`row ${styles.ways}`}>
        <Button size="small" startIcon={<AtSign size={16} aria-hidden />} onClick={onCollect}>
          Collect addresses
        </Button>
      </div>
      {!isBusy && <ListQuestions form={form} onLook={onLook} />}
    </div>
  );
}
