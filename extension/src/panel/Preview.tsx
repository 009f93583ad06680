import { formatRecipient } from "@sendwright/core/recipients/recipients";
import {
  ErrorNotice,
  MailPreview,
  useBringIntoView,
  usePictureSources,
  usePreview,
  useSteady,
} from "@sendwright/web/parts";
import type { InsertionView } from "./useInsertion.ts";
import type { PanelForm } from "./usePanelForm.ts";

/**
 * The email for the first recipient, or the row that was asked for; once requested, it comes into view and follows the form.
 * `mail` is what the server renders.
 */
export function Preview({
  form,
  mail = form.mail,
}: {
  form: PanelForm;
  mail?: PanelForm["mail"] | InsertionView["mail"];
}) {
  const { draft, template, shownPerson, email } = form;
  const preview = usePreview(useSteady(draft?.isPreviewed ? mail : null), template.data?.revision);
  const pictures = usePictureSources(preview.data?.rendered_body_html ?? "", template.data ?? null);
  const box = useBringIntoView(form.previewsAsked, preview.isSuccess || preview.isError);
  if (!draft?.isPreviewed) return null;
  const files =
    template.data?.attachments.map(({ original_filename: name, size }) => ({ name, size })) ?? [];
  const { error, data } = preview;
  return (
    <div ref={box} tabIndex={-1} className="reached">
      {error && <ErrorNotice message={`Preview Error: ${error.message}`} />}
      {!error && !data && <p role="status">Loading the preview…</p>}
      {!error && data && (
        <MailPreview
          from={email}
          to={
            shownPerson?.address
              ? formatRecipient({ ...shownPerson, address: shownPerson.address })
              : "No recipient yet"
          }
          subject={data.rendered_subject}
          html={data.rendered_body_html}
          text={data.rendered_text}
          pictures={pictures}
          attachments={files}
          caption={
            <>
              <p>
                {form.isTable
                  ? "“Show the email” in a row shows another person's."
                  : "Preview shows email content for the first recipient added."}
              </p>
              {data.missing.length > 0 && <p>Still missing: {data.missing.join(", ")}</p>}
            </>
          }
        />
      )}
    </div>
  );
}
