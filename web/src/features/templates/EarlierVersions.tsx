import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import {
  KEPT,
  type Template,
  type TemplateFields,
  type TemplateVersion,
} from "@sendwright/core/contract";
import { useId, useMemo, useState } from "react";
import { BusyWord } from "../../components/BusyWord.tsx";
import { Button } from "../../components/Button.tsx";
import { useConfirm } from "../../components/Confirm.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, QueryFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useIsEditorFull } from "../../components/useIsPhone.ts";
import { type SavedTemplate, useSaveTemplate } from "../../data/templateChanges.ts";
import { fieldsOf, useVersion, useVersions } from "../../data/versionQueries.ts";
import { clockSeconds, momentTitle } from "../../lib/when.ts";
import styles from "./EarlierVersions.module.css";
import { ShownVersion } from "./ShownVersion.tsx";

interface Props {
  /** The template as the editor read it, and the revision that it edits. */
  template: Template;
  revision: string | undefined;
  /** The fields as they are in the editor. */
  edited: TemplateFields;
  /** Whether that isn't saved. */
  isChanged: boolean;
  /** Called after a version was saved. */
  onUsed: (saved: SavedTemplate) => void;
  onClose: () => void;
}

/** Where someone finds a text that isn't kept anymore. */
const OLDER_TEXTS =
  "An older text may be in the Sent folder of your Gmail. To keep one for longer, download the template.";

const UNSAVED = {
  title: "Use this version?",
  text: "What you changed in the editor hasn't been saved and will be lost.",
  action: "Use this version",
  cancel: "Keep editing",
};

const CONFLICT =
  "This template was changed elsewhere since you opened it. If you use this version, the text from there becomes an earlier version.";

/** Saves an earlier version as the template's text. */
function useEarlierText({ template, revision, isChanged, onUsed }: Props) {
  const confirm = useConfirm();
  const saving = useSaveTemplate();
  const save = (of: TemplateVersion, over: string | undefined) =>
    saving.mutate(
      { id: template.id, revision: over, fields: fieldsOf(of) },
      { onSuccess: (saved) => onUsed(saved) },
    );
  const isConflict = saving.error?.reason === "template_changed";
  const failure = saving.error && {
    message: isConflict ? CONFLICT : `Save failed: ${saving.error.message}`,
    isConflict,
  };
  return {
    isSaving: saving.isPending,
    /** Why the last try failed; null if it didn't. */
    failure,
    forgetFailure: saving.reset,
    /** Asks first if that loses something in the editor. */
    bringBack: async (of: TemplateVersion) => {
      if (!isChanged || (await confirm(UNSAVED))) save(of, revision);
    },
    /** Even if the template was saved elsewhere in the meantime. */
    bringBackAnyway: (of: TemplateVersion) => save(of, undefined),
  };
}

/** The texts that a template had before (rule: earlier versions), over its editor. */
export default function EarlierVersions(props: Props) {
  const { template, edited, onClose } = props;
  const id = useId();
  const fullScreen = useIsEditorFull();
  const versions = useVersions(template.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const titles = useMemo(() => titlesOf(versions.data ?? [], Date.now()), [versions.data]);
  const shown = chosen ?? versions.data?.[0]?.version ?? null;
  const version = useVersion(template.id, shown);
  const text = useEarlierText(props);
  return (
    <Dialog
      open
      onClose={() => !text.isSaving && onClose()}
      fullScreen={fullScreen}
      fullWidth
      maxWidth={false}
      aria-labelledby={id}
      aria-busy={text.isSaving}
      slotProps={{ paper: { className: fullScreen ? "" : (styles.window ?? "") } }}
    >
      <DialogTitle id={id}>Earlier versions</DialogTitle>
      <DialogContent>
        {versions.isPending && <Loading what="earlier versions" heights={[44, 44, 44]} gap={8} />}
        {versions.error && <QueryFailure {...versions} error={versions.error} />}
        {versions.data?.length === 0 && <NoVersions />}
        {versions.data && versions.data.length > 0 && (
          <div className={styles.desk}>
            <VersionList
              versions={versions.data}
              titles={titles}
              shown={shown}
              isBusy={text.isSaving}
              onChoose={(one) => {
                text.forgetFailure();
                setChosen(one);
              }}
            />
            <section
              className={styles.shown}
              aria-label={titles.get(shown ?? "") ?? ""}
              aria-busy={version.isFetching}
            >
              {text.failure && version.data && (
                <Notice
                  variant="danger"
                  action={
                    text.failure.isConflict && (
                      <Button size="small" onClick={() => text.bringBackAnyway(version.data)}>
                        Use it anyway
                      </Button>
                    )
                  }
                >
                  {text.failure.message}
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
        <Button disabled={text.isSaving} onClick={onClose}>
          Close
        </Button>
        <Button
          variant="contained"
          disabled={text.isSaving || !version.data}
          onClick={() => version.data && void text.bringBack(version.data)}
        >
          <BusyWord isBusy={text.isSaving} word="Use this version" busyWord="Saving…" />
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function NoVersions() {
  const kept = `There are none yet. Each save keeps the text before it for ${KEPT.daysOfVersions} days.`;
  return <EmptyState drawing={<BlankLetter />} sentence={`${kept} ${OLDER_TEXTS}`} />;
}

interface KeptVersion {
  version: string;
  /** ISO time. */
  replaced_at: string;
}

interface VersionListProps {
  versions: readonly KeptVersion[];
  titles: ReadonlyMap<string, string>;
  /** The version that is shown beside the list. */
  shown: string | null;
  isBusy: boolean;
  onChoose: (version: string) => void;
}

/** The earlier versions of a template, to choose one of them. */
function VersionList({ versions, titles, shown, isBusy, onChoose }: VersionListProps) {
  const id = useId();
  return (
    <div className="stack gap-8">
      <p className="hint" id={id}>
        Each text, by when it was replaced. We keep them for {KEPT.daysOfVersions} days.
      </p>
      <ul className={styles.list} aria-labelledby={id}>
        {versions.map(({ version }) => (
          <li key={version}>
            <button
              type="button"
              className={styles.time}
              aria-current={version === shown}
              disabled={isBusy}
              onClick={() => onChoose(version)}
            >
              {titles.get(version)}
            </button>
          </li>
        ))}
      </ul>
      <p className="hint">{OLDER_TEXTS}</p>
    </div>
  );
}

/** Each version's time in words, with seconds if two would be the same. */
function titlesOf(versions: readonly KeptVersion[], now: number): Map<string, string> {
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
