import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import type { CheckSettings } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { useEffect, useMemo, useState } from "react";
import { inPlace } from "../../../lib/inPlace.ts";
import type { ListReader } from "../../../lib/lists/ListReader.ts";

/**
 * A list this short is checked while the page renders, which takes no longer than asking the
 * worker.
 */
const SHORT = 100;

interface CheckInput {
  list: List;
  checking: CheckSettings;
}

interface FinishedCheck extends CheckInput {
  result: PageCheck | null;
  error: Error | null;
}

interface CheckOfList {
  check: PageCheck | null;
  /** Whether the check is of the current list and email. */
  isChecked: boolean;
  error: Error | null;
}

const NOT_CHECKED: CheckOfList = { check: null, isChecked: false, error: null };

/**
 * Checks a list against an email after each change; null if there is nothing to check. While a long
 * list is being checked, returns the last check of the same list and email.
 */
export function useCheck(
  reader: ListReader,
  list: List | null,
  checking: CheckSettings | null,
): CheckOfList {
  const input = useMemo(() => list && checking && { list, checking }, [list, checking]);
  const immediate = useMemo(
    () =>
      input && input.list.rows.length <= SHORT ? checkOnPage(input.list, input.checking) : null,
    [input],
  );
  const [done, setDone] = useState<FinishedCheck | null>(null);
  const pending = immediate ? null : input;
  useEffect(() => {
    if (!pending) return;
    let isOutdated = false;
    const end = (parts: Pick<FinishedCheck, "result" | "error">) => {
      if (isOutdated) return;
      inPlace(document.activeElement, () => setDone({ ...pending, ...parts }));
    };
    reader.check(pending.list, pending.checking).then(
      (result) => end({ result, error: null }),
      (error: unknown) =>
        end({ result: null, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isOutdated = true;
    };
  }, [reader, pending]);
  if (immediate) return { check: immediate, isChecked: true, error: null };
  if (pending === null || done === null || !isOfSame(done, pending)) return NOT_CHECKED;
  const isCurrent = done.list === pending.list && done.checking === pending.checking;
  return {
    check: done.result,
    isChecked: isCurrent && done.result !== null,
    error: isCurrent ? done.error : null,
  };
}

function isOfSame(one: CheckInput, other: CheckInput): boolean {
  return (
    one.list.source === other.list.source && one.checking.variables === other.checking.variables
  );
}
