import Button from "@mui/material/Button";
import type { Problem } from "@sendwright/core/check/types";
import { textIn } from "@sendwright/core/list/list";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { pluralize } from "../../../lib/pluralize.ts";
import type { SendFormState } from "../useSendForm.ts";
import { isUndecided } from "./asTyped.ts";
import styles from "./check.module.css";

/** For each domain that looks mistyped: one answer for all of its addresses. */
export function DomainTypos({ state }: { state: SendFormState }) {
  const { mode, tab, change, check, list } = state;
  if (!check || !list) return null;
  const header = list.mapping.address;
  const groups = new Map<string, Problem[]>();
  // Duplicates too: correcting only the first would make them someone else.
  for (const problem of check.problems.filter((one) => one.kind === "domain" && isUndecided(one, list))) {
    const key = `${domainOf(problem.value)} ${domainOf(problem.suggestion ?? "")}`;
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const fix = (problems: readonly Problem[]) => {
    if (header === null || list.beyond > 0) return;
    const suggestions = new Map(problems.map(({ id, suggestion }) => [id, suggestion]));
    if (mode === "manual" && tab === "bulk") {
      // The field's text is written anew from its people, so that no other address changes.
      const texts = list.rows.map((row) => suggestions.get(row.id) ?? textIn(list, row, header));
      change({ type: "manualText", text: texts.join("\n") });
    } else {
      const cells = problems.map(({ id, value, suggestion = value }) => ({ id, header, cell: suggestion }));
      change({ type: "list", change: { type: "cells", cells } });
    }
  };
  const keep = (problems: readonly Problem[]) =>
    change({ type: "list", change: { type: "asTyped", texts: problems.map(({ value }) => value.trim()) } });
  return [...groups].map(([key, problems]) => {
    const [domain = "", meant = ""] = key.split(" ");
    const count = problems.length;
    return (
      <Notice key={key} variant="warning">
        <p>
          {pluralize(count, "address ends", "addresses end")} in {domain}. Did you mean {meant}?
        </p>
        <fieldset className={styles.answer}>
          <legend className="unseen">Addresses that end in {domain}</legend>
          <Button size="small" variant="outlined" onClick={() => fix(problems)}>
            {count === 1 ? `Change it to ${meant}` : `Change all ${count} to ${meant}`}
          </Button>
          <Button size="small" variant="text" onClick={() => keep(problems)}>
            Keep {domain}
          </Button>
        </fieldset>
      </Notice>
    );
  });
}

/** The domain in a recipient's text, which may end with `>`. */
function domainOf(recipient: string): string {
  return /@([^@>\s]+)>?\s*$/.exec(recipient)?.[1]?.toLowerCase() ?? "";
}
