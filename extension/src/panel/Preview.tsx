import { formatRecipient } from "@sendwright/core/recipients/recipients";
import { ErrorNotice, MailPreview, usePictureAddresses, usePreview, useSteady } from "@sendwright/web/parts";
import type { PanelForm } from "./usePanelForm.ts";

/** The email for the first recipient; once requested, it follows the form. `mail` is what the server renders. */
export function Preview({ desk, mail = desk.mail }: { desk: PanelForm; mail?: PanelForm["mail"] }) {
  const { draft, template, recipients, email } = desk;
  const preview = usePreview(useSteady(draft?.isPreviewed ? mail : null), template.data?.revision);
  const pictures = usePictureAddresses(preview.data?.rendered_body_html ?? "", template.data ?? null);
  if (!draft?.isPreviewed) return null;
  if (preview.error) return <ErrorNotice message={`Preview Error: ${preview.error.message}`} />;
  if (!preview.data) return <p role="status">Loading the preview</p>;
  const first = recipients.find(({ address }) => address !== null);
  const files = template.data?.attachments.map(({ original_filename: name, size }) => ({ name, size })) ?? [];
  const { rendered_subject, rendered_body_html, rendered_text, missing } = preview.data;
  return (
    <MailPreview
      from={email}
      to={first?.address ? formatRecipient({ ...first, address: first.address }) : "No recipient yet"}
      subject={rendered_subject}
      html={rendered_body_html}
      text={rendered_text}
      pictures={pictures}
      attachments={files}
      caption={
        <>
          <p>Preview shows email content for the first recipient added.</p>
          {missing.length > 0 && <p>Still missing: {missing.join(", ")}</p>}
        </>
      }
    />
  );
}
