import Skeleton from "@mui/material/Skeleton";
import { formatRecipient } from "@sendwright/functions/core";
import { useEffect, useMemo, useRef } from "react";
import { BlankLetter } from "../../../components/Drawings.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorNotice } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { usePreview } from "../../../data/previews.ts";
import { useSteady } from "../../../lib/useSteady.ts";
import { TestToMyself } from "../../../sending/TestToMyself.tsx";
import { asSent } from "../form/values.ts";
import type { Direct } from "../useDirectSend.ts";
import styles from "./DirectPreview.module.css";

/** The mail as the first recipient will get it. Once asked for, it follows the form. */
export function DirectPreview({
  direct,
  error,
  onTest,
}: {
  direct: Direct;
  error: string | null;
  onTest: () => boolean;
}) {
  const { form, template, values, user } = direct;
  const place = useRef<HTMLDivElement>(null);
  const { id, revision, attachments = [] } = template.data ?? {};
  const { isPreviewed } = form;
  const input = useMemo(
    () => (isPreviewed && id !== undefined ? { template_id: id, variables: asSent(values) } : null),
    [isPreviewed, id, values],
  );
  const preview = usePreview(useSteady(input), revision);
  const isThere = preview.data !== undefined && form.isPreviewed;
  useEffect(() => {
    // Below the steps nobody would see that it has come.
    if (isThere && window.matchMedia("(width < 1200px)").matches) place.current?.scrollIntoView({ block: "start" });
  }, [isThere]);

  const first = form.recipients.find(({ address }) => address !== null);
  const files = [
    ...attachments.map(({ original_filename: name, size }) => ({ name, size })),
    ...form.files.map(({ name, size }) => ({ name, size })),
  ];
  const failure = error ?? preview.error?.message;
  return (
    <div ref={place} className={styles.place}>
      <p className="unseen" role="status">
        {isThere && "The preview is there."}
      </p>
      {failure !== undefined && <ErrorNotice message={`Preview Error: ${failure}`} />}
      {failure === undefined && !form.isPreviewed && (
        <div className={styles.empty}>
          <EmptyState drawing={<BlankLetter />} sentence="Here you will see the email as it will arrive." />
        </div>
      )}
      {failure === undefined && form.isPreviewed && preview.isPending && (
        <Skeleton variant="rounded" height={320} animation={false} aria-label="Loading the preview" />
      )}
      {failure === undefined && input && preview.data && (
        <MailPreview
          from={user?.email ?? ""}
          to={first?.address ? formatRecipient({ ...first, address: first.address }) : "No recipient yet"}
          subject={preview.data.rendered_subject}
          html={preview.data.rendered_body_html}
          text={preview.data.rendered_text}
          attachments={files}
          caption={
            <>
              <p>Preview shows email content for the first recipient added.</p>
              {preview.data.missing.length > 0 && (
                <p className={styles.missing}>Still missing: {preview.data.missing.join(", ")}</p>
              )}
            </>
          }
          actions={<TestToMyself input={input} email={user?.email ?? ""} onStart={onTest} />}
        />
      )}
    </div>
  );
}
