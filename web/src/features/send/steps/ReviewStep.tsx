import type { Template } from "@sendwright/core/contract";
import { formatBytes } from "@sendwright/core/files/fit";
import type { List } from "@sendwright/core/list/list";
import { firstCompared } from "@sendwright/core/placeholders";
import { memo, useState } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { dateExample, timeExample } from "../../../components/FormatFields/FormatFields.tsx";
import facts from "../../../components/facts.module.css";
import { Loading } from "../../../components/Loading.tsx";
import { MailFrame } from "../../../components/MailFrame.tsx";
import { PlaceholderChip } from "../../../components/PlaceholderChip.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { WrittenText, writtenWords } from "../../../components/WrittenText.tsx";
import { usePictureSources } from "../../../data/pictureSources.ts";
import { usePreview } from "../../../data/previews.ts";
import { beginsLink, SAMPLE_LINK } from "../../../lib/beginsLink.ts";
import { EditTemplate } from "../check/EditTemplate.tsx";
import type { EmailChoice } from "../form/sendForm.ts";
import type { EmailOfForm } from "../form/useEmailOfForm.ts";
import styles from "./steps.module.css";

interface Props {
  choice: EmailChoice;
  email: EmailOfForm;
  list: List | null;
}

/**
 * Step 3: the chosen template. It collapses once there's a list: then the preview shows each
 * person's email.
 */
export const ReviewStep = memo(function ReviewStep({
  choice,
  email: { mail, template },
  list,
}: Props) {
  const [isOpened, setOpened] = useState(false);
  const hasList = list !== null;
  const isFolded = hasList && mail !== null && !isOpened;
  const has = (type: string) => mail?.variables.some((variable) => variable.type === type) ?? false;
  if (choice.kind === "compose") return null;
  return (
    <StepCard
      title="Review the template"
      done={hasList && mail !== null && mail.warnings.length === 0}
      summary={mail && writtenWords(mail.subject)}
      folded={isFolded}
      onFold={(folded) => setOpened(!folded)}
    >
      {choice.kind === "none" && <p className="soft">Choose a template in step 1.</p>}
      {template.isLoading && <Loading what="the template" heights={[120]} />}
      {template.error && choice.kind === "template" && (
        <Notice variant="danger" isAnnounced>
          Error loading variables: {template.error.message}
        </Notice>
      )}
      {mail && (
        <dl className={`${facts.facts} ${styles.details}`}>
          <dt>Subject</dt>
          <dd className={facts.subject}>
            {mail.subject ? <WrittenText text={mail.subject} /> : <em>No subject</em>}
          </dd>
          {has("date") && (
            <>
              <dt>Dates</dt>
              <dd>as {dateExample(mail)}</dd>
            </>
          )}
          {has("time") && (
            <>
              <dt>Times</dt>
              <dd>as {timeExample(mail.timeFormat)}</dd>
            </>
          )}
          {mail.variables.length > 0 && (
            <>
              <dt>Placeholders</dt>
              <dd className="row">
                {mail.variables.map(({ name, type, fallback }) => (
                  <PlaceholderChip
                    key={name}
                    name={name}
                    type={type}
                    {...(fallback !== null && { detail: fallback })}
                  />
                ))}
              </dd>
            </>
          )}
          {mail.attachments.length > 0 && (
            <>
              <dt>Attachments</dt>
              <dd>
                {mail.attachments.map(({ storage_path, original_filename, size }) => (
                  <div key={storage_path}>
                    {original_filename} <small className="soft">{formatBytes(size)}</small>
                  </div>
                ))}
              </dd>
            </>
          )}
          {mail.warnings.length > 0 && (
            <>
              <dt>Warnings</dt>
              <dd>
                {mail.warnings.map((warning) => (
                  <div key={warning}>{warning}</div>
                ))}
              </dd>
            </>
          )}
          <dt>Body</dt>
          <dd>{!isFolded && <TemplateBody template={template.data} />}</dd>
        </dl>
      )}
      {mail && <EditTemplate choice={choice} list={list} />}
    </StepCard>
  );
});

/**
 * The body as the server renders it with placeholder names as values, a working address where a
 * placeholder starts a link, and the value that a condition asks for, so that its text is shown.
 */
function TemplateBody({ template }: { template: Template | undefined }) {
  const { id = "", revision, body = "", parsed_variables = [] } = template ?? {};
  const compared = firstCompared(body);
  const variables = Object.fromEntries(
    parsed_variables.map(({ name }) => [
      name,
      beginsLink(body, name) ? SAMPLE_LINK : (compared.get(name) ?? `{{${name}}}`),
    ]),
  );
  const shown = usePreview(template ? { template_id: id, variables } : null, revision);
  const pictures = usePictureSources(body, template ?? null);
  if (shown.error) return <Notice variant="danger">Preview Error: {shown.error.message}</Notice>;
  if (!shown.data) return <Loading what="the preview" heights={[160]} />;
  return (
    <>
      <MailFrame
        title="Body of the template"
        html={shown.data.rendered_body_html}
        images={false}
        marks={true}
        pictures={pictures}
        className={styles.frame}
      />
      {compared.size > 0 && (
        <p className="hint">
          With {[...compared].map(([name, value]) => `{{${name}}} = ${value}`).join(", ")}. The
          preview shows each person's email.
        </p>
      )}
    </>
  );
}
