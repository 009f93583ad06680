import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import {
  KEPT,
  type Template,
  type TemplateFields,
  type TemplateVersion,
} from "@sendwright/core/contract";
import { withoutPictures } from "@sendwright/core/files/fit";
import { Fragment, type ReactNode, useId, useMemo, useState } from "react";
import { useConfirm } from "../../components/Confirm.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { Segmented } from "../../components/Segmented.tsx";
import { usePictureAddresses } from "../../data/pictureAddresses.ts";
import { type SavedTemplate, useSaveTemplate } from "../../data/templateChanges.ts";
import { fieldsOf, useVersion, useVersions } from "../../data/versionQueries.ts";
import { readTexts } from "../../lib/warningsOfTexts.ts";
import { clockSeconds, momentTitle } from "../../lib/when.ts";
import styles from "./EarlierVersions.module.css";
import { EditorPreview } from "./EditorPreview.tsx";
import { changesBetween } from "./versionChanges.ts";

interface Props {
  /** The template as the editor read it, and the revision that it edits. */
  template: Template;
  revision: string | undefined;
  /** What is in the editor. */
  edited: TemplateFields;
  /** Whether that isn't saved. */
  isChanged: boolean;
  /** Called after a version was saved. */
  onUsed: (saved: SavedTemplate) => void;
  onClose: () => void;
}

const UNSAVED = {
  title: "Use this version?",
  text: "What you changed in the editor hasn't been saved and will be lost.",
  action: "Use this version",
  cancel: "Keep editing",
};

const VIEWS = [
  { value: "changes", word: "Changes" },
  { value: "email", word: "Email" },
] as const;

/** The texts that a template had before (rule: earlier versions), over its editor. */
export default function EarlierVersions(props: Props) {
  const { template, revision, edited, isChanged, onUsed, onClose } = props;
  const id = useId();
  const confirm = useConfirm();
  const fullScreen = useMediaQuery("(width < 700px)");
  const versions = useVersions(template.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const titles = useMemo(() => titlesOf(versions.data ?? [], Date.now()), [versions.data]);
  const shown = chosen ?? versions.data?.[0]?.version ?? null;
  const version = useVersion(template.id, shown);
  const saving = useSaveTemplate();
  const isConflict = saving.error?.reason === "template_changed";
  const title = titles.get(shown ?? "") ?? "";

  const use = (of: TemplateVersion, over: string | undefined) =>
    saving.mutate(
      { id: template.id, revision: over, fields: fieldsOf(of) },
      { onSuccess: (saved) => onUsed(saved) },
    );
  const askAndUse = async (of: TemplateVersion) => {
    if (!isChanged || (await confirm(UNSAVED))) use(of, revision);
  };
  const close = () => !saving.isPending && onClose();

  return (
    <Dialog
      open
      onClose={close}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={false}
      aria-labelledby={`${id}-title`}
      aria-busy={saving.isPending}
      slotProps={{ paper: { className: fullScreen ? "" : (styles.window ?? "") } }}
    >
      <DialogTitle id={`${id}-title`}>Earlier versions</DialogTitle>
      <DialogContent>
        {versions.isPending && <Loading what="earlier versions" heights={[44, 44, 44]} gap={8} />}
        {versions.error && <QueryFailure {...versions} error={versions.error} />}
        {versions.data?.length === 0 && (
          <EmptyState
            drawing={<BlankLetter />}
            sentence={`There are none yet. Each save keeps the text before it for ${KEPT.daysOfVersions} days.`}
          />
        )}
        {versions.data && versions.data.length > 0 && (
          <div className={styles.desk}>
            <div className="stack gap-8">
              <p className="hint" id={`${id}-hint`}>
                Each text, by when it was replaced. We keep them for {KEPT.daysOfVersions} days.
              </p>
              <ul className={styles.list} aria-labelledby={`${id}-hint`}>
                {versions.data.map((one) => (
                  <li key={one.version}>
                    <button
                      type="button"
                      className={styles.time}
                      aria-current={one.version === shown}
                      disabled={saving.isPending}
                      onClick={() => {
                        saving.reset();
                        setChosen(one.version);
                      }}
                    >
                      {titles.get(one.version)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
            <section className={styles.shown} aria-label={title} aria-busy={version.isFetching}>
              {saving.error && version.data && (
                <Notice
                  variant="danger"
                  action={
                    isConflict && (
                      <Button size="small" onClick={() => use(version.data, undefined)}>
                        Use it anyway
                      </Button>
                    )
                  }
                >
                  {isConflict
                    ? "This template was changed elsewhere since you opened it. If you use this version, the text from there becomes an earlier version."
                    : `Save failed: ${saving.error.message}`}
                </Notice>
              )}
              {version.isPending && <Loading what="this version" heights={[40, 240]} />}
              {version.error && <QueryFailure {...version} error={version.error} />}
              {version.data && (
                <ShownVersion
                  key={version.data.version}
                  version={version.data}
                  template={template}
                  edited={edited}
                />
              )}
            </section>
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={saving.isPending} onClick={onClose}>
          Close
        </Button>
        <Button
          variant="contained"
          disabled={saving.isPending || !version.data}
          onClick={() => version.data && void askAndUse(version.data)}
        >
          {saving.isPending ? "Saving…" : "Use this version"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Each version's time in words, with seconds if two would be the same. */
function titlesOf(
  versions: readonly { version: string; replaced_at: string }[],
  now: number,
): Map<string, string> {
  const plain = versions.map(({ replaced_at }) => momentTitle(replaced_at, now));
  return new Map(
    versions.map(({ version, replaced_at }, i) => {
      const title = plain[i] ?? "";
      const isAlone = plain.filter((other) => other === title).length === 1;
      return [
        version,
        isAlone ? title : `${title} (${clockSeconds(Date.parse(replaced_at))})`,
      ] as const;
    }),
  );
}

interface ShownProps {
  version: TemplateVersion;
  template: Template;
  edited: TemplateFields;
}

/** One version: what it lacks, what it would change, and its email. */
function ShownVersion({ version, template, edited }: ShownProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("changes");
  const fields = useMemo(() => fieldsOf(version), [version]);
  const gone = goneWords(version);
  return (
    <>
      {gone && <Notice variant="warning">{gone}</Notice>}
      <Segmented label="Show" value={view} options={VIEWS} onChange={setView} />
      {view === "changes" ? (
        <Changes from={edited} to={fields} />
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

/** What using a version changes, in words. */
function Changes({ from, to }: { from: TemplateFields; to: TemplateFields }) {
  const { fields, hasOtherLook } = useMemo(() => changesBetween(from, to), [from, to]);
  if (fields.length === 0 && !hasOtherLook) return <p>It is the same as the text in the editor.</p>;
  return (
    <div className="stack gap-16">
      <p className="hint">
        What using this version changes: <Added>added</Added>, <Removed>removed</Removed>.
      </p>
      <dl className={styles.changes}>
        {fields.map(({ field, stretches }) => (
          <div key={field}>
            <dt className="soft size-13">{field}</dt>
            <dd>
              {stretches.map(({ kind, text }, i) => {
                // The stretches of two texts never change.
                const key = i;
                if (kind === "same") return <Fragment key={key}>{text}</Fragment>;
                const Mark = kind === "added" ? Added : Removed;
                return (
                  <Mark key={key}>
                    <span className="unseen">{kind}: </span>
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
