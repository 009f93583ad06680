import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import type { Checking } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { useEffect, useMemo, useState } from "react";
import type { ListReader } from "../../../lib/lists/ListReader.ts";

/** A list this short is checked while the page renders, which takes no longer than asking the worker. */
const SHORT = 100;

interface CheckInput {
  list: List;
  checking: Checking;
}

interface Done extends CheckInput {
  result: PageCheck | null;
  error: Error | null;
}

/**
 * Checks a list against an email after each change; null if there is nothing to check. While a long
 * list is being checked, returns the last check of the same list and email.
 */
export function useCheck(reader: ListReader, list: List | null, checking: Checking | null) {
  const input = useMemo(() => list && checking && { list, checking }, [list, checking]);
  const here = useMemo(
    () => (input && input.list.rows.length <= SHORT ? checkOnPage(input.list, input.checking) : null),
    [input],
  );
  const [done, setDone] = useState<Done | null>(null);
  const asked = here ? null : input;
  useEffect(() => {
    if (!asked) return;
    let isOver = false;
    const end = (parts: Pick<Done, "result" | "error">) => {
      if (!isOver) setDone({ ...asked, ...parts });
    };
    reader.check(asked.list, asked.checking).then(
      (result) => end({ result, error: null }),
      (error: unknown) => end({ result: null, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isOver = true;
    };
  }, [reader, asked]);
  if (here) return { check: here, isChecked: true, error: null };
  const isCurrent = asked !== null && done?.list === asked.list && done.checking === asked.checking;
  const isSame = asked !== null && done !== null && isOfSame(done, asked);
  return {
    check: isSame ? done.result : null,
    /** Whether the check is of the current list and email. */
    isChecked: isCurrent && done?.result !== null,
    error: isCurrent ? (done?.error ?? null) : null,
  };
}

function isOfSame(one: CheckInput, other: CheckInput): boolean {
  return one.list.source === other.list.source && one.checking.variables === other.checking.variables;
}
