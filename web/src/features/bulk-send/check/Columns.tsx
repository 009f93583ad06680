import Button from "@mui/material/Button";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { feedingOf } from "../form/sameForAll.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { DateAnswer } from "./DateAnswer.tsx";
import { FeedField } from "./FeedField.tsx";
import { readingMessage } from "./momentMessages.ts";

const SHOWN_UNUSED = 30;

/** The available placeholders: which column feeds which variable, what almost fits, and what the file has besides. */
export function Columns({ bulk }: { bulk: Bulk }) {
  const { change, csv, check, mail } = bulk;
  if (!csv.table || !check || !mail) return null;
  const { headers } = csv.table;
  const { used, suggestions, missing, unused } = check.columns;
  const more = unused.length - SHOWN_UNUSED;
  const feeding = feedingOf(bulk.form, mail, headers);
  return (
    <section className={styles.columns} aria-label="Available placeholders">
      <h3 className={styles.heading}>Available placeholders</h3>
      {suggestions.map(({ variable, header, message }) => (
        <Notice
          key={`${variable} ${header}`}
          variant="warning"
          action={
            <Button size="small" onClick={() => change({ type: "map", variable, header })}>
              Use it
            </Button>
          }
        >
          {message}
        </Notice>
      ))}
      {used.length > 0 && (
        <ul className={styles.map}>
          {used.map(({ variable, header }, index) => {
            const lack = missing.find((one) => one.variable === variable);
            const described = mail.variables[index];
            const type = described?.type ?? "text";
            const moment = check.moments.find((one) => one.column === header && one.type === type);
            return (
              <li key={variable}>
                <PlaceholderChip name={variable} type={type} />
                {described && (
                  <FeedField
                    bulk={bulk}
                    variable={described}
                    header={header}
                    headers={headers}
                    feeding={feeding}
                    lack={lack?.required ? lack.message : undefined}
                  />
                )}
                {moment && (
                  <div className={styles.reading}>
                    {readingMessage(moment)}
                    {moment.question && (
                      <DateAnswer column={moment.column} question={moment.question} change={change} />
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {unused.length > 0 && !csv.isTyped && (
        <p className={styles.unused}>
          Also in the file, not used by this template:{" "}
          {unused
            .slice(0, SHOWN_UNUSED)
            .map((name) => `{{${name}}}`)
            .join(", ")}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </section>
  );
}
