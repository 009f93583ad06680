import type { Template, TemplateFields, TemplateVersion } from "@sendwright/core/contract";
import { withoutPictures } from "@sendwright/core/files/fit";
import { useMemo, useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Segmented } from "../../components/Segmented.tsx";
import { usePictureAddresses } from "../../data/pictureAddresses.ts";
import { fieldsOf } from "../../data/versionQueries.ts";
import { readTexts } from "../../lib/warningsOfTexts.ts";
import styles from "./EarlierVersions.module.css";
import { EditorPreview } from "./EditorPreview.tsx";
import { VersionChanges } from "./VersionChanges.tsx";

const VIEWS = [
  { value: "changes", word: "Changes" },
  { value: "email", word: "Email" },
] as const;

interface Props {
  version: TemplateVersion;
  template: Template;
  edited: TemplateFields;
}

/** One version: what it lacks, what it would change, and its email. */
export function ShownVersion({ version, template, edited }: Props) {
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("changes");
  const fields = useMemo(() => fieldsOf(version), [version]);
  const gone = goneWords(version);
  return (
    <>
      {gone && <Notice variant="warning">{gone}</Notice>}
      <Segmented label="Show" value={view} options={VIEWS} onChange={setView} />
      {view === "changes" ? (
        <VersionChanges from={edited} to={fields} />
      ) : (
        <div className={styles.email}>
          <VersionEmail fields={fields} template={template} />
        </div>
      )}
    </>
  );
}

function goneWords({ files_gone, pictures_gone }: TemplateVersion): string {
  const files =
    files_gone.length === 0
      ? []
      : [
          `${files_gone.join(", ")} ${files_gone.length === 1 ? "was" : "were"} deleted since, and can't be brought back.`,
        ];
  const pictures =
    pictures_gone.length === 0
      ? []
      : [
          `${pictures_gone.length === 1 ? "A picture" : `${pictures_gone.length} pictures`} in the text can't be brought back: ${pictures_gone.join(", ")}.`,
        ];
  return [...files, ...pictures].join(" ");
}

/** A version as people would get it, with the files that the template has now. */
function VersionEmail({ fields, template }: { fields: TemplateFields; template: Template }) {
  const { subject, body } = fields;
  const { variables, joining, sums } = useMemo(() => readTexts({ subject, body }), [subject, body]);
  const pictures = usePictureAddresses(body, template);
  const files = useMemo(
    () =>
      withoutPictures(template.attachments).map(({ original_filename, storage_path, size }) => ({
        key: storage_path,
        name: original_filename,
        size,
      })),
    [template.attachments],
  );
  return (
    <EditorPreview
      values={fields}
      variables={variables}
      joining={joining}
      sums={sums}
      sample={null}
      files={files}
      pictures={pictures}
    />
  );
}
