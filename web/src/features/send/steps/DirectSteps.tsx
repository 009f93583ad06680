import { formatBytes } from "@sendwright/core/files/fit";
import { recipientsIn } from "@sendwright/core/list/read";
import { pluralize } from "@sendwright/core/pluralize";
import { Paperclip } from "lucide-react";
import { memo, type RefObject, useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/Button.tsx";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { Loading } from "../../../components/Loading.tsx";
import { RecipientChips } from "../../../components/RecipientChips/RecipientChips.tsx";
import { SelectField } from "../../../components/SelectField.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useListErrorToast } from "../../../components/useTemplateToasts.ts";
import { useLimits } from "../../../data/configQuery.ts";
import { useTemplates } from "../../../data/templateQueries.ts";
import type { SendErrors } from "../../../sending/errors.ts";
import { CheckPanel } from "../check/CheckPanel.tsx";
import { isRowLeft } from "../check/findings.ts";
import { LookAlikeColumns } from "../check/LookAlikeColumns.tsx";
import { openReadings } from "../check/questionWords.ts";
import { SuppressedPeople } from "../check/Suppressed.tsx";
import { filesOfEmail } from "../form/email.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { EmailOfForm } from "../form/useEmailOfForm.ts";
import { useTableInBulk } from "../list/useHandedList.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { DirectValues } from "../values/DirectValues.tsx";
import { Copies } from "./Copies.tsx";
import { ListOfPeople } from "./ListOfPeople.tsx";
import { SharedValues } from "./ManualStep.tsx";
import styles from "./steps.module.css";
import type { View } from "./useView.ts";

interface FormProps {
  form: SendForm;
  change: (action: SendFormAction) => void;
  email: EmailOfForm;
  people: ListOfForm;
  errors: SendErrors;
  /** The errors that a click on Send would show. */
  left: SendErrors;
  /** Whether Send was clicked. */
  isAsked: boolean;
}

interface Props extends FormProps {
  view: View;
}

/** The steps of Direct Send before its preview. */
export const DirectSteps = memo(function DirectSteps({ view, ...given }: Props) {
  return (
    <>
      <TemplateAndRecipients {...given} view={view} />
      <OwnOrSameValues {...given} />
      <Attachments {...given} />
    </>
  );
});

function TemplateAndRecipients({
  form,
  change,
  email,
  people,
  view,
  errors,
  left,
  isAsked,
}: Props) {
  const { mail, template } = email;
  const { list, filled, check, limit, fileReader } = people;
  const toBulk = useTableInBulk(people.listReader);
  const { suppressed } = people.notEmailed;
  const limits = useLimits();
  const templates = useTemplates();
  useListErrorToast(templates.error);
  const field = useRef<HTMLDivElement>(null);
  const recipients = list ? recipientsIn(list) : [];
  const before = form.people.past.at(-1)?.list?.rows.length ?? 0;
  return (
    <StepCard
      title="Template and recipients"
      done={
        left.template === null &&
        left.recipients.length === 0 &&
        left.copies.length === 0 &&
        !isTableLeft(form, people)
      }
    >
      <div className="stack gap-16">
        <SelectField
          id="direct-template"
          label="Template"
          empty="Choose a template"
          value={templates.data && form.choice.kind === "template" ? form.choice.id : ""}
          options={(templates.data ?? []).map(({ id, name }) => ({ value: id, word: name }))}
          onChange={(id) =>
            id !== null && change({ type: "choice", choice: { kind: "template", id } })
          }
          error={errors.template ?? templates.error?.message ?? template.error?.message ?? null}
          disabled={templates.isPending}
        />
        {form.people.now.mode === "csv" ? (
          <>
            {filled && (
              <CheckPanel
                list={filled}
                check={check}
                limit={limit}
                variables={mail?.variables ?? []}
                raw={form.people.now.raw}
                onReread={fileReader.reread}
              />
            )}
            <LookAlikeColumns form={form} mail={mail} list={list} />
            <ListOfPeople
              form={form}
              change={change}
              mail={mail}
              people={people}
              onLook={view.look}
              begin="value"
              isAsked={isAsked}
            />
          </>
        ) : (
          <div ref={field}>
            <RecipientChips
              label="Recipients"
              recipients={recipients}
              typed={form.people.now.text}
              limit={limits.MAX_DIRECT_RECIPIENTS}
              onChange={(next) => change({ type: "recipients", recipients: next })}
              onTyped={(text) => change({ type: "typed", text })}
              errors={errors.recipients}
              isAnnounced
              suppressed={suppressed}
              onTable={(table) => void toBulk(table)}
            />
            <SuppressedPeople people={recipients} suppressed={suppressed} what="email" />
          </div>
        )}
        <Copies
          tab={form.tab}
          copies={form.copies}
          change={change}
          list={form.people.now.mode === "csv" ? list : null}
          email={email}
          suppressed={suppressed}
          isRefused={errors.copies.length > 0}
        />
        {list === null && before > 0 && (
          <BringBack count={before} field={field} onRestore={() => change({ type: "undo" })} />
        )}
      </div>
    </StepCard>
  );
}

/** Whether a row of the table is left to do; false without one. */
function isTableLeft({ people }: SendForm, { list, check }: ListOfForm): boolean {
  return people.now.mode === "csv" && list !== null && check !== null && isRowLeft(check, list);
}

interface BringBackProps {
  count: number;
  field: RefObject<HTMLElement | null>;
  onRestore: () => void;
}

/** Brings back recipients. Then this button disappears, so the focus moves to their field. */
function BringBack({ count, field, onRestore }: BringBackProps) {
  const restore = () => {
    flushSync(onRestore);
    field.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <Button size="small" variant="text" onClick={restore}>
      Bring back {pluralize(count, "recipient")}
    </Button>
  );
}

function OwnOrSameValues({ form, change, email, people, errors, left }: FormProps) {
  const { mail, template } = email;
  const { list, check } = people;
  const { mode } = form.people.now;
  const hasReady =
    mode !== "csv" || (check?.rows.some(({ verdict }) => verdict === "ready") ?? false);
  return (
    <StepCard
      title="Fill in the placeholders"
      done={
        mail !== null &&
        hasReady &&
        left.values.length === 0 &&
        openReadings(check).length === 0 &&
        !isTableLeft(form, people)
      }
    >
      <div className="stack gap-16">
        {template.isLoading && <Loading what="the template" heights={[68]} />}
        {form.choice.kind === "none" && (
          <p className="soft">Choose a template to see its placeholders.</p>
        )}
        {mail?.variables.length === 0 && (
          <p className="soft">This template has no placeholders. Everyone gets the same email.</p>
        )}
        {mail && list && (mode === "csv" || list.rows.length > 1) ? (
          <DirectValues
            form={form}
            change={change}
            mail={mail}
            people={{ ...people, list }}
            errors={errors.fields}
          />
        ) : (
          <SharedValues
            form={form}
            change={change}
            mail={mail}
            list={list}
            errors={errors.fields}
          />
        )}
      </div>
    </StepCard>
  );
}

function Attachments({ form, change, email: { mail }, errors, left }: FormProps) {
  const limits = useLimits();
  const own = mail?.attachments ?? [];
  return (
    <StepCard
      title="Additional attachments"
      done={form.attachments.length > 0 && left.files.length === 0}
    >
      <div className="stack gap-16">
        {own.length > 0 && (
          <div>
            <p className="soft">Attached to the template:</p>
            <ul className={styles.files}>
              {own.map(({ storage_path, original_filename, size }) => (
                <li key={storage_path}>
                  <Paperclip size={14} aria-hidden /> {original_filename}{" "}
                  <small className="soft">{formatBytes(size)}</small>
                </li>
              ))}
            </ul>
          </div>
        )}
        <ExtraAttachments
          label="Files for this email only (optional)"
          files={form.attachments}
          existing={filesOfEmail(mail)}
          limits={limits}
          onChange={(files) => change({ type: "attachments", files })}
          error={errors.files.length > 0 ? errors.files.join(" ") : undefined}
        />
      </div>
    </StepCard>
  );
}
