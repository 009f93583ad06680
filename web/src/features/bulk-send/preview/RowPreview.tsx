import Skeleton from "@mui/material/Skeleton";
import { useEffect, useMemo, useRef } from "react";
import { BlankLetter } from "../../../components/Drawings.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorNotice, Notice } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { usePreview } from "../../../data/previews.ts";
import { useSession } from "../../../lib/useSession.ts";
import { useSteady } from "../../../lib/useSteady.ts";
import { TestToMyself } from "../../../sending/TestToMyself.tsx";
import { nextProblemRow } from "../check/problemKinds.ts";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./preview.module.css";
import { previewInput } from "./previewInput.ts";
import { RowNavigation } from "./RowNavigation.tsx";

/** Below two columns the mail is out of sight when someone asks for it further up. */
function useShowOnDemand(row: number | null) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (row !== null && !box.current?.contains(document.activeElement))
      box.current?.scrollIntoView({ block: "nearest" });
  }, [row]);
  return box;
}

/** The mail of one row as it will arrive, and the way to every other row. */
export function RowPreview({ bulk }: { bulk: Bulk }) {
  const { form, change, mail, check, template } = bulk;
  const { user } = useSession();
  const input = useMemo(() => previewInput(form, mail, check), [form, mail, check]);
  // What is typed waits until the typing rests; the next row of a file does not.
  const typed = useSteady(form.mode === "manual" ? input : null);
  const preview = usePreview(form.mode === "manual" ? typed : input, template.data?.revision);
  const box = useShowOnDemand(form.previewRow);
  const row = check?.rows.find(({ n }) => n === form.previewRow);
  const go = (next: number) => change({ type: "preview", row: next });

  if (!input || !mail) {
    return (
      <div className={styles.empty}>
        <EmptyState drawing={<BlankLetter />} sentence="The mail of any row shows here, exactly as it will arrive." />
      </div>
    );
  }
  return (
    <div ref={box} className={styles.box} aria-busy={preview.isFetching}>
      {preview.error && <ErrorNotice message={`Preview Error: ${preview.error.message}`} />}
      {row?.verdict === "skip" && <Notice variant="warning">This row gets no mail. {row.reason}</Notice>}
      {preview.isPending && <Skeleton variant="rounded" height={320} animation={false} />}
      {preview.data && (
        <MailPreview
          from={user?.email ?? ""}
          to={row?.recipient || "No recipient yet"}
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
          actions={<TestToMyself input={input} email={user?.email ?? ""} />}
        />
      )}
    </div>
  );
}
