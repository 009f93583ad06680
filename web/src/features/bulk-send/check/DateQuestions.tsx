import { Notice } from "../../../components/ErrorNotice.tsx";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { DateAnswer } from "./DateAnswer.tsx";
import { readingWords } from "./momentWords.ts";

/** What only a person can say about the file's dates, beside the mail that it makes. It stays, to be changed. */
export function DateQuestions({ bulk }: { bulk: Bulk }) {
  const { form, change, check } = bulk;
  if (form.mode !== "csv") return null;
  const questions = check?.moments.map((moment) => {
    const { column, question } = moment;
    if (question === null) return null;
    return (
      <Notice
        key={column}
        variant={question.answer === null ? "warning" : "info"}
        action={<DateAnswer column={column} question={question} change={change} />}
      >
        {readingWords(moment)}
      </Notice>
    );
  });
  return <div className={styles.questions}>{questions}</div>;
}
