import { ErrorNotice } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { usePreview } from "../../../data/previews.ts";
import { useSession } from "../../../lib/useSession.ts";
import type { Bulk } from "../useBulkSend.ts";
import { previewInput } from "./previewInput.ts";

/** The mail of one row, as it will arrive. */
export function RowPreview({ bulk }: { bulk: Bulk }) {
  const { form, mail, check, template } = bulk;
  const { user } = useSession();
  const preview = usePreview(previewInput(form, mail, check), template.data?.revision);
  const row = check?.rows.find(({ n }) => n === form.previewRow);
  if (preview.error) return <ErrorNotice message={`Preview Error: ${preview.error.message}`} />;
  if (!preview.data || !mail) return null;
  return (
    <MailPreview
      from={user?.email ?? ""}
      to={row?.recipient ?? ""}
      subject={preview.data.rendered_subject}
      html={preview.data.rendered_body_html}
      text={preview.data.rendered_text}
      attachments={mail.attachments.map(({ original_filename: name, size }) => ({ name, size }))}
    />
  );
}
