import type { CheckResult } from "@sendwright/core/check/types";
import { NO_RECIPIENT_COLUMN } from "@sendwright/core/contract";
import { sampleCsv } from "@sendwright/core/csv/write";
import { filesInUse } from "@sendwright/core/files/fit";
import { picturesIn } from "@sendwright/core/files/pictures";
import { isFilled, isIncluded, type List, type ListSource } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { withCommas } from "@sendwright/core/withCommas";
import { PenLine } from "lucide-react";
import { memo, type ReactNode, useCallback, useState } from "react";
import { Button, buttonLook } from "../../../components/Button.tsx";
import { FilePicker } from "../../../components/FilePicker.tsx";
import { usePasting } from "../../../components/RichTextEditor/paste/waitingPastes.ts";
import { SelectField } from "../../../components/SelectField.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { TextArea } from "../../../components/TextArea.tsx";
import { useIsPhone } from "../../../components/useIsPhone.ts";
import { useLimits } from "../../../data/configQuery.ts";
import { useTemplates } from "../../../data/templateQueries.ts";
import { download } from "../../../lib/download.ts";
import { pastedLines } from "../../../lib/linkedPeople.ts";
import { LIST_FILES } from "../../../lib/lists/listFiles.ts";
import { spreadsheetDelimiter } from "../../../lib/spreadsheetDelimiter.ts";
import { useWriteTemplate } from "../../../lib/templateEditorContext.ts";
import type { SendErrors } from "../../../sending/errors.ts";
import { CheckPanel, OverlookedColumns } from "../check/CheckPanel.tsx";
import { checkSentence, isRowLeft } from "../check/findings.ts";
import { LookAlikeColumns } from "../check/LookAlikeColumns.tsx";
import { openReadings } from "../check/questionWords.ts";
import { fileQuestionErrors } from "../files/fileErrors.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { RawList, SendForm } from "../form/sendForm.ts";
import type { EmailOfForm } from "../form/useEmailOfForm.ts";
import { templateForList } from "../list/templateForList.ts";
import type { FormFileReader } from "../list/useFileReader.ts";
import type { ListOfForm } from "../list/useListOfForm.ts";
import { checkErrors } from "../submit/sendErrors.ts";
import { Values } from "../values/Values.tsx";
import { Detection } from "./FileReading.tsx";
import { Corrections, ListOfPeople } from "./ListOfPeople.tsx";
import { ReadingNotes } from "./ReadingNotes.tsx";
import styles from "./steps.module.css";
import type { View } from "./useView.ts";

const utf8 = new TextEncoder();

function contentBytes(content: File | string): number {
  return typeof content === "string" ? utf8.encode(content).length : content.size;
}

interface FileProps {
  /** That of the list, if there is one. */
  source: ListSource | null;
  hasPeople: boolean;
  raw: RawList | null;
  /** Whether there was a list before. */
  hasPast: boolean;
  change: (action: SendFormAction) => void;
  email: EmailOfForm;
  fileReader: FormFileReader;
  /** Called when you start typing a list. */
  onType: () => void;
}

/** Chooses a file or a table from the clipboard, or starts an empty list; offers samples. */
const FileChoice = memo(function FileChoice({
  source: listSource,
  hasPeople,
  raw: listRaw,
  hasPast,
  change,
  email: { mail, template },
  fileReader,
  onType,
}: FileProps) {
  const limits = useLimits();
  const [isPasting, setPasting] = useState(false);
  // A phone shows the list's name, and how to choose another one on request.
  const isFoldable = useIsPhone() && listSource !== null;
  const [isOpened, setOpened] = useState(false);
  const raw = fileReader.chosen ?? listRaw;
  const source = fileReader.chosen?.source ?? listSource;
  const files =
    source && raw ? [{ key: source.name, name: source.name, size: contentBytes(raw.content) }] : [];
  const type = () => {
    const variables = mail?.variables ?? [];
    const blank = emptyList(
      variables.flatMap(({ name, type: kind }) => (kind === "sticky" ? [] : name)),
    );
    fileReader.forget();
    change({ type: "newList", list: blank });
    onType();
  };
  const remove = () => {
    fileReader.forget();
    if (listSource !== null) change({ type: "newList", list: null });
  };
  return (
    <>
      {isFoldable && (
        <p className={styles.chosen}>
          <span>{listSource.name}</span>
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-expanded={isOpened}
            onClick={() => setOpened(!isOpened)}
          >
            {isOpened ? "Hide" : "Other list"}
          </Button>
        </p>
      )}
      <div hidden={isFoldable && !isOpened && fileReader.error === null}>
        <FilePicker
          label="CSV file"
          hint={`Or an Excel or OpenDocument workbook. Up to ${withCommas(limits.MAX_CSV_RECIPIENTS)} rows. The first row contains the headers.`}
          multiple={false}
          accept={LIST_FILES}
          files={files}
          onAdd={([file]) => {
            if (!file) return;
            setPasting(false);
            fileReader.read({ kind: "file", name: file.name }, file);
          }}
          onRemove={remove}
          error={fileReader.error ?? undefined}
        />
        <p className={styles.others}>
          <Button
            size="small"
            variant="text"
            onClick={() => setPasting(!isPasting)}
            aria-expanded={isPasting}
          >
            Paste from a spreadsheet
          </Button>
          {listSource === null ? (
            // Its columns are those of the template.
            <Button size="small" variant="text" disabled={template.isLoading} onClick={type}>
              Type a list
            </Button>
          ) : (
            files.length === 0 && (
              <Button size="small" variant="text" color="secondary" onClick={remove}>
                {hasPeople ? "Remove this list" : "Don't type a list"}
              </Button>
            )
          )}
          {listSource === null && hasPast && (
            <Button size="small" variant="text" onClick={() => change({ type: "undo" })}>
              Bring back the last list
            </Button>
          )}
          <a
            {...buttonLook({ size: "small", variant: "text", color: "secondary" })}
            href="/sample.csv"
            download="sample.csv"
          >
            sample.csv
          </a>
          {mail && mail.variables.length > 0 && (
            <Button
              size="small"
              variant="text"
              color="secondary"
              onClick={() =>
                download(
                  `${mail.name} sample.csv`,
                  sampleCsv(mail.variables, spreadsheetDelimiter()),
                )
              }
            >
              Sample for this template
            </Button>
          )}
        </p>
        {listSource === null && (
          <p className="hint">
            Each person can get a file of their own: add the files once the list is here.
          </p>
        )}
        {isPasting && (
          <PasteTable
            onPaste={(text) => {
              setPasting(false);
              fileReader.read({ kind: "paste", name: "Pasted table" }, text);
            }}
          />
        )}
      </div>
    </>
  );
});

/** Takes a table from the clipboard: at once when pasted, or with the button when typed. */
function PasteTable({ onPaste }: { onPaste: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <div className={styles.paste}>
      <TextArea
        id="bulk-paste"
        label="Table from a spreadsheet"
        helperText="Copy the cells with their headers, then paste them here."
        rows={3}
        maxRows={6}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = pastedLines(event.clipboardData);
          if (text !== "" || !pasted.trim().includes("\n")) return;
          event.preventDefault();
          onPaste(pasted);
        }}
      />
      <Button size="small" disabled={text.trim() === ""} onClick={() => onPaste(text)}>
        Use this table
      </Button>
    </div>
  );
}

/**
 * The column of addresses: guessed until you choose one. A typed list without placeholders needs no
 * question.
 */
function RecipientColumn({
  list,
  change,
  isAsked,
}: { list: List } & Pick<StepProps, "change" | "isAsked">) {
  const { address } = list.mapping;
  if (list.columns.length === 0 || (list.source.kind === "table" && list.columns.length === 1))
    return null;
  return (
    <SelectField
      id="bulk-recipient-column"
      label="Recipient email column"
      value={address ?? ""}
      options={list.columns.map((header) => ({ value: header, word: header }))}
      onChange={(header) =>
        header !== null && change({ type: "list", change: { type: "address", header } })
      }
      empty="Choose a column"
      error={isAsked && address === null && NO_RECIPIENT_COLUMN}
    />
  );
}

/**
 * Whether the template still needs values from a list: it has placeholders without a column, or
 * none is chosen.
 */
function isUnfitting(form: SendForm, check: CheckResult | null): boolean {
  // Step 1 offers it to people who wanted to write one themselves.
  if (form.choice.kind === "compose") return false;
  return (
    form.choice.kind !== "template" ||
    (check?.columns.missing.some(({ required }) => required) ?? false)
  );
}

interface StepProps {
  form: SendForm;
  change: (action: SendFormAction) => void;
  email: EmailOfForm;
  people: ListOfForm;
  view: View;
  errors: SendErrors;
  /** Whether Send was clicked. */
  isAsked: boolean;
  /** The questions about the list, if the window is too narrow to show them beside the email. */
  questions: ReactNode;
}

/** Step 2 with a list: choose it, match its columns, and fix problems. */
export const CsvStep = memo(function CsvStep({
  form,
  change,
  email,
  people,
  view,
  errors,
  isAsked,
  questions,
}: StepProps) {
  const { list, filled, feeds, overlooked, check, asEarlier, fileReader, limit } = people;
  const { mail } = email;
  const { past, now } = form.people;
  const { raw, corrections } = now;
  const [isTyped, setTyped] = useState(false);
  const markTyped = useCallback(() => setTyped(true), []);
  const isDone = check !== null && check.summary.ready > 0 && openReadings(check).length === 0;
  const isLeft =
    check !== null &&
    list !== null &&
    (isRowLeft(check, list) ||
      asEarlier.size > 0 ||
      overlooked.length > 0 ||
      checkErrors({ check, checkError: null, mail, asksSeveral: true }).length > 0 ||
      fileQuestionErrors(people.rowFiles).length > 0);
  return (
    <StepCard
      title="Recipients"
      done={isDone}
      isPartial={isLeft}
      summary={`${list?.source.name} · ${check && filled && checkSentence(check, filled, mail?.variables ?? [], asEarlier.size)} · to ${list?.mapping.address}`}
      folded={view.isListFolded}
      onFold={view.foldList}
    >
      <div className="stack gap-16">
        <FileChoice
          source={list?.source ?? null}
          hasPeople={list?.rows.some(isFilled) ?? false}
          raw={raw}
          hasPast={past.length > 0}
          change={change}
          email={email}
          fileReader={fileReader}
          onType={markTyped}
        />
        <Corrections people={corrections} />
        {fileReader.isReading && <Spinner label="Reading the list" />}
        <Detection raw={raw} list={list} reader={fileReader} />
        <ReadingNotes raw={raw} reader={fileReader} />
        {list && <RecipientColumn list={list} change={change} isAsked={isAsked} />}
        <Values form={form} change={change} mail={mail} people={people} errors={errors.fields} />
        {filled && (
          <CheckPanel
            list={filled}
            check={check}
            limit={limit}
            variables={mail?.variables ?? []}
            again={asEarlier.size}
            raw={raw}
            onReread={fileReader.reread}
          />
        )}
        {filled && (
          <OverlookedColumns list={filled} feeds={feeds} overlooked={overlooked} change={change} />
        )}
        <LookAlikeColumns form={form} mail={mail} list={list} />
        {questions}
        {list && form.choice.kind === "none" && (
          <p className="soft">Choose a template in step 1 to check every row.</p>
        )}
        {isUnfitting(form, check) && <WriteForList form={form} change={change} list={list} />}
        <ListOfPeople
          form={form}
          change={change}
          mail={mail}
          people={people}
          onLook={view.look}
          begin={isTyped ? "address" : null}
          isAsked={isAsked}
        />
      </div>
    </StepCard>
  );
});

/** The files of the pictures that an email shows, for the editor; nothing if it has none. */
function picturesOf({ body, pictures }: Pick<SendForm, "body" | "pictures">) {
  const files = filesInUse(pictures, picturesIn(body));
  return files.length > 0 ? { files } : {};
}

/**
 * Opens the template editor with the columns of the list, then chooses the saved template and
 * previews its first email.
 */
export function WriteForList({
  form,
  change,
  list,
}: Pick<StepProps, "form" | "change"> & { list: List | null }) {
  const write = useWriteTemplate();
  const isPasting = usePasting();
  const { data: templates = [] } = useTemplates();
  const first = list?.rows.find(isIncluded);
  if (!list || !first || !write) return null;
  const written = form.choice.kind === "compose" ? form : { subject: "", body: "", pictures: [] };
  return (
    <div>
      <Button
        size="small"
        startIcon={<PenLine size={16} aria-hidden />}
        disabled={isPasting}
        onClick={() => {
          const names = templates.map(({ name }) => name);
          const draft = templateForList(list, written, names);
          write({ ...draft, ...picturesOf(written) }, ({ id }) => {
            change({ type: "choice", choice: { kind: "template", id } });
            change({ type: "preview", row: first.id });
          });
        }}
      >
        Write a template for this list
      </Button>
    </div>
  );
}
