import type { Template, TemplateFields, TemplateVersion } from "@sendwright/core/contract";
import { withoutPictures } from "@sendwright/core/files/fit";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { Segmented } from "../../components/Segmented.tsx";
import { usePictureSources } from "../../data/pictureSources.ts";
import { fieldsOf } from "../../data/versionQueries.ts";
import { readTexts } from "../../lib/warningsOfTexts.ts";
import styles from "./EarlierVersions.module.css";
import EditorPreview from "./EditorPreview.tsx";
import { changesBetween } from "./versionChanges.ts";

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
  const gone = [filesGone(version.files_gone), picturesGone(version.pictures_gone)]
    .filter(Boolean)
    .join(" ");
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

function filesGone(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${names.join(", ")} ${names.length === 1 ? "has" : "have"} been deleted and can't be brought back.`;
}

function picturesGone(names: readonly string[]): string {
  if (names.length === 0) return "";
  const pictures = names.length === 1 ? "A picture" : `${names.length} pictures`;
  return `${pictures} in the text can't be brought back: ${names.join(", ")}.`;
}

/** How a version would change the text in the editor, in words. */
function VersionChanges({ from, to }: { from: TemplateFields; to: TemplateFields }) {
  const { fields, hasOtherLook } = useMemo(() => changesBetween(from, to), [from, to]);
  if (fields.length === 0 && !hasOtherLook) return <p>It is the same as the text in the editor.</p>;
  return (
    <div className="stack gap-16">
      <p className="hint">
        Changes if you use this version: <Added>added</Added>, <Removed>removed</Removed>.
      </p>
      <dl className={styles.changes}>
        {fields.map(({ field, parts }) => (
          <div key={field}>
            <dt className="soft size-13">{field}</dt>
            <dd>
              {parts.map(({ kind, text }, i) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state.
                if (kind === "same") return <Fragment key={i}>{text}</Fragment>;
                const Mark = kind === "added" ? Added : Removed;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state.
                  <Mark key={i}>
                    <span className="unseen">{` ${kind}: `}</span>
                    {text}
                  </Mark>
                );
              })}
            </dd>
          </div>
        ))}
      </dl>
      {hasOtherLook && <p>The body has the same words, but other formatting, links or pictures.</p>}
    </div>
  );
}

function Added({ children }: { children: ReactNode }) {
  return <ins className={styles.added}>{children}</ins>;
}

function Removed({ children }: { children: ReactNode }) {
  return <del className={styles.removed}>{children}</del>;
}

/** A version as people would get it, with the files that the template has now. */
function VersionEmail({ fields, template }: { fields: TemplateFields; template: Template }) {
  const { subject, body } = fields;
  const { variables, joining, sums } = useMemo(() => readTexts({ subject, body }), [subject, body]);
  const pictures = usePictureSources(body, template);
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
