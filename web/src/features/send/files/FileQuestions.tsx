import { groupBy } from "@sendwright/core/groupBy";
import type { List } from "@sendwright/core/list/list";
import { withoutFiles } from "@sendwright/core/list/listFiles";
import type { FileQuestions as Questions } from "@sendwright/core/pairing/rowFiles";
import type { UnclearFile } from "@sendwright/core/pairing/types";
import { listInWords, pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { isolated } from "../../../components/isolated.tsx";
import { useShowMore } from "../../../components/useShowMore.tsx";
import { acceptPairs, assignFiles, confirmOwners, pairAgain } from "./fileAnswers.ts";
import styles from "./files.module.css";
import {
  type FilePeople,
  peopleWord,
  personWord,
  unclearSentence,
  unprovenSentence,
} from "./fileWords.ts";
import { PersonChoice } from "./PersonChoice.tsx";
import type { FilesOfForm } from "./useRowFiles.ts";

/** How many questions of a kind show at first. */
const MOST_SHOWN = 3;

interface Props {
  list: List;
  people: FilePeople;
  rowFiles: FilesOfForm;
}

/** The decisions about files that are still open, the unclear ones first. */
export function FileQuestions(props: Props) {
  const { found } = props.rowFiles;
  if (found === null) return null;
  const { unproven, unclear, shared, changed, missing } = found.questions;
  return (
    <>
      <Unproven {...props} unproven={unproven} />
      <Unclear {...props} unclear={unclear} />
      <Shared {...props} shared={shared} />
      <Changed {...props} changed={changed} />
      <Missing {...props} missing={missing} />
    </>
  );
}

interface QuestionProps {
  words: string;
  /** For screen readers: the subject of the answers. */
  about: string;
  children: ReactNode;
}

function Question({ words, about, children }: QuestionProps) {
  return (
    <Notice variant="warning">
      <p className={styles.words}>{isolated(words)}</p>
      <fieldset className={styles.answers}>
        <legend className="unseen">{about}</legend>
        {children}
      </fieldset>
    </Notice>
  );
}

/** The first of many questions, and a button that shows the others. */
function Some<T>({ all, children }: { all: readonly T[]; children: (one: T) => ReactNode }) {
  const words = (more: number) => `${pluralize(more, "more question")} of this kind`;
  const { shown, showMore } = useShowMore(all, MOST_SHOWN, words);
  return (
    <>
      {shown.map(children)}
      {showMore}
    </>
  );
}

function useNames({ files }: FilesOfForm): (hash: string) => string {
  const names = new Map(files.files.map(({ hash, name }) => [hash, name]));
  return (hash) => names.get(hash) ?? "";
}

function Unproven({ people, rowFiles, unproven }: Props & { unproven: Questions["unproven"] }) {
  const { files, found, change } = rowFiles;
  const nameOf = useNames(rowFiles);
  if (found === null) return null;
  // One answer for all files that name the same other person: a head teacher's signature.
  const groups = groupBy(unproven, ({ row, hash, proof }) =>
    proof.kind === "names_others" || proof.kind === "names_others_too"
      ? `${proof.kind} ${proof.others.join()}`
      : `${row} ${hash}`,
  );
  return (
    <Some all={[...groups]}>
      {([key, those]) => {
        const [first] = those;
        if (first === undefined) return null;
        const { row, hash, proof } = first;
        const other =
          proof.kind === "names_others" && proof.others.length === 1 ? proof.others[0] : undefined;
        const drop = () => change(withoutFiles(files, new Set(those.map((one) => one.hash))));
        if (
          those.length > 1 &&
          (proof.kind === "names_others" || proof.kind === "names_others_too")
        ) {
          const rather = proof.kind === "names_others" ? ", not" : " besides";
          return (
            <Question
              key={key}
              about={`Files that name ${peopleWord(people, proof.others)}`}
              words={`${pluralize(those.length, "file")} name ${peopleWord(people, proof.others)}${rather} the people they are for: ${listInWords(those.map((one) => `${nameOf(one.hash)} for ${personWord(people, one.row)}`))}.`}
            >
              <Button
                size="small"
                variant="outlined"
                onClick={() => change(acceptPairs(files, those))}
              >
                They are right
              </Button>
              <Button size="small" variant="text" color="secondary" onClick={drop}>
                Remove the {withCommas(those.length)} files
              </Button>
            </Question>
          );
        }
        return (
          <Question
            key={key}
            about={`${nameOf(hash)} for ${personWord(people, row)}`}
            words={unprovenSentence(nameOf(hash), row, proof, people)}
          >
            {other !== undefined && people.has(other) && (
              <Button
                size="small"
                variant="outlined"
                onClick={() => change(assignFiles(files, found, people, [{ row: other, hash }]))}
              >
                Give it to {personWord(people, other)}
              </Button>
            )}
            <Button
              size="small"
              variant="outlined"
              onClick={() => change(acceptPairs(files, those))}
            >
              Send it to {personWord(people, row)}
            </Button>
            <PersonChoice
              people={people}
              about={nameOf(hash)}
              onChoose={(chosen) =>
                change(assignFiles(files, found, people, [{ row: chosen, hash }]))
              }
            />
            <Button size="small" variant="text" color="secondary" onClick={drop}>
              Remove the file
            </Button>
          </Question>
        );
      }}
    </Some>
  );
}

function Unclear({ people, rowFiles, unclear }: Props & { unclear: readonly UnclearFile[] }) {
  const { files, found, change } = rowFiles;
  const nameOf = useNames(rowFiles);
  if (found === null) return null;
  // Several files of one person are one question, and so are all names with a further word.
  const groups = groupBy(unclear, ({ hash, rows, reason }) =>
    reason.kind === "several_files"
      ? `files ${rows.join()}`
      : reason.kind === "other_word"
        ? "words"
        : hash,
  );
  return (
    <Some all={[...groups]}>
      {([key, those]) => {
        const [first] = those;
        if (first === undefined) return null;
        const drop = () => change(withoutFiles(files, new Set(those.map((one) => one.hash))));
        const give = (pairs: readonly { row: number; hash: string }[]) =>
          change(assignFiles(files, found, people, pairs));
        const all = those.flatMap(({ rows: [row], hash }) =>
          row === undefined ? [] : { row, hash },
        );
        if (those.length > 1) {
          const isWord = first.reason.kind === "other_word";
          const pairs = listInWords(
            those.map((one) => `${nameOf(one.hash)} for ${peopleWord(people, one.rows)}`),
          );
          return (
            <Question
              key={key}
              about="Files that aren't paired"
              words={
                isWord
                  ? `${pluralize(those.length, "file")} have a word in their name that isn't in the person's row: ${pairs}.`
                  : `${pluralize(those.length, "file")} could be for ${peopleWord(people, first.rows)}: ${listInWords(those.map((one) => nameOf(one.hash)))}.`
              }
            >
              <Button size="small" variant="outlined" onClick={() => give(all)}>
                {isWord
                  ? "They are right"
                  : `Attach all ${withCommas(those.length)} for ${peopleWord(people, first.rows)}`}
              </Button>
              {!isWord &&
                those.slice(0, MOST_SHOWN).map(({ hash, rows: [row] }) => (
                  <Button
                    key={hash}
                    size="small"
                    variant="outlined"
                    onClick={() => row !== undefined && give([{ row, hash }])}
                  >
                    Only {nameOf(hash)}
                  </Button>
                ))}
              <Button size="small" variant="text" color="secondary" onClick={drop}>
                Remove the {withCommas(those.length)} files
              </Button>
            </Question>
          );
        }
        const { hash, rows } = first;
        return (
          <Question
            key={key}
            about={nameOf(hash)}
            words={unclearSentence(nameOf(hash), first, people)}
          >
            {rows.slice(0, MOST_SHOWN).map((row) => (
              <Button
                key={row}
                size="small"
                variant="outlined"
                onClick={() => give([{ row, hash }])}
              >
                It's for {personWord(people, row)}
              </Button>
            ))}
            <PersonChoice
              people={people}
              about={nameOf(hash)}
              onChoose={(row) => give([{ row, hash }])}
            />
            <Button size="small" variant="text" color="secondary" onClick={drop}>
              Remove the file
            </Button>
          </Question>
        );
      }}
    </Some>
  );
}

function Shared({ people, rowFiles, shared }: Props & { shared: Questions["shared"] }) {
  const { files, change } = rowFiles;
  const nameOf = useNames(rowFiles);
  return (
    <Some all={shared}>
      {({ hash, rows }) => (
        <Question
          key={hash}
          about={nameOf(hash)}
          words={`${nameOf(hash)} goes to ${pluralize(rows.length, "person", "people")}: ${peopleWord(people, rows)}.`}
        >
          <Button
            size="small"
            variant="outlined"
            onClick={() => change({ ...files, shared: new Set([...files.shared, hash]) })}
          >
            Send it to {rows.length === 2 ? "both" : `all ${withCommas(rows.length)}`}
          </Button>
          <Button
            size="small"
            variant="text"
            color="secondary"
            onClick={() => change(withoutFiles(files, new Set([hash])))}
          >
            Remove the file
          </Button>
        </Question>
      )}
    </Some>
  );
}

function Changed({ people, rowFiles, changed }: Props & { changed: Questions["changed"] }) {
  const { files, change } = rowFiles;
  return (
    <Some all={changed}>
      {({ row, before }) => (
        <Question
          key={row}
          about={`The file of ${personWord(people, row)}`}
          words={`This row had ${before}'s file. Is it ${personWord(people, row)}'s?`}
        >
          <Button
            size="small"
            variant="outlined"
            onClick={() => change(confirmOwners(files, people, [row]))}
          >
            Yes, keep it
          </Button>
          <Button
            size="small"
            variant="text"
            color="secondary"
            onClick={() => change(pairAgain(files, [row]))}
          >
            No, pair this row again
          </Button>
        </Question>
      )}
    </Some>
  );
}

function Missing({ people, rowFiles, missing }: Props & { missing: Questions["missing"] }) {
  const { files, change } = rowFiles;
  if (missing.length === 0) return null;
  const one = missing.length === 1;
  return (
    <Question
      about="People without a file"
      words={`${pluralize(missing.length, "person has", "people have")} no file: ${peopleWord(people, missing)}.`}
    >
      <Button
        size="small"
        variant="outlined"
        onClick={() => change({ ...files, withoutFile: "skip" })}
      >
        Skip {one ? "this person" : "them"}
      </Button>
      <Button
        size="small"
        variant="outlined"
        onClick={() => change({ ...files, withoutFile: "send" })}
      >
        Send {one ? "the email" : "their emails"} without a file
      </Button>
    </Question>
  );
}
