import Button from "@mui/material/Button";
import type { Problem } from "@sendwright/core/check/types";
import type { Variable } from "@sendwright/core/contract";
import { CircleX, Info } from "lucide-react";
import type { Bulk } from "../useBulkSend.ts";
import styles from "./check.module.css";
import { FixField } from "./FixField.tsx";
import { goToNext } from "./nextFix.ts";

/** Longer cells are put right in the file: nobody reads them in a field. */
const LONGEST_FIX = 300;

interface Props {
  problem: Problem;
  /** What else stands in the row. */
  glimpse: string;
  variables: readonly Variable[];
  bulk: Bulk;
}

/** One problem: where it is, what it is, and the ways out of it. */
export function ProblemItem({ problem, glimpse, variables, bulk }: Props) {
  const { form, change, check, csv } = bulk;
  const { row, line, column, value, message, severity, suggestion, kind } = problem;
  const variable = check?.columns.used.find(({ header }) => header !== null && header === column)?.variable;
  const options = kind === "option" ? variables.find(({ name }) => name === variable)?.options : undefined;
  const edit = (next: string) => column !== null && change({ type: "edit", row, header: column, value: next });
  const Icon = severity === "error" ? CircleX : Info;
  return (
    <li className={styles.problem} data-severity={severity} data-kind={kind}>
      <Icon size={16} aria-hidden />
      <p className={styles.where}>
        Row {row}
        {line !== null && !csv.isTyped && <span> · line {line}</span>}
      </p>
      <p className={styles.what}>
        <span className="unseen">{severity === "error" ? "Error: " : "Note: "}</span>
        {message}
        {glimpse !== "" && <span className={styles.glimpse}>{glimpse}</span>}
      </p>
      <div className={styles.ways}>
        {column !== null && value.length <= LONGEST_FIX && (
          <FixField key={value} row={row} column={column} value={value} options={options} onFix={edit} />
        )}
        {suggestion !== undefined && (
          <Button
            size="small"
            onClick={(event) => {
              goToNext(event.currentTarget);
              edit(suggestion);
            }}
          >
            Use {suggestion}
          </Button>
        )}
        <Button size="small" variant="text" onClick={() => bulk.look(row)}>
          Look
          <span className="unseen"> at the mail of row {row}</span>
        </Button>
        {!form.skipRows.includes(row) && (
          <Button
            size="small"
            variant="text"
            onClick={(event) => {
              goToNext(event.currentTarget);
              if (check) change({ type: "leaveOut", rows: [row], check, sentBefore: false });
            }}
          >
            {severity === "error" ? "Keep it left out" : "Leave out"}
            <span className="unseen">{severity === "error" ? ` (row ${row})` : ` row ${row}`}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
