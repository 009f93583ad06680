import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { useMemo } from "react";
import brought from "../../../components/brought.module.css";
import { BlankLetter } from "../../../components/Drawings.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { ErrorNotice } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { usePreview, useSteadyInput } from "../../../data/previews.ts";
import { useBringIntoView } from "../../../lib/useBringIntoView.ts";
import { MailOnItsWay } from "../../../sending/MailOnItsWay.tsx";
import { TestToMyself } from "../../../sending/TestToMyself.tsx";
import { asSent } from "../form/values.ts";
import type { Direct } from "../useDirectSend.ts";
import styles from "./DirectPreview.module.css";

interface Props {
  direct: Direct;
  error: string | null;
  /** How often it was asked for. */
  asked: number;
  onTest: () => boolean;
}

/** The mail as the first recipient will get it: there as soon as there is one, or when it is asked for; it follows the form. */
export function DirectPreview({ direct, error, asked, onTest }: Props) {
  const { form, template, values, user } = direct;
  const { id, revision, attachments = [] } = template.data ?? {};
  const first = form.recipients.find(({ address }) => address !== null);
  const isShown = form.isPreviewed || first !== undefined;
  const input = useMemo(
    () => (isShown && id !== undefined ? { template_id: id, variables: asSent(values) } : null),
    [isShown, id, values],
  );
  const preview = usePreview(useSteadyInput(input), revision);
  const failure = error ?? preview.error?.message;
  const isThere = preview.data !== undefined && input !== null;
  const place = useBringIntoView(asked, isThere || failure !== undefined);
  // From the choice of a template to its mail.
  const isOnItsWay = input ? preview.isPending : isShown && template.isLoading;

  const files = [
    ...attachments.map(({ original_filename: name, size }) => ({ name, size })),
    ...form.files.map(({ name, size }) => ({ name, size })),
  ];
  return (
    <div ref={place} tabIndex={-1} className={`${brought.place} ${styles.place}`} aria-busy={preview.isFetching}>
      <p className="unseen" role="status">
        {isThere && "The preview is there."}
      </p>
      {failure !== undefined && <ErrorNotice message={`Preview Error: ${failure}`} />}
      {failure === undefined && !input && !isOnItsWay && (
        <div className={styles.empty}>
          <EmptyState drawing={<BlankLetter />} sentence="Here you will see the email as it will arrive." />
        </div>
      )}
      {failure === undefined && isOnItsWay && <MailOnItsWay />}
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
