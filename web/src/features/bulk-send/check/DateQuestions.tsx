import { Notice } from "../../../components/ErrorNotice.tsx";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { DateAnswer } from "./DateAnswer.tsx";
import { readingMessage } from "./momentMessages.ts";

/**
 * Beside the mail: what only a person can say about the file's dates, which stays to be changed, and where the mail turns day and
 * month of them round.
 */
export function DateQuestions({ bulk }: { bulk: Bulk }) {
  const { form, change, check } = bulk;
  if (form.mode !== "csv") return null;
  const questions = check?.moments.map((moment) => {
    const { column, example, question } = moment;
    const isTurned = example?.inMail !== undefined;
    if (question === null && !isTurned) return null;
    return (
      <Notice
        key={column}
        variant={question?.answer === null || isTurned ? "warning" : "info"}
        action={question && <DateAnswer column={column} question={question} change={change} />}
      >
        {readingMessage(moment)}
      </Notice>
    );
  });
  return <div className={styles.questions}>{questions}</div>;
}
