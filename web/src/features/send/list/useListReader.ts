import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import type { CheckSettings } from "@sendwright/core/list/check";
import type { List, ListSource } from "@sendwright/core/list/list";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { errorMessage } from "../../../lib/errorMessage.ts";
import { inPlace } from "../../../lib/inPlace.ts";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { AS_DETECTED, type Reading } from "../../../lib/lists/reading.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { RawList } from "../form/sendForm.ts";

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

/**
 * Checks a list against an email after each change; null if there is nothing to check. While a long
 * list is being checked, returns the last check of the same list and email.
 */
export function useCheck(reader: ListReader, list: List | null, checking: CheckSettings | null) {
  const input = useMemo(() => list && checking && { list, checking }, [list, checking]);
  const here = useMemo(
    () =>
      input && input.list.rows.length <= SHORT ? checkOnPage(input.list, input.checking) : null,
    [input],
  );
  const [done, setDone] = useState<FinishedCheck | null>(null);
  const asked = here ? null : input;
  useEffect(() => {
    if (!asked) return;
    let isOver = false;
    const end = (parts: Pick<FinishedCheck, "result" | "error">) => {
      if (isOver) return;
      inPlace(document.activeElement, () => setDone({ ...asked, ...parts }));
    };
    reader.check(asked.list, asked.checking).then(
      (result) => end({ result, error: null }),
      (error: unknown) =>
        end({ result: null, error: error instanceof Error ? error : new Error(String(error)) }),
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
  return (
    one.list.source === other.list.source && one.checking.variables === other.checking.variables
  );
}

/** The reader of this screen; its worker ends with the screen. */
export function useListReader(): ListReader {
  const [reader] = useState(() => new ListReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

/** A chosen file or text that is being read or can't be read. */
interface ChosenSource {
  source: ListSource;
  content: File | string;
  reading: Reading;
  error: string | null;
}

/** Reads files and texts into the form. */
export interface FileReader {
  /** The file that is being read or can't be read, if any. */
  chosen: ChosenSource | null;
  isReading: boolean;
  /** Why it can't be read. */
  error: string | null;
  read: (source: ListSource, content: File | string) => void;
  /** Reads the same file or text another way. */
  reread: (raw: Pick<RawList, "of" | "content" | "reading">, other: Partial<Reading>) => void;
  forget: () => void;
}

/** Reads the chosen file into the form. The latest choice counts. */
export function useReader(
  reader: ListReader,
  change: (action: SendFormAction) => void,
): FileReader {
  const [chosen, setChosen] = useState<ChosenSource | null>(null);
  const latest = useRef(0);
  const read = useCallback(
    async (source: ListSource, content: File | string, reading: Reading = AS_DETECTED) => {
      latest.current += 1;
      const own = latest.current;
      setChosen({ source, content, reading, error: null });
      try {
        const { list, ...how } = await reader.read({ source, content, reading });
        if (latest.current !== own) return;
        // The worker returns a copy.
        change({
          type: "newList",
          list: { ...list, source },
          raw: { of: source, content, reading, ...how },
        });
        setChosen(null);
      } catch (error) {
        if (latest.current !== own) return;
        const message = errorMessage(error);
        setChosen({ source, content, reading, error: message });
      }
    },
    [reader, change],
  );
  const forget = useCallback(() => {
    latest.current += 1;
    setChosen(null);
  }, []);
  return {
    chosen,
    isReading: chosen !== null && chosen.error === null,
    error: chosen?.error ?? null,
    read: (source, content) => void read(source, content),
    reread: ({ of, content, reading }, other) =>
      void read({ ...of }, content, { ...reading, ...other }),
    forget,
  };
}
