import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { isInEmail, rowsOfEmail } from "@sendwright/core/check/joinedRows";
import { NOT_EMAILED } from "@sendwright/core/check/skipReasons";
import type { CheckedRow } from "@sendwright/core/check/types";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import { isFilled, type List, type Row } from "@sendwright/core/list/list";
import {
  differentFiles,
  type EarlierFiles,
  earlierFilesOf,
  fileRowOf,
} from "@sendwright/core/list/listFiles";
import { withoutFolders } from "@sendwright/core/pairing/names";
import type { PersonFile } from "@sendwright/core/pairing/types";
import { addressesText } from "@sendwright/core/recipients/copies";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";
import { memo, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../components/Button.tsx";
import brought from "../../../components/DataTable.module.css";
import { DontEmail } from "../../../components/DontEmail.tsx";
import { BlankLetter } from "../../../components/Drawings.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { Notice, PreviewFailure } from "../../../components/ErrorNotice.tsx";
import { MailPreview } from "../../../components/MailPreview.tsx";
import { useIsNarrow } from "../../../components/useIsNarrow.ts";
import { usePictureSources } from "../../../data/pictureSources.ts";
import { previewAdvice, usePreview, useSteadyInput } from "../../../data/previews.ts";
import { download } from "../../../lib/download.ts";
import { useBringIntoView } from "../../../lib/useBringIntoView.ts";
import { useSession } from "../../../lib/useSession.ts";
import { useDeepStable } from "../../../lib/useStable.ts";
import { MailOnItsWay, TestToMyself } from "../../../sending/TestToMyself.tsx";
import { useDontEmail } from "../../../sending/useDontEmail.ts";
import { blankForEveryone, skippedWith, whoIs } from "../check/findings.ts";
import { usePersonFiles } from "../files/usePersonFiles.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import type { EmailOfForm } from "../form/useEmailOfForm.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { SendButton, type SendProps } from "../submit/SendButton.tsx";
import { testFiles } from "../submit/sendFiles.ts";
import styles from "./preview.module.css";
import { previewedRow, previewInput } from "./previewInput.ts";
import { RowNavigation } from "./RowNavigation.tsx";

interface PreviewProps {
  form: SendForm;
  change: (action: SendFormAction) => void;
  email: EmailOfForm;
  people: ListOfForm;
  /** How often a preview was requested. */
  previewsAsked: number;
  /**
   * Placeholder → the error that the last click on Send named, at its field and beside the button.
   */
  errors: ReadonlyMap<string, string>;
}

/**
 * The email beside the form. In a narrow window it is a sheet over the form that each preview
 * request opens.
 */
export function PreviewPlace({ send, ...shown }: PreviewProps & { send: SendProps }) {
  const { form, people, previewsAsked } = shown;
  const id = useId();
  const isNarrow = useIsNarrow();
  const [seen, setSeen] = useState(previewsAsked);
  const close = () => setSeen(previewsAsked);
  // Narrowing the window doesn't open the sheet.
  if (!isNarrow && seen !== previewsAsked) close();
  if (!isNarrow) return <RowPreview {...shown} />;
  return (
    <Dialog
      open={seen !== previewsAsked}
      onClose={close}
      className={styles.sheet ?? ""}
      fullWidth
      maxWidth={false}
      aria-labelledby={id}
    >
      <h2 id={id} className="unseen">
        Email preview
      </h2>
      <DialogContent>
        <RowPreview {...shown} />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Close</Button>
        <SendButton
          tab={form.tab}
          when={form.when}
          check={people.check}
          {...send}
          onSend={() => {
            close();
            send.onSend();
          }}
        />
      </DialogActions>
    </Dialog>
  );
}

const NO_ROWS: readonly CheckedRow[] = [];

/** One email as it will arrive, with controls to reach every other one. */
const RowPreview = memo(function RowPreview({
  form,
  change,
  email,
  people,
  previewsAsked,
  errors,
}: PreviewProps) {
  const { mail, template } = email;
  const { check, list } = people;
  const { user } = useSession();
  const { tab } = form;
  const { mode } = form.people.now;
  const row = useMemo(() => previewedRow(form, mail, check), [form, mail, check]);
  const isSkipped = row !== null && isSkippedIn(form, list, row);
  const isStillEmailed = isSkipped && check !== null && hasOtherRow(check.rows, row);
  // The values of a skipped row never leave the browser.
  // A check with the same result, as when the people you don't email have arrived, changes nothing.
  const input = useDeepStable(
    useMemo(
      () => (isSkipped ? null : previewInput(form, mail, check, row)),
      [isSkipped, form, mail, check, row],
    ),
  );
  // While you type, the preview waits for a pause; moving to another row updates it at once.
  const isWritten = mode === "manual" || Object.keys(form.values).length > 0;
  const typed = useSteadyInput(isWritten ? input : null);
  const preview = usePreview(isWritten && !isSkipped ? typed : input, template.data?.revision);
  // Scrolls to the requested email, not to the one shown until it loads.
  const isTyped = !isWritten || typed === input;
  const isThere =
    isSkipped ||
    (isTyped && preview.isSuccess && !preview.isPlaceholderData) ||
    preview.error !== null;
  // The email on the screen is the one that Send would send: nothing is being typed or loaded.
  const isCurrent = preview.isSuccess && !preview.isFetching && isThere;
  const box = useBringIntoView(previewsAsked, (isSkipped || input !== null) && isThere);
  const { dontEmail } = useDontEmail();
  const store = usePersonFiles();
  const { choice } = form;
  const addresses = usePictureSources(
    mail?.body ?? "",
    choice.kind === "template" ? (template.data ?? null) : null,
    form.pictures,
  );
  // Until another row's email has loaded, the old one keeps its recipient, so no one is greeted by
  // another's name.
  const rows = useMemo(() => (row && check ? rowsOfEmail(check.rows, row) : NO_ROWS), [row, check]);
  const [rowsOfMail, setRowsOfMail] = useState(rows);
  if ((isThere || preview.data === undefined) && rowsOfMail !== rows) setRowsOfMail(rows);
  const [rowOfMail = null] = rowsOfMail;
  const go = (n: number) => {
    const next = check?.rows.find((one) => one.n === n);
    if (next) change({ type: "preview", row: next.id });
  };

  const hasPeople = people.filled !== null && people.filled.rows.length > 0;
  const isMailAwaited = hasPeople && (template.isLoading || people.isChecking);
  // There are people, and the template or the check of its values is loading.
  if (!input && !isSkipped && isMailAwaited) return <MailOnItsWay />;
  if (!mail || (!input && !isSkipped)) {
    return (
      <div className={styles.empty}>
        <EmptyState
          drawing={<BlankLetter />}
          sentence="You'll see each row's email here, as it will arrive."
        />
      </div>
    );
  }
  const ownFiles = ownFilesOf(people, rowsOfMail);
  const earlierFiles = earlierOf(people, rowsOfMail);
  const downloads = [
    ...ownFiles.map((file) => downloadOf(file, store.fileOf(file.hash))),
    ...earlierFiles.flatMap(({ files }) => files),
  ];
  const isNoEmail =
    input !== null &&
    rowOfMail?.verdict === "skip" &&
    (mode === "csv" || rowOfMail.reason === NOT_EMAILED);
  // The notice about the row names what it lacks.
  const isNamed = isNoEmail && rowOfMail.reason !== NOT_EMAILED;
  const missing = isNamed ? [] : (preview.data?.missing.filter((name) => !errors.has(name)) ?? []);
  const isFirst = tab === "direct" && (rowOfMail === null || isFirstAdded(list, rowOfMail));
  const isToFill =
    check !== null &&
    rowOfMail !== null &&
    rowOfMail.reason !== NOT_EMAILED &&
    (people.toFill.has(rowOfMail.id) || blankForEveryone(check, mail.variables).length > 0);
  const onSkip = () =>
    (box.current?.querySelector<HTMLElement>("[data-skip]") ?? box.current)?.focus();
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={`stack reached ${brought.place}`}
      aria-busy={preview.isFetching}
      data-email={isCurrent && rowOfMail?.verdict === "ready"}
    >
      {check && row && check.rows.length > 1 && (
        <RowNavigation check={check} shown={row} onGo={go} />
      )}
      {isSkipped && (
        <section aria-label="Preview">
          <Notice
            action={
              <>
                {row.address !== null && !isStillEmailed && (
                  <DontEmail address={row.address} onClick={dontEmail} />
                )}
                <SkipRow form={form} change={change} people={people} row={row} onDone={onSkip} />
              </>
            }
          >
            {isStillEmailed
              ? `Skipped: the email to ${row.recipient} goes without this row.`
              : `Skipped: no email for this row (${row.recipient || "no recipient yet"}).`}
          </Notice>
        </section>
      )}
      {preview.error && (
        <PreviewFailure
          error={preview.error}
          advice={previewAdvice(preview.error)}
          isFetching={preview.isFetching}
          refetch={preview.refetch}
        />
      )}
      {isNoEmail && (
        <Notice variant={isToFill ? "info" : "warning"}>
          This row gets no email{isToFill && " yet"}. {rowOfMail.reason}
        </Notice>
      )}
      {input && rowOfMail?.verdict === "ready" && rowOfMail.notes.length > 0 && (
        <Notice>
          {rowOfMail.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
      {input && preview.isPending && <MailOnItsWay />}
      {input && preview.data && (
        <MailPreview
          from={user?.email ?? ""}
          to={(rowOfMail && whoIs(rowOfMail)) || "No recipient yet"}
          cc={addressesText(rowOfMail?.copies?.cc ?? [])}
          bcc={addressesText(rowOfMail?.copies?.bcc ?? [])}
          replyTo={email.replyTo}
          subject={preview.data.rendered_subject}
          html={preview.data.rendered_body_html}
          text={preview.data.rendered_text}
          pictures={addresses}
          attachments={[
            ...downloads,
            ...mail.attachments.map(({ original_filename: name, size }) => ({ name, size })),
            ...form.attachments.map(({ name, size }) => ({ name, size })),
          ]}
          caption={
            (isFirst || missing.length > 0) && (
              <>
                {isFirst && <p>Preview shows email content for the first recipient added.</p>}
                {missing.length > 0 && <p>Still missing: {missing.join(", ")}</p>}
              </>
            )
          }
          actions={
            <>
              <TestToMyself
                input={input}
                files={
                  choice.kind === "compose" ? filesInUse(form.pictures, picturesIn(form.body)) : []
                }
                own={testFiles(ownFiles, earlierFiles, store)}
                revision={mail.revision}
                replyTo={form.copies.replyTo}
                email={user?.email ?? ""}
              />
              {row && (
                <SkipRow form={form} change={change} people={people} row={row} onDone={onSkip} />
              )}
            </>
          }
        />
      )}
    </div>
  );
});

/** Whether no one in the list was added before this row. Sorting doesn't change who was first. */
function isFirstAdded(list: List | null, { id }: Pick<CheckedRow, "id">): boolean {
  return list?.rows.every((other) => other.id >= id || !isFilled(other)) ?? false;
}

/** The rows of the list that an email is for. */
function listedRows({ list }: ListOfForm, rows: readonly CheckedRow[]): Row[] {
  const ids = new Set(rows.map(({ id }) => id));
  return list?.rows.filter(({ id }) => ids.has(id)) ?? [];
}

/** The files that only these rows get. */
function ownFilesOf(people: ListOfForm, rows: readonly CheckedRow[]): readonly PersonFile[] {
  const { found } = people.rowFiles;
  const own = listedRows(people, rows).flatMap((row) => found?.ofRow.get(fileRowOf(row)) ?? []);
  return differentFiles(own);
}

/** The files that these rows had in an earlier send. Each gets them again unless it has others. */
function earlierOf(people: ListOfForm, rows: readonly CheckedRow[]): EarlierFiles[] {
  const { list, rowFiles } = people;
  if (list === null) return [];
  return listedRows(people, rows).flatMap((row) => {
    const own = rowFiles.found?.ofRow.get(fileRowOf(row)) ?? [];
    return own.length > 0 ? [] : (earlierFilesOf(list, row) ?? []);
  });
}

/** A file that only these rows get, to download if its bytes are here. */
function downloadOf({ name: path, size }: PersonFile, file: File | null) {
  const name = withoutFolders(path);
  return { name, size, ...(file && { onDownload: () => download(name, file) }) };
}

/** Whether you skipped the row. False for a row with an error. */
function isSkippedIn(form: SendForm, list: List | null, { id }: Pick<CheckedRow, "id">): boolean {
  return form.people.now.mode === "csv" && list?.rows.find((row) => row.id === id)?.skipped != null;
}

/** Whether the mailbox of a skipped row gets an email for another row. */
function hasOtherRow(rows: readonly CheckedRow[], { address }: CheckedRow): boolean {
  if (address === null) return false;
  const key = addressKey(address);
  return rows.some((one) => isInEmail(one) && addressKey(one.address ?? "") === key);
}

interface SkipRowProps extends Pick<PreviewProps, "form" | "change" | "people"> {
  row: CheckedRow;
  /** The clicked button disappears, and another one undoes it. */
  onDone: () => void;
}

/** Skips the email of a row, with all its rows, or restores the row. */
function SkipRow({ form, change, people: { check, list }, row, onDone }: SkipRowProps) {
  const isSkipped = isSkippedIn(form, list, row);
  if (
    form.people.now.mode !== "csv" ||
    check === null ||
    list === null ||
    (row.verdict === "skip" && !isSkipped)
  )
    return null;
  const rows = rowsOfEmail(check.rows, row);
  const ids = [...new Set(rows.flatMap(({ id }) => skippedWith(check, list, id)))];
  const toggle = () => {
    flushSync(() => {
      // They stay on the screen.
      change({ type: "preview", row: row.id });
      change({
        type: "list",
        change: isSkipped ? { type: "restore", ids } : { type: "skip", ids, as: "by_hand" },
      });
    });
    onDone();
  };
  const word = isSkipped ? "Restore" : "Skip";
  return (
    <Button
      size="small"
      variant="text"
      color="secondary"
      data-skip=""
      aria-label={`${word} ${row.recipient}`}
      onClick={toggle}
    >
      {rows.length > 1 ? `Skip all ${withCommas(rows.length)} rows` : word}
    </Button>
  );
}
