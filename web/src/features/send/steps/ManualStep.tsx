import { useRef } from "react";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { TextArea } from "../../../components/TextArea.tsx";
import type { SendErrors } from "../../../sending/errors.ts";
import { LIST } from "../check/goToCheck.ts";
import { listMessages } from "../manual/listMessages.ts";
import type { Bulk } from "../useSendForm.ts";
import { Corrections } from "./Corrections.tsx";
import { SharedValues } from "./SharedValues.tsx";
import styles from "./steps.module.css";

/** How many texts that are no addresses are named. */
const SHOWN = 10;

/** Step 2 with addresses: the recipients, one value each for what the mail needs, and files that go with it. */
export function ManualStep({ bulk, errors }: { bulk: Bulk; errors: SendErrors }) {
  const { form, change, mail, list, limits } = bulk;
  const field = useRef<HTMLDivElement>(null);
  const { counter, problem, invalid } = listMessages(list, limits);
  return (
    <StepCard
      step="2"
      title="Recipients"
      done={list !== null && problem === null && invalid.length === 0}
      isPartial={invalid.length > 0}
    >
      <div className={styles.fields}>
        <Corrections people={form.people.now.corrections} />
        <TextArea
          ref={field}
          id={LIST}
          label="Recipients"
          rows={4}
          maxRows={12}
          value={form.people.now.text}
          placeholder={"ann@example.org, Bo Li <bo@example.org>"}
          onChange={(event) => change({ type: "manualText", text: event.target.value })}
          error={problem !== null}
          helperText={
            <>
              <span aria-live="polite">{counter}</span>
              {problem && <span className={styles.wrong}>{problem}</span>}
            </>
          }
        />
        {problem === null && invalid.length > 0 && (
          <p className={styles.soft}>
            These won't get an email: {invalid.slice(0, SHOWN).join(", ")}
            {invalid.length > SHOWN && ` and ${invalid.length - SHOWN} more`}
          </p>
        )}
        {mail && mail.variables.length > 0 && (
          <fieldset className={styles.sharedValues}>
            <legend>The same for all recipients</legend>
            <SharedValues bulk={bulk} errors={errors.fields} />
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
