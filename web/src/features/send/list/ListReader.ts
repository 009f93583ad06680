import { AppError } from "@sendwright/core/contract";
import { checkOnPage, type PageCheck } from "@sendwright/core/list/belonging";
import type { Checking } from "@sendwright/core/list/check";
import type { List, Source } from "@sendwright/core/list/list";
import type { OtherPeople } from "@sendwright/core/list/narrow";
import { type Remote, wrap } from "comlink";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AS_DETECTED, type Raw, type Reading, type SendFormAction } from "../form/sendForm.ts";
import type { Answered, ListWork, ReadList, ToRead } from "./listWork.ts";

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

/** The reader of this screen; its worker ends with the screen. */
export function useListReader(): ListReader {
  const [reader] = useState(() => new ListReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

/** A chosen file or text that is being read or can't be read. */
interface Chosen {
  source: Source;
  content: File | string;
  reading: Reading;
  error: string | null;
}

/** Reads the chosen file into the form. The latest choice counts. */
export function useReader(reader: ListReader, change: (action: SendFormAction) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const latest = useRef(0);
  const read = useCallback(
    async (source: Source, content: File | string, reading: Reading = AS_DETECTED) => {
      latest.current += 1;
      const own = latest.current;
      setChosen({ source, content, reading, error: null });
      try {
        const { list, ...how } = await reader.read({ source, content, reading });
        if (latest.current !== own) return;
        // The worker returns a copy.
        change({ type: "newList", list: { ...list, source }, raw: { of: source, content, reading, ...how } });
        setChosen(null);
      } catch (error) {
        if (latest.current !== own) return;
        const message = error instanceof AppError ? error.message : String(error);
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
    /** The file that is being read or can't be read, if any. */
    chosen,
    isReading: chosen !== null && chosen.error === null,
    error: chosen?.error ?? null,
    read: (source: Source, content: File | string) => void read(source, content),
    /** Reads the same file or text another way. */
    reread: ({ of, content, reading }: Pick<Raw, "of" | "content" | "reading">, other: Partial<Reading>) =>
      void read({ ...of }, content, { ...reading, ...other }),
    forget,
  };
}

/** How long a workbook may take, once its library is loaded. */
const MAX_READING_MS = 5_000;
const TOO_LONG = "This workbook takes too long to read. Copy the sheet with your people into a workbook of its own.";

/** A running worker; `stopped` rejects when it no longer answers. */
interface Running {
  work: Remote<ListWork>;
  stopped: Promise<never>;
  stop: (message: string) => void;
}

/**
 * The page's side of the worker that reads and checks lists. The worker starts with the first request and ends with the
 * screen.
 */
export class ListReader {
  #running: Running | null = null;

  /** Reads a file or a pasted text. Throws AppError in the words of `ListWork`, or if a workbook takes too long. */
  read(request: ToRead): Promise<ReadList> {
    return this.#inTime(request, (work) => work.read(request));
  }

  /** Reads the people of another list. Throws as `read` does. */
  people(request: ToRead): Promise<OtherPeople> {
    return this.#inTime(request, (work) => work.people(request));
  }

  /** Checks a list. Throws AppError. */
  check(list: List, checking: Checking): Promise<PageCheck> {
    return this.#ask((work) => work.check(list, checking));
  }

  /** Stops the worker; a later request starts a new one. */
  close(): void {
    this.#running?.stop("We stopped reading the file.");
  }

  async #inTime<T>(request: ToRead, ask: (work: Remote<ListWork>) => Promise<Answered<T>>): Promise<T> {
    const isWorkbook = await this.#ask((work) => work.prepare(request));
    const timer = isWorkbook && setTimeout(() => this.#running?.stop(TOO_LONG), MAX_READING_MS);
    try {
      return await this.#ask(ask);
    } finally {
      if (timer) clearTimeout(timer);
    }
  }

  async #ask<T>(ask: (work: Remote<ListWork>) => Promise<Answered<T>>): Promise<T> {
    this.#running ??= this.#start();
    const answer = await Promise.race([ask(this.#running.work), this.#running.stopped]);
    if ("refused" in answer) throw new AppError(answer.refused.reason, answer.refused.message);
    return answer.value;
  }

  #start(): Running {
    const worker = new Worker(new URL("./listWorker.ts", import.meta.url), { type: "module" });
    const ending = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
    });
    stopped.catch(() => undefined); // everyone waiting gets the error from the race
    const stop = (message: string) => {
      worker.terminate();
      this.#running = null;
      ending.abort(new AppError("csv_unreadable", message));
    };
    worker.addEventListener("error", () => stop("CSV Parsing Error: The file could not be read in this browser."));
    return { work: wrap<ListWork>(worker), stopped, stop };
  }
}

/** Reads a list's file with a worker of its own. Throws AppError. */
export async function readListFile(file: File): Promise<Pick<ReadList, "list" | "delimiter">> {
  const reader = new ListReader();
  const source = { kind: "file", name: file.name } as const;
  try {
    const { list, delimiter } = await reader.read({ source, content: file, reading: AS_DETECTED });
    return { list: { ...list, source }, delimiter };
  } finally {
    reader.close();
  }
}
