import { VariableField } from "../../../components/VariableField/VariableField.tsx";
import { rememberSticky } from "../../../lib/stickyValues.ts";
import { valueFor } from "../form/sendForm.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./steps.module.css";

interface Props {
  state: SendFormState;
  /** Placeholder → its value's error. */
  errors: ReadonlyMap<string, string>;
}

/** A field for each placeholder, with the value that everyone gets. */
export function SharedValues({ state: { form, mail, change, uid }, errors }: Props) {
  if (mail === null || mail.variables.length === 0) return null;
  return (
    <div className={styles.values}>
      {mail.variables.map((variable) => (
        <VariableField
          key={`${mail.name} ${variable.type} ${variable.name}`}
          variable={variable}
          value={valueFor(form.values, variable.name)}
          formats={mail}
          error={errors.get(variable.name)}
          onChange={(value, isUnfinished) => {
            if (variable.type === "sticky") rememberSticky(uid, variable.name, value);
            change({ type: "value", variable: variable.name, value, isUnfinished });
          }}
        />
      ))}
    </div>
  );
}
