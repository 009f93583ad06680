import Button from "@mui/material/Button";
import type { DateQuestion } from "@sendwright/core/check/types";
import { dateOrder } from "@sendwright/core/contract";
import type { Dispatch } from "react";
import type { SendFormAction } from "../form/sendFormReducer.ts";
import styles from "./check.module.css";

interface Props {
  column: string;
  question: DateQuestion;
  change: Dispatch<SendFormAction>;
}

/** Two toggle buttons for the two days that an ambiguous date can be. */
export function DateAnswer({ column, question, change }: Props) {
  return (
    <fieldset className={styles.answer}>
      <legend className="unseen">Dates in {column}</legend>
      {dateOrder.options.map((order) => (
        <Button
          key={order}
          size="small"
          variant={question.answer === order ? "contained" : "outlined"}
          aria-pressed={question.answer === order}
          onClick={() => change({ type: "list", change: { type: "dates", header: column, order } })}
        >
          {question[order]}
        </Button>
      ))}
    </fieldset>
  );
}
