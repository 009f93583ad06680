import { totalSize } from "@sendwright/core/files/fit";
import { formatBytes } from "@sendwright/core/files/size";
import { Paperclip } from "lucide-react";
import { ExtraAttachments } from "../../../components/ExtraAttachments.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import type { Direct } from "../useDirectSend.ts";
import styles from "./steps.module.css";
import type { Folding } from "./useFolding.ts";

/** Step 2.5: files for this one send, beside those of the template. */
export function AttachmentsStep({ direct, folding }: { direct: Direct; folding: Folding }) {
  const { form, change, template, limits, errors, isBusy } = direct;
  const own = template.data?.attachments ?? [];
  const summary = `${form.files.map(({ name }) => name).join(", ")} · ${formatBytes(totalSize(form.files))}`;
  return (
    <StepCard
      step="2.5"
      title="Additional attachments"
      done={form.files.length > 0}
      {...folding}
      {...(form.files.length > 0 && { summary })}
    >
      <div className={styles.fields}>
        {own.length > 0 && (
          <div>
            <p className={styles.soft}>The template brings:</p>
            <ul className={styles.files}>
              {own.map(({ storage_path, original_filename, size }) => (
                <li key={storage_path}>
                  <Paperclip size={14} aria-hidden /> {original_filename} <small>{formatBytes(size)}</small>
                </li>
              ))}
            </ul>
          </div>
        )}
        <ExtraAttachments
          label="Files for this email only (optional)"
          files={form.files}
          existing={own}
          limits={limits}
          onChange={(files) => change({ type: "files", files })}
          error={errors.files.length > 0 ? errors.files.join(" ") : undefined}
          disabled={isBusy}
        />
      </div>
    </StepCard>
  );
}
