import { useMemo, useState } from "react";
import brought from "../../../components/brought.module.css";
import { BlankLetter } from "../../../components/Drawings.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorNotice, Notice } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { usePreview, useSteadyInput } from "../../../data/previews.ts";
import { useBringIntoView } from "../../../lib/useBringIntoView.ts";
import { useSession } from "../../../lib/useSession.ts";
import { MailOnItsWay } from "../../../sending/MailOnItsWay.tsx";
import { TestToMyself } from "../../../sending/TestToMyself.tsx";
import { nextProblemRow } from "../check/problemKinds.ts";
import type { Bulk } from "../useBulkSend.ts";
import { LeaveOut } from "./LeaveOut.tsx";
import styles from "./preview.module.css";
import { previewedRow, previewInput } from "./previewInput.ts";
import { RowNavigation } from "./RowNavigation.tsx";

/** The mail of one row as it will arrive, there as soon as one row gets a mail, and the way to every other row. */
export function RowPreview({ bulk }: { bulk: Bulk }) {
  const { change, mail, check, template } = bulk;
  const { user } = useSession();
  const shown = previewedRow(bulk.form, mail, check);
  const form = useMemo(() => ({ ...bulk.form, previewRow: shown }), [bulk.form, shown]);
  const input = useMemo(() => previewInput(form, mail, check), [form, mail, check]);
  // What is typed waits until the typing rests; the next row of a file does not.
  const isWritten = form.mode === "manual" || Object.keys(form.values).length > 0;
  const typed = useSteadyInput(isWritten ? input : null);
  const preview = usePreview(isWritten ? typed : input, template.data?.revision);
  // What is brought is the mail that was asked for, not the one that stands there until it comes.
  const isThere = (preview.isSuccess && !preview.isPlaceholderData) || preview.error !== null;
  const box = useBringIntoView(bulk.previewsAsked, input !== null && isThere);
  const row = check?.rows.find(({ n }) => n === form.previewRow);
  // Until the mail of another row is there, the one before stands with its own recipient: nobody is greeted by another's name.
  const [rowOfMail, setRowOfMail] = useState(row);
  if ((isThere || preview.data === undefined) && rowOfMail !== row) setRowOfMail(row);
  const go = (next: number) => change({ type: "preview", row: next });

  // There are people, and the template or the check of its values is on its way.
  if (!input && bulk.isMailAwaited) return <MailOnItsWay />;
  if (!input || !mail) {
    return (
      <div className={styles.empty}>
        <EmptyState drawing={<BlankLetter />} sentence="The mail of any row shows here, exactly as it will arrive." />
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1} className={`${brought.place} ${styles.box}`} aria-busy={preview.isFetching}>
      {preview.error && <ErrorNotice message={`Preview Error: ${preview.error.message}`} />}
      {rowOfMail?.verdict === "skip" && <Notice variant="warning">This row gets no mail. {rowOfMail.reason}</Notice>}
      {preview.isPending && <MailOnItsWay />}
      {preview.data && (
        <MailPreview
          from={user?.email ?? ""}
          to={rowOfMail?.recipient || "No recipient yet"}
          subject={preview.data.rendered_subject}
          html={preview.data.rendered_body_html}
          text={preview.data.rendered_text}
          attachments={[
            ...mail.attachments.map(({ original_filename: name, size }) => ({ name, size })),
            ...form.attachments.map(({ name, size }) => ({ name, size })),
          ]}
          caption={
            check &&
            row && (
              <RowNavigation
                row={row.n}
                last={check.rows.length}
                nextProblem={nextProblemRow(check.problems, row.n)}
                onGo={go}
              />
            )
          }
          actions={
            <>
              <TestToMyself input={input} email={user?.email ?? ""} />
              {row && <LeaveOut bulk={bulk} row={row} />}
            </>
          }
        />
      )}
    </div>
  );
}
