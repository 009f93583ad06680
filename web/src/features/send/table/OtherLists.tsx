import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { rowsOfSharedMailboxes } from "@sendwright/core/list/inOthers";
import { type List, type Row, textIn } from "@sendwright/core/list/list";
import { skippedCopies } from "@sendwright/core/list/otherCopies";
import type { OtherPeople } from "@sendwright/core/list/otherPeople";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { saysWho } from "@sendwright/core/recipients/personName";
import { useMemo, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { FilePicker } from "../../../components/FilePicker.tsx";
import { errorMessage } from "../../../lib/errorMessage.ts";
import type { ListReader } from "../../../lib/lists/ListReader.ts";
import { LIST_FILES } from "../../../lib/lists/listFiles.ts";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { useStable } from "../../../lib/useStable.ts";
import styles from "./table.module.css";

/** People and texts that a sentence names; the others are counted. */
const MAX_NAMED = 5;

interface Props {
  list: List;
  change: (change: ListChange) => void;
  /** The addresses that get a copy of every email. */
  copies: string;
}

/** Skips everyone who is in another list, which is read here and not kept. */
export function SkipOtherList({ list, change, copies, reader }: Props & { reader: ListReader }) {
  const [result, setResult] = useState<{ sentences: string[]; error: string | null } | null>(null);
  /**
   * Skips these people in the list as it is by then: it may have changed while the other one was
   * read.
   */
  const skipIn = useStable(
    (name: string, { notReached, unreadable, ...people }: OtherPeople): string[] => {
      const skipping = { type: "skipOthers", others: { ...people, files: [name] } } as const;
      change(skipping);
      return othersMessages({
        before: list,
        after: applyChange(list, skipping),
        copies,
        name,
        notReached,
        unreadable,
      });
    },
  );
  const skip = async (file: File) => {
    const source = { kind: "file", name: file.name } as const;
    try {
      const asked = { source, content: file, reading: AS_DETECTED };
      const found = await reader.people(asked, list.columns);
      setResult({ sentences: skipIn(file.name, found), error: null });
    } catch (error) {
      setResult({
        sentences: [],
        error: errorMessage(error),
      });
    }
  };
  return (
    <fieldset className={styles.narrowRow}>
      <legend>Skip people in another list</legend>
      <FilePicker
        label="Other list"
        hint="For example, yesterday's results or people who opted out. All of its sheets, rows and columns count. It stays in your browser, and we don't keep it."
        multiple={false}
        accept={LIST_FILES}
        files={[]}
        onAdd={([file]) => file && void skip(file)}
        error={result?.error ?? undefined}
      />
      {result && result.error === null && (
        <div role="status">
          {result.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface ListComparison extends Pick<OtherPeople, "notReached" | "unreadable"> {
  before: List;
  after: List;
  copies: string;
  /** Of the other list's file. */
  name: string;
}

/** The effect of a comparison with another list, and the texts that it couldn't read. */
function othersMessages({
  before,
  after,
  copies,
  name,
  notReached,
  unreadable,
}: ListComparison): string[] {
  const was = new Set(
    before.rows.flatMap(({ id, excluded }) => (excluded === undefined ? id : [])),
  );
  // The page asks about those who may be someone else.
  const { unclear } = rowsOfSharedMailboxes(after);
  const isOpen = new Set(unclear);
  const rows = after.rows.filter(
    (row) => row.excluded === "in_other_list" && was.has(row.id) && !isOpen.has(row),
  );
  const sentences: string[] = [];
  if (rows.length > 0) {
    const are = pluralize(rows.length, "row of your list is", "rows of your list are");
    sentences.push(`${are} in ${name}: ${named(after, rows)}.`);
  } else if (unclear.length === 0) sentences.push(`No one in your list is in ${name}.`);
  const known = new Set(skippedCopies(before, copies));
  const left = skippedCopies(after, copies).filter((mailbox) => !known.has(mailbox));
  if (left.length > 0) {
    sentences.push(
      `${andMore(left.slice(0, MAX_NAMED), left.length)} ${left.length === 1 ? "gets" : "get"} no copies.`,
    );
  }
  if (notReached > 0) {
    const them = notReached === 1 ? "it" : "them";
    sentences.push(
      `${pluralize(notReached, "row")} of the file didn't get that email, so we didn't count ${them}.`,
    );
  }
  if (unreadable.length > 0) {
    const texts = andMore(unreadable.slice(0, MAX_NAMED), unreadable.length);
    sentences.push(
      `We couldn't read ${pluralize(unreadable.length, "address", "addresses")} in ${name}: ${texts}.`,
    );
  }
  return sentences;
}

/**
 * Questions about people who share an address with someone in another list, and what a reload has
 * left out.
 */
export function OtherListQuestions({ list, change }: Pick<Props, "list" | "change">) {
  // It compares all rows: not again for another row in the preview.
  const { unclear: open, different: shared } = useMemo(() => rowsOfSharedMailboxes(list), [list]);
  const { elsewhere } = list;
  if (elsewhere === undefined) return null;
  const files = elsewhere.files.join(", ");
  const decide = (rows: readonly Row[], isIn: boolean) =>
    change({ type: "inOther", ids: rows.map(({ id }) => id), isIn });
  return (
    <>
      {open.length > 0 && (
        <Notice
          variant="warning"
          action={
            <>
              <Button size="small" onClick={() => decide(open, false)}>
                Include {open.length === 1 ? "it" : "them"}
              </Button>
              <Button size="small" onClick={() => decide(open, true)}>
                Skip {open.length === 1 ? "it" : "them"}
              </Button>
            </>
          }
        >
          {openMessage(list, open, files)}
        </Notice>
      )}
      {shared.length > 0 && (
        <Notice
          action={
            <Button size="small" onClick={() => decide(shared, true)}>
              Skip {shared.length === 1 ? "it" : "them"} too
            </Button>
          }
        >
          {sharedMessage(list, shared, files)}
        </Notice>
      )}
      {elsewhere.isPartial && (
        <p className="hint">{`To compare people you add or correct with ${files}, choose it again: a reload lost it.`}</p>
      )}
    </>
  );
}

function openMessage(list: List, rows: readonly Row[], files: string): string {
  const [share, are] = rows.length === 1 ? ["shares", "It's"] : ["share", "They're"];
  return `${pluralize(rows.length, "row")} ${share} an address with someone in ${files}, maybe someone else: ${named(list, rows)}. ${are} skipped.`;
}

function sharedMessage(list: List, rows: readonly Row[], files: string): string {
  const [share, are] = rows.length === 1 ? ["shares", "is"] : ["share", "are"];
  return `${pluralize(rows.length, "row")} ${share} an address with someone else in ${files} and ${are} included: ${named(list, rows)}.`;
}

/** "Mia (fam@example.org), Ben (fam@example.org) and 2 more". */
function named(list: List, rows: readonly Row[]): string {
  const { address } = list.mapping;
  const name = list.columns.find((header) => header !== address && saysWho(header));
  const whoIs = (row: Row) => {
    const mailbox = address === null ? "" : textIn(list, row, address).trim();
    const called = name === undefined ? "" : textIn(list, row, name).trim();
    return called === "" ? mailbox : `${called} (${mailbox})`;
  };
  return andMore(rows.slice(0, MAX_NAMED).map(whoIs), rows.length);
}
